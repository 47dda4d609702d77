import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TaskRecord } from '@pf/core'
import { createModelServer } from '@pf/testing'
import pg from 'pg'
import { afterEach, expect, it } from 'vitest'
import { startPostgres } from '../../../tooling/test-support/postgres.ts'
import { createPostgresStore } from './create-postgres-store.ts'
import { createTestAgent, scope } from './test-support/agent.ts'

const script = fileURLToPath(new URL('./test-support/work-on-tasks.ts', import.meta.url))
const closing: (() => Promise<unknown> | unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const hourMs = 3_600_000
const until = (read: () => Promise<unknown> | unknown, value: unknown) => expect.poll(async () => read(), { timeout: 30_000 }).toEqual(value)

/** A database, and an agent of a process that starts tasks but works on none. */
async function setUp() {
  const folder = mkdtempSync(join(tmpdir(), 'pf-schedules-'))
  closing.push(() => rmSync(folder, { recursive: true }))
  const ledger = join(folder, 'ledger')
  const server = await startPostgres()
  closing.push(() => server.stop())
  const model = await createModelServer({ stories: [] })
  closing.push(() => model.close())
  const store = await createPostgresStore({ connectionString: server.url })
  closing.push(() => store.close())
  const agent = createTestAgent(store, { url: model.url, ledger, tasks: { confirm: false, maxConcurrent: 0 } })
  closing.push(() => agent.close())
  const admin = new pg.Client(server.url)
  await admin.connect()
  closing.push(() => admin.end())

  const workers = new Set<ChildProcess>()
  const startWorker = async () => {
    const child = spawn(process.execPath, ['--conditions=pf-source', script, server.url, model.url, ledger])
    workers.add(child)
    await once(child.stdout, 'data')
    return child
  }
  const kill = async (child: ChildProcess) => {
    workers.delete(child)
    child.kill('SIGKILL')
    await once(child, 'close')
  }
  closing.push(() => Promise.all([...workers].map(kill)))
  const tasks = async (): Promise<TaskRecord[]> => (await store.tasks.list(scope, 'thread')).flatMap((group) => group.tasks)
  return {
    agent,
    startWorker,
    kill,
    tasks,
    schedule: async () => (await tasks()).find(({ mode }) => mode === 'schedule'),
    charged: () => (existsSync(ledger) ? readFileSync(ledger, 'utf8').trim().split('\n').length : 0),
    results: async () => (await store.threads.read(scope, 'thread')).filter(({ role }) => role === 'assistant').length,
    /** Moves the next time of a schedule to the past, as if the time had passed. The clock of the store is that of the server. */
    pass: (task_id: string, at: number) =>
      admin.query(
        `UPDATE pf.task SET due = to_timestamp($2::float8 / 1000), data = jsonb_set(data::jsonb, '{not_before}', to_jsonb($2::bigint))::text WHERE key = to_json($1::text)::text AND due IS NOT NULL`,
        [task_id, at],
      ),
  }
}

it('a schedule whose time came while no process was alive starts once on two nodes, and again after one of them is killed, until it is cancelled', {
  timeout: 180_000,
}, async () => {
  const { agent, startWorker, kill, tasks, schedule, charged, results, pass } = await setUp()
  const started = await agent.tasks?.start({ thread_id: 'thread', name: 'Charge', tool: 'charge', merge_strategy: 'APPEND', schedule: '0 * * * *' }, scope)
  const { task_id = '' } = started ?? {}
  const day = Math.floor(Date.now() / 86_400_000) * 86_400_000
  await pass(task_id, day - 30 * hourMs)

  const [first] = await Promise.all([startWorker(), startWorker()])
  await until(results, 1)
  await until(async () => (await schedule())?.status, 'queued')
  const next = (await schedule())?.not_before ?? 0
  expect([next > Date.now(), next <= Date.now() + hourMs, next % hourMs]).toEqual([true, true, 0])
  expect(charged()).toBe(1)

  await kill(first)
  await pass(task_id, day - 20 * hourMs)
  await until(results, 2)
  await startWorker()
  await pass(task_id, day - 10 * hourMs)
  await until(results, 3)
  expect(charged()).toBe(3)
  expect((await tasks()).filter(({ schedule_id }) => schedule_id === task_id).map(({ status }) => status)).toEqual(['done', 'done', 'done'])

  expect(await agent.tasks?.decide(task_id, 'cancel', scope)).toMatchObject({ status: 'done' })
  expect((await pass(task_id, day - 5 * hourMs)).rowCount).toBe(0)
  // A task that becomes due after the schedule is done, so the schedule would have been started.
  await agent.tasks?.start({ thread_id: 'thread', tool: 'charge', merge_strategy: 'APPEND', schedule: 'PT2S' }, scope)
  await until(results, 4)
  expect(charged()).toBe(4)
  expect((await schedule())?.status).toBe('cancelled')
})
