import type { ThreadStore } from '@pf/core'
import { createMemoryStore } from '@pf/core/memory'
import { afterEach, describe, expect, it } from 'vitest'
import { createThreadClient } from '../client/route-clients.ts'
import { authenticate, createPfServer, type PfServer } from '../test-support/pf-server.ts'
import { postTo } from '../test-support/planner-server.ts'
import { answer } from '../test-support/streams.ts'

const open: PfServer[] = []
afterEach(async () => {
  for (const one of open.splice(0)) await one.close()
})

const owner = { owner: { id: 'ann' } }

async function system(threads: Partial<ThreadStore> = {}) {
  const stores = createMemoryStore()
  const server = await createPfServer(answer, { threads: { ...stores.threads, ...threads }, artifacts: stores.artifacts, authenticate })
  open.push(server)
  const write = (thread_id: string, text: string) =>
    stores.threads.append(owner, thread_id, [{ id: 'u', role: 'user', run_id: `run of ${thread_id}`, text, ts: 1 }])
  const clientOf = (user: string) => createThreadClient({ baseUrl: server.url, headers: { 'x-user': user } })
  return { stores, server, write, client: clientOf('ann'), clientOf }
}

describe('the list of threads over HTTP', () => {
  it('is read by page, searched, renamed and deleted by its owner', async () => {
    const { write, client, clientOf } = await system()
    for (const name of ['one', 'two & 50%', 'three/?#']) await write(name, `Question ${name}`)
    const first = await client.list({ limit: 2 })
    expect(first.threads.map(({ title }) => title)).toEqual(['Question three/?#', 'Question two & 50%'])
    expect(await client.list({ limit: 2, cursor: first.next ?? '' })).toMatchObject({ threads: [{ thread_id: 'one', title: 'Question one' }] })
    expect((await client.list({ search: '& 50%' })).threads).toHaveLength(1)
    expect(await clientOf('eve').list()).toEqual({ threads: [] })
    expect(await client.rename('three/?#', ' Other  title ')).toMatchObject({ thread_id: 'three/?#', title: 'Other title' })
    await expect(clientOf('eve').rename('one', 'Mine')).rejects.toMatchObject({ code: 'not_found' })
    expect(await clientOf('eve').delete('one')).toBe(false)
    expect([await client.delete('three/?#'), await client.delete('three/?#')]).toEqual([true, false])
    expect((await client.list()).threads.map(({ thread_id }) => thread_id)).toEqual(['two & 50%', 'one'])
  })

  it('refuses what is invalid with the place, and a body that is too large', async () => {
    const { write, client, server } = await system()
    await write('t', 'x')
    const invalid = (pointer: string) => ({ code: 'invalid_input', fields: { status: 400, issues: [expect.objectContaining({ pointer })] } })
    await expect(client.list({ limit: 0 })).rejects.toMatchObject(invalid('/limit'))
    await expect(client.list({ cursor: 'x' })).rejects.toMatchObject(invalid('/cursor'))
    await expect(client.list({ search: 'x'.repeat(201) })).rejects.toMatchObject(invalid('/search'))
    for (const title of ['', 'x'.repeat(201), 5, null, undefined]) await expect(client.rename('t', title as string)).rejects.toMatchObject(invalid('/title'))
    const limit = await fetch(`${server.url}/agui/threads?limit=%20`, { headers: { 'x-user': 'ann' } })
    expect([limit.status, await limit.json()]).toMatchObject([400, { issues: [{ pointer: '/limit' }] }])
    const large = await postTo(server.url, '/agui/threads/t/rename', { title: 'x'.repeat(9_000_000) }, { 'x-user': 'ann' })
    expect(large.status).toBe(413)
  })

  it('needs an owner, JSON and an origin that is allowed', async () => {
    const { write, server, client } = await system()
    await write('t', 'x')
    const path = '/agui/threads/t/delete'
    expect((await fetch(`${server.url}/agui/threads`)).status).toBe(401)
    expect((await postTo(server.url, path, {})).status).toBe(401)
    expect((await postTo(server.url, path, {}, { 'x-user': 'ann', origin: 'https://evil.example' })).status).toBe(403)
    expect((await fetch(server.url + path, { method: 'POST', headers: { 'x-user': 'ann' } })).status).toBe(415)
    expect((await fetch(server.url + path, { headers: { 'x-user': 'ann' } })).status).toBe(405)
    expect((await client.list()).threads).toHaveLength(1)
  })

  it('a thread whose run is at work is kept, and the response names the run to cancel', async () => {
    const { write, client, stores } = await system()
    await write('t', 'x')
    const run = { run_id: 'run', thread_id: 't' }
    await stores.storage.lease(owner, { kind: 'run', ...run }, { ttlMs: 60_000 })
    await expect(client.delete('t')).rejects.toMatchObject({ code: 'busy', fields: { status: 409, run_id: 'run' } })
    expect((await client.list()).threads).toHaveLength(1)
  })

  it('removes the artifacts of the thread from the store that has their bytes; one that fails is reported, not answered', async () => {
    const { server, client, stores } = await system({ delete: async () => ({ status: 'deleted', artifact_ids: ['gone', 'kept'] }) })
    await stores.artifacts.put(owner, new Uint8Array(1), { artifact_id: 'gone', media_type: 'text/plain', source_tool: 't', run_id: 'r' })
    const remove = stores.artifacts.delete
    stores.artifacts.delete = async (scope, id) => (id === 'kept' ? Promise.reject(new Error('the bucket is away')) : remove(scope, id))
    expect(await client.delete('t')).toBe(true)
    expect(await stores.artifacts.head(owner, 'gone')).toBeUndefined()
    expect(server.errors).toMatchObject([{ message: 'the bucket is away' }])
  })

  it('is there with `threads` alone', async () => {
    const server = await createPfServer(answer)
    open.push(server)
    expect((await fetch(`${server.url}/agui/threads`)).status).toBe(404)
    expect(server.handlers.routes.some(({ path }) => path.endsWith('/rename'))).toBe(false)
  })
})
