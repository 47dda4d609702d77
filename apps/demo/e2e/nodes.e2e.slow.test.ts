import { afterAll, beforeAll, expect, it } from 'vitest'
import { type PostgresServer, startPostgres } from '../../../tooling/test-support/postgres.ts'
import { type Demo, startDemo } from './start-demo.ts'

let database: PostgresServer
let first: Demo
let second: Demo
beforeAll(async () => {
  database = await startPostgres()
  ;[first, second] = await Promise.all([startDemo({ DATABASE_URL: database.url }), startDemo({ DATABASE_URL: database.url })])
})
afterAll(async () => {
  await first?.stop()
  await second?.stop()
  await database?.stop()
})

const start = ({ url }: Demo, ids: { threadId: string; runId: string }, content: string) =>
  fetch(`${url}/agui/agent`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...ids, messages: [{ id: 'u', role: 'user', content }], forwardedProps: { pf: {} } }),
  })

it('two demos over one database show the same conversations, and one continues the answer of the other when that is killed', async () => {
  expect(first.output()).toMatch(/^conversations: PostgreSQL \S+\/postgres, which other nodes may share$/m)
  const response = await start(first, { threadId: 'shared', runId: 'slow' }, 'Answer slowly')
  const reader = response.body?.getReader()
  await reader?.read()
  const { threads } = await (await fetch(`${second.url}/agui/threads`)).json()
  expect(threads).toMatchObject([{ thread_id: 'shared', title: 'Answer slowly' }])
  await first.kill()
  await reader?.read().catch(() => undefined)
  const events = await (await fetch(`${second.url}/agui/runs/slow/events`)).text()
  expect(events).toContain('RUN_FINISHED')
  const removed = await fetch(`${second.url}/agui/threads/shared/delete`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' })
  expect(await removed.json()).toEqual({ thread_id: 'shared', deleted: true })
})
