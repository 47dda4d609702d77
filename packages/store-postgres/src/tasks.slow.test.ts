import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { NewTask, NewTaskGroup, TaskGroup } from '@pf/core'
import { createModelServer } from '@pf/testing'
import { afterEach, expect, it } from 'vitest'
import { startPostgres } from '../../../tooling/test-support/postgres.ts'
import { createPostgresStore, type PostgresStore } from './create-postgres-store.ts'
import { scope } from './test-support/agent.ts'

const script = fileURLToPath(new URL('./test-support/work-on-tasks.ts', import.meta.url))
const closing: (() => Promise<unknown> | unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** The long form, with 10,000 tasks in 500 groups, is `PF_TASK_GROUPS=500 PF_TASKS_PER_GROUP=20`. */
const groupCount = Number(process.env.PF_TASK_GROUPS ?? 20)
const perGroup = Number(process.env.PF_TASKS_PER_GROUP ?? 5)
/** Milliseconds between two kills. */
const pauses = [150, 400, 700, 1_100, ...Array.from({ length: Math.floor(groupCount / 50) }, (_, index) => 2_000 + index * 500)]
const limitMs = 180_000 + groupCount * perGroup * 100

const made = (index: number): NewTaskGroup => ({
  name: `Group ${index}`,
  thread_id: `thread-${index}`,
  agent: 'agent',
  alone: false,
  sealed: false,
  report: 'all',
  merge_strategy: 'APPEND',
})

/** Creates a task. Every second task asks a model, and the others call a tool that must not run twice. */
function taskOf(index: number, position: number): NewTask {
  const task = { task_id: `task-${index}-${position}`, name: `Task ${position}`, run_id: 'run', merge_strategy: 'APPEND', max_attempts: 1 } as const
  if (position % 2 === 0) return { ...task, mode: 'subagent', payload: { query: 'Say ready.', depth: 1 } }
  return { ...task, mode: 'job', payload: { tool: 'charge', tool_args: {}, depth: 1 } }
}

async function enqueue({ tasks }: PostgresStore) {
  for (let index = 0; index < groupCount; index += 1) {
    for (let position = 0; position < perGroup; position += 1)
      await tasks.change(scope, `group-${index}`, { kind: 'join', task: taskOf(index, position), group: made(index) })
    await tasks.change(scope, `group-${index}`, { kind: 'seal' })
  }
}

async function allGroups({ tasks }: PostgresStore): Promise<TaskGroup[]> {
  const lists = await Promise.all(Array.from({ length: groupCount }, (_, index) => tasks.list(scope, `thread-${index}`)))
  return lists.flat()
}

it('tasks of two workers that are killed again and again all end, no tool runs twice, and each group is reported once', {
  timeout: limitMs + 60_000,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pf-tasks-'))
  closing.push(() => rmSync(folder, { recursive: true }))
  const ledger = join(folder, 'ledger')
  const server = await startPostgres()
  closing.push(() => server.stop())
  const store = await createPostgresStore({ connectionString: server.url })
  closing.push(() => store.close())
  const reply = { content: JSON.stringify({ next_node: 'final_response', args: { answer: 'ready' } }) }
  const model = await createModelServer({ stories: [{ name: 'story', match: () => true, reply: () => reply }] })
  closing.push(() => model.close())
  await enqueue(store)

  const workers = new Set<ChildProcess>()
  const start = async () => {
    const child = spawn(process.execPath, ['--conditions=pf-source', script, server.url, model.url, ledger])
    workers.add(child)
    await once(child.stdout, 'data')
  }
  const kill = async (child: ChildProcess) => {
    workers.delete(child)
    child.kill('SIGKILL')
    await once(child, 'close')
  }
  closing.push(() => Promise.all([...workers].map(kill)))
  await Promise.all([start(), start()])
  for (const ms of pauses) {
    await new Promise((resolve) => setTimeout(resolve, ms))
    const [oldest] = workers
    if (oldest) await kill(oldest)
    await start()
  }

  await expect.poll(async () => (await allGroups(store)).filter(({ reported }) => reported).length, { timeout: limitMs, interval: 500 }).toBe(groupCount)
  const tasks = (await allGroups(store)).flatMap((group) => group.tasks)
  expect(tasks).toHaveLength(groupCount * perGroup)
  const jobs = tasks.filter(({ mode }) => mode === 'job')
  const charged = existsSync(ledger) ? readFileSync(ledger, 'utf8').split('\n').filter(Boolean).length : 0
  expect(charged).toBeLessThanOrEqual(jobs.length)
  expect(jobs.filter(({ status }) => status === 'done').length).toBeLessThanOrEqual(charged)
  expect(tasks.filter(({ mode, status }) => mode === 'subagent' && status !== 'done')).toEqual([])
  for (let index = 0; index < groupCount; index += 1) {
    const entries = await store.threads.read(scope, `thread-${index}`)
    expect(entries.filter(({ role, text }) => role === 'assistant' && text !== '')).toHaveLength(1)
  }
})
