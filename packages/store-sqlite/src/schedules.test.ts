import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TaskRecord } from '@pf/core'
import { createModelServer, type ModelServer } from '@pf/testing'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createSqliteStore, type SqliteStore } from './create-sqlite-store.ts'
import { createTestAgent, scope } from './test-support/agent.ts'

const script = fileURLToPath(new URL('./test-support/start-schedules.ts', import.meta.url))
const closing: (() => Promise<unknown> | unknown)[] = []
let folder = ''
let model: ModelServer
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pf-schedules-'))
  model = await createModelServer({ stories: [] })
})
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
  await model.close()
  rmSync(folder, { recursive: true })
})

/** The time of the store and of the agents, in milliseconds since the epoch. */
let clock = 0
const file = () => join(folder, 'pf.sqlite')
const charged = () => (existsSync(join(folder, 'ledger')) ? readFileSync(join(folder, 'ledger'), 'utf8').trim().split('\n').length : 0)
const now = () => clock

async function openStore(): Promise<SqliteStore> {
  const store = await createSqliteStore({ file: file(), now })
  closing.push(() => store.close())
  return store
}

function startAgent(store: SqliteStore) {
  const agent = createTestAgent(store, { url: model.url, ledger: join(folder, 'ledger'), now, recoveryMs: 100, tasks: { confirm: false, pollMs: 20 } })
  closing.push(() => agent.close())
  return agent
}

const tasksOf = async (store: SqliteStore): Promise<TaskRecord[]> => (await store.tasks.list(scope, 'thread')).flatMap(({ tasks }) => tasks)
const statusOf = async (store: SqliteStore, id: string) => (await tasksOf(store)).find(({ task_id }) => task_id === id)?.status
const results = async (store: SqliteStore) => (await store.threads.read(scope, 'thread')).filter(({ role }) => role === 'assistant').length
const until = (read: () => Promise<unknown> | unknown, value: unknown) => expect.poll(async () => read(), { timeout: 20_000 }).toEqual(value)

it('schedules of a killed process start once at their time, on either of two agents, until they are cancelled', async () => {
  clock = Date.parse('2026-11-30T10:05Z')
  const child = spawn(process.execPath, ['--conditions=pf-source', script, file(), model.url, join(folder, 'ledger'), String(clock)])
  closing.push(() => child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  child.kill('SIGKILL')
  await once(child, 'close')

  const store = await openStore()
  const stored = await tasksOf(store)
  expect(stored.map(({ task_id, mode, status }) => [task_id, mode, status])).toEqual([
    ['once', 'job', 'queued'],
    ['hourly', 'schedule', 'queued'],
  ])
  const [first, second] = [startAgent(store), startAgent(store)]
  expect(charged()).toBe(0)

  clock = Date.parse('2026-11-30T10:26Z')
  await until(() => statusOf(store, 'once'), 'done')
  await until(() => results(store), 1)
  // One start makes up for the hours that were missed.
  clock = Date.parse('2026-11-30T13:26Z')
  await until(charged, 2)
  await until(() => results(store), 2)
  await until(async () => (await second.tasks?.list('thread', scope))?.find(({ task_id }) => task_id === 'hourly')?.starts_at, Date.parse('2026-11-30T14:00Z'))

  clock = Date.parse('2026-11-30T14:00Z')
  await until(charged, 3)
  await until(() => results(store), 3)
  expect(await second.tasks?.decide('hourly', 'cancel', scope)).toMatchObject({ status: 'done', task: { status: 'cancelled' } })
  clock = Date.parse('2026-11-30T19:00Z')
  // A task that is due now is done after everything that was due before it.
  await first.tasks?.start({ thread_id: 'thread', task_id: 'last', tool: 'charge', merge_strategy: 'APPEND' }, scope)
  await until(() => results(store), 4)
  expect(charged()).toBe(4)
  expect((await tasksOf(store)).filter(({ schedule_id }) => schedule_id).every(({ status }) => status === 'done')).toBe(true)
})
