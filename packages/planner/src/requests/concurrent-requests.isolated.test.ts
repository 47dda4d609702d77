import type { AnswerEnvelope, PlannerEvent, StorePorts } from '@pf/core'
import { createMemoryStore } from '@pf/core/memory'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Agent, createAgent } from '../index.ts'
import type { Model } from '../model/model.ts'
import { checkOrder } from '../test-support/check-order.ts'
import { call, ofType, scope } from '../test-support/harness.ts'

// No timer fires in these tests, so any code that depends on one would never finish.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] }))
afterEach(() => void vi.useRealTimers())

const requests = 200
const confirm = call('ui_confirm', { message: 'Sure?' })
const answer = call('final_response', { answer: 'Done.' })
const yes: AnswerEnvelope = { result: { confirmed: true } }
const no: AnswerEnvelope = { result: { confirmed: false } }

/** A model that returns one reply per call, each after its gate is opened. */
function gatedModel(replies: readonly string[]) {
  const gates = replies.map(() => Promise.withResolvers<void>())
  let calls = 0
  const model: Model = {
    name: 'gated',
    async *stream() {
      const index = calls++
      await gates[index]?.promise
      yield { type: 'text', text: replies[index] ?? answer }
      yield { type: 'finish', reason: 'stop' }
    },
  }
  return { model, open: (index: number) => gates[index]?.resolve() }
}

/** Creates two nodes with one store. */
function createNodes(replies: readonly string[]) {
  const ports = createMemoryStore()
  const { model, open } = gatedModel(replies)
  const agents = [0, 1].map(() => createAgent({ model, tools: [], ports, richOutput: { enabled: true } })) as [Agent, Agent]
  return { ports, agents, open, close: () => Promise.all(agents.map((agent) => agent.close())) }
}
type Nodes = ReturnType<typeof createNodes>

const start = (agent: Agent, run_id: string) =>
  agent.start({ thread_id: 't', run_id, messages: [{ id: run_id, role: 'user', content: 'Go.' }], client_tools: [], context: [], client: {} }, scope)

/** Sends many requests concurrently, distributed evenly over the nodes. */
const atOnce = <T>({ agents }: Nodes, request: (agent: Agent, index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: requests }, (_, index) => request(agents[index % 2 === 0 ? 0 : 1], index)))

function countBy<T>(items: readonly T[], name: (item: T) => string): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const item of items) counts[name(item)] = (counts[name(item)] ?? 0) + 1
  return counts
}

/** Returns the log up to its finish, including one that pauses. */
async function readUntilFinish({ events }: StorePorts, run_id: string, after = 0): Promise<PlannerEvent[]> {
  const log: PlannerEvent[] = []
  for await (const event of events.read(scope, run_id, after)) {
    log.push(event)
    if (event.type === 'finish') break
  }
  return log
}

/** Starts a run that pauses with a question. Returns the id of the question. */
async function resumePausedRun(nodes: Nodes): Promise<string> {
  await start(nodes.agents[0], 'run-1')
  nodes.open(0)
  await readUntilFinish(nodes.ports, 'run-1')
  const [question] = await nodes.ports.pending.list(scope, 't')
  if (!question) throw new Error('The run has asked nothing.')
  return question.id
}

/** Asserts that nobody holds or awaits the thread or a run of it, that every log is complete, and that no timer is left. */
async function expectNothingLeft({ ports, close }: Nodes, run_ids: Iterable<string>): Promise<void> {
  await close()
  const thread = await ports.storage.lease(scope, { kind: 'thread', thread_id: 't' }, { ttlMs: 0 })
  expect(thread.status).toBe('granted')
  for (const run_id of run_ids) {
    const run = await ports.storage.lease(scope, { kind: 'run', run_id, thread_id: 't' }, { ttlMs: 0 })
    expect([run_id, run.status]).not.toEqual([run_id, 'busy'])
    const last = await ports.events.last(scope, run_id)
    if (last > 0) checkOrder(await readUntilFinish(ports, run_id))
  }
  expect(vi.getTimerCount()).toBe(0)
}

describe(`${requests} requests at once on one thread, over two nodes`, () => {
  it('of starts with ids of their own one is started, and all others learn that it is busy', async () => {
    const nodes = createNodes([answer])
    const results = await atOnce(nodes, (agent, index) => start(agent, `run-${index}`))
    expect(countBy(results, ({ status }) => status)).toEqual({ started: 1, busy: requests - 1 })
    const [run_id = ''] = new Set(results.map((result) => result.run_id))
    expect(new Set(results.map((result) => result.run_id)).size).toBe(1)
    nodes.open(0)
    expect(ofType(await readUntilFinish(nodes.ports, run_id), 'run_start')).toHaveLength(1)
    await expectNothingLeft(nodes, [run_id])
  })

  it('of starts under one id one is started, and all others find that it exists', async () => {
    const nodes = createNodes([answer])
    const results = await atOnce(nodes, (agent) => start(agent, 'run-1'))
    expect(countBy(results, ({ status }) => status)).toEqual({ started: 1, exists: requests - 1 })
    expect(new Set(results.map(({ run_id }) => run_id))).toEqual(new Set(['run-1']))
    nodes.open(0)
    expect(ofType(await readUntilFinish(nodes.ports, 'run-1'), 'run_start')).toHaveLength(1)
    await expectNothingLeft(nodes, ['run-1'])
  })

  it('of the same answer one is accepted, and all name the run that continues', async () => {
    const nodes = createNodes([confirm, answer])
    const interaction_id = await resumePausedRun(nodes)
    const results = await atOnce(nodes, (agent) => agent.answer({ interaction_id }, yes, scope))
    expect(countBy(results, ({ status }) => status)).toEqual({ accepted: 1, repeated: requests - 1 })
    const runs = new Set(results.flatMap((result) => ('run_id' in result ? [result.run_id] : [])))
    expect(runs.size).toBe(1)
    const [run_id = ''] = runs
    nodes.open(1)
    expect(ofType(await readUntilFinish(nodes.ports, run_id), 'resume')).toMatchObject([{ interaction_id, status: 'answered' }])
    await expectNothingLeft(nodes, ['run-1', run_id])
  })

  it('of two different answers one is accepted, its repetitions are recognised, and the other one conflicts', async () => {
    const nodes = createNodes([confirm, answer])
    const interaction_id = await resumePausedRun(nodes)
    const results = await atOnce(nodes, (agent, index) => agent.answer({ interaction_id }, index % 3 === 0 ? yes : no, scope))
    const counts = countBy(results, ({ status }) => status)
    expect(counts.accepted).toBe(1)
    expect((counts.repeated ?? 0) + (counts.conflict ?? 0)).toBe(requests - 1)
    expect(counts.conflict).toBeGreaterThan(0)
    const [run_id = ''] = new Set(results.flatMap((result) => ('run_id' in result ? [result.run_id] : [])))
    nodes.open(1)
    expect(ofType(await readUntilFinish(nodes.ports, run_id), 'resume')).toHaveLength(1)
    await expectNothingLeft(nodes, ['run-1', run_id])
  })

  it('of cancels of a run that waits one ends it, and the question can no longer be answered', async () => {
    const nodes = createNodes([confirm])
    const interaction_id = await resumePausedRun(nodes)
    const results = await atOnce(nodes, (agent) => agent.cancel('run-1', scope))
    expect(countBy(results, String)).toEqual({ true: 1, false: requests - 1 })
    const log = await readUntilFinish(nodes.ports, 'run-1')
    const rest = await readUntilFinish(nodes.ports, 'run-1', log.length)
    expect(ofType([...log, ...rest], 'finish').map(({ reason }) => reason)).toEqual(['paused', 'cancelled'])
    expect(await nodes.agents[1].answer({ interaction_id }, yes, scope)).toEqual({ status: 'gone' })
    await expectNothingLeft(nodes, ['run-1'])
  })

  it('of cancels of a run that works one finish is written', async () => {
    const nodes = createNodes([answer])
    await start(nodes.agents[0], 'run-1')
    const results = await Promise.all(Array.from({ length: requests }, () => nodes.agents[0].cancel('run-1', scope)))
    expect(results).toContain(true)
    expect(ofType(await readUntilFinish(nodes.ports, 'run-1'), 'finish').map(({ reason }) => reason)).toEqual(['cancelled'])
    expect((await start(nodes.agents[1], 'run-2')).status).toBe('started')
    await nodes.agents[1].cancel('run-2', scope)
    await expectNothingLeft(nodes, ['run-1', 'run-2'])
  })

  it('of starts, answers and cancels of a run that waits exactly one decides what becomes of the question', async () => {
    const nodes = createNodes([confirm])
    for (let index = 1; index < 4; index++) nodes.open(index)
    const interaction_id = await resumePausedRun(nodes)
    const run_ids = new Set(['run-1'])
    const results = await atOnce(nodes, async (agent, index) => {
      if (index % 3 === 0) return { kind: 'start', ...(await start(agent, `next-${index}`)) }
      if (index % 3 === 1) return { kind: 'answer', ...(await agent.answer({ interaction_id }, yes, scope)) }
      return { kind: 'cancel', status: String(await agent.cancel('run-1', scope)) }
    })
    for (const result of results) if ('run_id' in result && typeof result.run_id === 'string') run_ids.add(result.run_id)
    const counts = countBy(results, ({ kind, status }) => `${kind} ${status}`)
    expect(counts['answer accepted'] ?? 0).toBeLessThanOrEqual(1)
    await nodes.close()
    const logs = await Promise.all([...run_ids].map(async (run_id) => [run_id, await nodes.ports.events.last(scope, run_id)] as const))
    const events: PlannerEvent[] = []
    for (const [run_id, last] of logs)
      for (let after = 0; after < last; ) {
        const part = await readUntilFinish(nodes.ports, run_id, after)
        events.push(...part)
        after = part.at(-1)?.seq ?? last
      }
    expect(ofType(events, 'resume').filter((event) => event.interaction_id === interaction_id).length).toBeLessThanOrEqual(1)
    expect((await nodes.ports.pending.get(scope, interaction_id))?.state).not.toBe('open')
    await expectNothingLeft(nodes, run_ids)
  })
})
