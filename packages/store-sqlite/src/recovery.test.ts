import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { PlannerEvent } from '@pf/core'
import type { Agent } from '@pf/planner'
import { createModelServer, type ModelServer, type Story } from '@pf/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createSqliteStore, type SqliteStore } from './create-sqlite-store.ts'
import { createTestAgent, scope } from './test-support/agent.ts'

const script = fileURLToPath(new URL('./test-support/start-run.ts', import.meta.url))
const final = (answer: string) => JSON.stringify({ next_node: 'final_response', args: { answer } })
const call = (name: string, args: object = {}) => JSON.stringify({ next_node: name, args })

let folder = ''
let file = ''
let ledger = ''
let server: ModelServer
const closing: (() => Promise<unknown>)[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pf-recovery-'))
  file = join(folder, 'pf.sqlite')
  ledger = join(folder, 'ledger')
})
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
  rmSync(folder, { recursive: true })
})

async function serveModel(reply: Story['reply']) {
  server = await createModelServer({ stories: [{ name: 'story', match: () => true, reply }] })
  closing.push(() => server.close())
}

/** Starts a run in a separate process and kills that process once `isTime` returns true. */
async function killedRun(run_id: string, isTime: (types: string[]) => boolean, answerMs = 600_000) {
  const child = spawn(process.execPath, ['--conditions=pf-source', script, file, server.url, ledger, run_id, String(answerMs)])
  const types: string[] = []
  const errors: string[] = []
  child.stdout.setEncoding('utf8').on('data', (text: string) => types.push(...text.split('\n').filter(Boolean)))
  child.stderr.setEncoding('utf8').on('data', (text: string) => errors.push(text))
  await expect.poll(() => errors.length > 0 || isTime(types), { interval: 5 }).toBe(true)
  child.kill('SIGKILL')
  await once(child, 'close')
  expect(errors).toEqual([])
}

async function restart(): Promise<{ store: SqliteStore; agent: Agent }> {
  const store = await createSqliteStore({ file })
  const agent = createTestAgent(store, { url: server.url, ledger, recoveryMs: 100 })
  closing.push(() => store.close())
  closing.push(() => agent.close())
  return { store, agent }
}

/** Reads the log of a run up to its end from the store, without any request to the agent. */
async function logOf(store: SqliteStore, run_id: string): Promise<PlannerEvent[]> {
  const log: PlannerEvent[] = []
  for await (const event of store.events.read(scope, run_id, 0)) log.push(event)
  expect(log.map(({ seq }) => seq)).toEqual(log.map((_, index) => index + 1))
  return log
}

const answerOf = (log: readonly PlannerEvent[]) => log.flatMap((event) => (event.type === 'finish' ? [event.payload.raw_answer] : [])).at(-1)

describe('a run whose process was killed continues when the store is opened again, without any request', () => {
  it('a call that must not run twice is not run again, and the model learns that its outcome is unknown', async () => {
    await serveModel(({ notes }) => [{ content: call('charge') }, { content: final(JSON.stringify(notes).includes('outcome_unknown') ? 'unknown' : 'known') }])
    await killedRun('run', () => existsSync(ledger) && statSync(ledger).size > 0)
    const { store } = await restart()
    const log = await logOf(store, 'run')
    expect(log.find(({ type }) => type === 'tool_call_result')).toMatchObject({ status: 'unknown' })
    expect(log.at(-1)).toMatchObject({ type: 'finish', reason: 'answer' })
    expect(readFileSync(ledger, 'utf8')).toBe('charged\n')
  })

  it('an answer that was being written is withdrawn and written again', async () => {
    await serveModel(() => ({ content: final('one two three four five six seven eight nine ten'), durationMs: 2_000 }))
    await killedRun('run', (types) => types.filter((type) => type === 'llm_stream_chunk').length > 3)
    const { store } = await restart()
    const log = await logOf(store, 'run')
    expect(log.map(({ type }) => type)).toContain('answer_reset')
    expect(answerOf(log)).toBe('one two three four five six seven eight nine ten')
    expect(log.filter(({ type }) => type === 'run_start')).toHaveLength(1)
  })

  it('a question stays open, and its answer is accepted by the new process', async () => {
    await serveModel(() => [{ content: call('ui_confirm', { message: 'Continue?' }) }, { content: final('Done.') }])
    await killedRun('run', (types) => types.includes('finish'))
    const { store, agent } = await restart()
    const [question] = await store.pending.list(scope, 'thread of run')
    expect(question?.state).toBe('open')
    const answered = await agent.answer({ interaction_id: question?.id ?? '' }, { result: { confirmed: true } }, scope)
    expect(answered.status).toBe('accepted')
    expect(answerOf(await logOf(store, 'run_id' in answered ? answered.run_id : ''))).toBe('Done.')
  })

  it('a question whose deadline passed while no process was alive has expired, and its run continues', async () => {
    await serveModel(({ notes }) => [
      { content: call('ui_confirm', { message: 'Continue?' }) },
      { content: final(`expired: ${JSON.stringify(notes).includes('expired')}`) },
    ])
    await killedRun('run', (types) => types.includes('finish'), 200)
    const { store } = await restart()
    await expect.poll(async () => (await store.threads.read(scope, 'thread of run')).at(-1)?.text).toContain('expired')
    expect(await store.storage.abandoned?.(10)).toEqual([])
  })
})

it('a process that is shut down leaves its runs to the next one, which continues with them', async () => {
  await serveModel(() => ({ content: final('one two three four five six seven eight nine ten'), durationMs: 2_000 }))
  const store = await createSqliteStore({ file })
  const first = createTestAgent(store, { url: server.url, ledger, recoveryMs: false })
  const messages = [{ id: 'u', role: 'user' as const, content: 'Go.' }]
  await first.start({ thread_id: 'thread', run_id: 'run', messages, client_tools: [], context: [], client: {} }, scope)
  await expect.poll(() => store.events.last(scope, 'run')).toBeGreaterThan(3)
  await first.close()
  expect((await store.storage.load(scope, 'run'))?.finished).toBe(false)
  const second = createTestAgent(store, { url: server.url, ledger, recoveryMs: 100 })
  closing.push(() => store.close())
  closing.push(() => second.close())
  expect(answerOf(await logOf(store, 'run'))).toBe('one two three four five six seven eight nine ten')
})

it('of several agents over one store, only the one that began a run continues it', async () => {
  await serveModel(() => ({ content: final('one two three four five six seven eight nine ten'), durationMs: 2_000 }))
  const store = await createSqliteStore({ file })
  closing.push(() => store.close())
  const options = { url: server.url, ledger }
  const first = createTestAgent(store, { ...options, name: 'chat', recoveryMs: false })
  const messages = [{ id: 'u', role: 'user' as const, content: 'Go.' }]
  const input = { thread_id: 'thread', messages, client_tools: [], context: [], client: {} }
  await first.start({ ...input, run_id: 'run' }, scope)
  await expect.poll(() => store.events.last(scope, 'run')).toBeGreaterThan(3)
  await first.close()
  const stopped = await store.events.last(scope, 'run')
  const passes: number[] = []
  const storage = {
    ...store.storage,
    abandoned: async (limit: number, agent?: string) => {
      const found = await store.storage.abandoned?.(limit, agent)
      passes.push(found?.length ?? 0)
      return found ?? []
    },
  }
  const other = createTestAgent({ ...store, storage }, { ...options, name: 'plan', recoveryMs: 100 })
  closing.push(() => other.close())
  // All ways in which an agent finds the run: its own pass, a reader of the run, and a request on the thread.
  const reader = new AbortController()
  for await (const { seq } of (await other.attach('run', 0, { scope, signal: reader.signal })) ?? []) if (seq === stopped) reader.abort()
  expect(await other.start({ ...input, run_id: 'next' }, scope)).toEqual({ status: 'busy', run_id: 'run' })
  const seen = passes.length
  await expect.poll(() => passes.length, { interval: 20 }).toBeGreaterThan(seen + 2)
  expect(passes).toEqual(passes.map(() => 0))
  expect(await store.events.last(scope, 'run')).toBe(stopped)
  const second = createTestAgent(store, { ...options, name: 'chat', recoveryMs: 100 })
  closing.push(() => second.close())
  expect(answerOf(await logOf(store, 'run'))).toBe('one two three four five six seven eight nine ten')
})

it('a run may be handed over more often than it may be taken over after a crash, also in a call that ignores its signal', async () => {
  const store = await createSqliteStore({ file })
  closing.push(() => store.close())
  const wait = { name: 'wait', description: 'Waits.', input: { type: 'object' }, run: () => new Promise(() => undefined) } as const
  await serveModel(() => [{ content: call('wait') }])
  const messages = [{ id: 'u', role: 'user' as const, content: 'Go.' }]
  for (let round = 0; round < 6; round += 1) {
    const node = createTestAgent(store, { url: server.url, ledger, recoveryMs: 100, tools: [wait] })
    if (round === 0) await node.start({ thread_id: 'thread', run_id: 'run', messages, client_tools: [], context: [], client: {} }, scope)
    await expect.poll(async () => calledTimes(await storedLog(store))).toBe(round + 1)
    await node.close()
  }
  expect((await store.storage.load(scope, 'run'))?.state).toMatchObject({ takeovers: 0 })
  const log = await storedLog(store)
  expect(log.filter((event) => event.type === 'warning' && event.code === 'handed_over')).toHaveLength(6)
})

const calledTimes = (log: readonly PlannerEvent[]) => log.filter((event) => event.type === 'tool_call_start').length

async function storedLog(store: SqliteStore): Promise<PlannerEvent[]> {
  const last = await store.events.last(scope, 'run')
  const log: PlannerEvent[] = []
  if (last > 0)
    for await (const event of store.events.read(scope, 'run', 0)) {
      log.push(event)
      if (event.seq >= last) break
    }
  return log
}
