import { createMemoryStore } from '@pf/core/memory'
import { createDrafts } from '@pf/planner'
import { createModelServer, readSse } from '@pf/testing'
import { afterEach, describe, expect, it } from 'vitest'
import { createPfHandlers } from '../handlers/create-pf-handlers.ts'
import { fetchModel } from '../test-support/fetch-model.ts'
import { createPfServer } from '../test-support/pf-server.ts'
import { postTo } from '../test-support/planner-server.ts'
import { answer } from '../test-support/streams.ts'

const open: { close(): Promise<unknown> }[] = []
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close()
})

async function system() {
  let count = 0
  const model = await createModelServer({
    stories: [
      {
        name: 'draft',
        match: () => true,
        reply: ({ messages }) => {
          count += 1
          const nonce = JSON.stringify(messages).match(/\[ARTIFACT:([A-Za-z0-9]+)\]/)?.[1] ?? 'none'
          return { content: `[ARTIFACT:${nonce}]\nText ${count}\n[/ARTIFACT:${nonce}]\n[USER:${nonce}]\nGood?\n[/USER:${nonce}]`, chunkSize: 4 }
        },
      },
    ],
  })
  const drafts = createDrafts({ model: fetchModel(model.url), ports: createMemoryStore() })
  const server = await createPfServer(answer, { drafts, authenticate: (request) => ({ id: request.headers.get('x-user') ?? 'u' }) })
  open.push(model, drafts, server)
  return { url: server.url, model }
}

async function named(response: Response) {
  const seen: { id: string | undefined; event: string | undefined; data: { [key: string]: unknown } }[] = []
  for await (const { id, event, data } of readSse(response, undefined, { strict: true })) if (data) seen.push({ id, event, data: JSON.parse(data) })
  return seen
}

describe('drafts over HTTP', () => {
  it('are made, read, changed and confirmed, and their stream resumes at every event', async () => {
    const { url, model } = await system()
    const created = await postTo(url, '/drafts', { message: 'Write.' })
    const { draft_id, stream_url } = await created.json()
    expect([created.status, stream_url]).toEqual([201, expect.stringMatching(`^/drafts/${draft_id}/streams/`)])
    const seen = await named(await fetch(url + stream_url))
    const textOf = (name: string) => seen.flatMap(({ event, data }) => (event === name ? [data.text] : [])).join('')
    expect([textOf('artifact_delta'), textOf('user_delta')]).toEqual(['Text 1', 'Good?'])
    expect(seen.at(-1)).toMatchObject({ event: 'done', data: { ok: true, parse_ok: true, version: 1 } })
    for (const [index, { id }] of seen.entries()) {
      const rest = await fetch(url + stream_url, { headers: { 'last-event-id': id ?? '' } })
      if (index === seen.length - 1) expect(rest.status).toBe(204)
      else expect(await named(rest)).toEqual(seen.slice(index + 1))
    }
    expect(model.requests).toHaveLength(1)
    const changed = await postTo(url, `/drafts/${draft_id}/changes`, { text: 'Shorter.' })
    const change = await changed.json()
    expect([changed.status, (await named(await fetch(url + change.stream_url))).at(-1)?.data]).toMatchObject([202, { ok: true, version: 2 }])
    expect(await (await fetch(`${url}/drafts/${draft_id}`)).json()).toMatchObject({ state: 'draft', version: 2, artifact_draft_text: 'Text 2' })
    const confirm = async (version: unknown) => {
      const response = await postTo(url, `/drafts/${draft_id}/confirm`, { version })
      return [response.status, await response.json()]
    }
    expect(await confirm(1)).toMatchObject([409, { code: 'conflict', version: 2 }])
    expect(await confirm('2')).toMatchObject([400, {}])
    expect(await confirm(2)).toMatchObject([200, { state: 'confirmed', artifact_final_text: 'Text 2' }])
    expect((await confirm(2))[0]).toBe(200)
  })

  it('are unknown to others, and bad requests are answered with the location of the fault', async () => {
    const { url } = await system()
    const { draft_id, stream_url } = await (await postTo(url, '/drafts', { message: 'Write.' })).json()
    await named(await fetch(url + stream_url))
    const eve = { 'x-user': 'eve' }
    for (const path of [stream_url, `/drafts/${draft_id}`]) expect((await fetch(url + path, { headers: eve })).status).toBe(404)
    expect((await postTo(url, `/drafts/${draft_id}/changes`, { text: 'x' }, eve)).status).toBe(404)
    expect((await postTo(url, `/drafts/${draft_id}/confirm`, { version: 1 }, eve)).status).toBe(404)
    for (const wrong of [{}, { message: ' ' }, { message: 'x', context: [{}] }, { message: 'x'.repeat(200_001) }])
      expect((await postTo(url, '/drafts', wrong)).status).toBe(400)
    expect((await postTo(url, `/drafts/${draft_id}/changes`, { text: 7 })).status).toBe(400)
  })

  it('have no route where there is no port', async () => {
    const server = await createPfServer(answer)
    open.push(server)
    for (const path of ['/drafts', '/tasks/x/approve']) expect((await postTo(server.url, path, {})).status).toBe(404)
    expect((await fetch(`${server.url}/tasks?thread_id=t`)).status).toBe(404)
    const bare = createPfHandlers({ agent: server.agent, authenticate: () => ({ id: 'u' }), onError: () => {} })
    open.push(bare)
    expect((await bare.fetch(new Request('http://127.0.0.1/artifacts', { method: 'POST', body: new FormData() }))).status).toBe(404)
  })
})
