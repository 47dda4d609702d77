import type { AnswerEnvelope, PlannerEvent, StorePorts, ToolContext } from '@pf/core'
import { createMemoryStore } from '@pf/core/memory'
import { expect, it } from 'vitest'
import { type Agent, createAgent } from '../index.ts'
import { leaseTtlMs } from '../log/lease-keeper.ts'
import type { Model } from '../model/model.ts'
import { checkOrder } from '../test-support/check-order.ts'
import { call, ofType, scope } from '../test-support/harness.ts'

/** Random numbers that can be reproduced from a seed. */
function createRandom(seed: number) {
  let state = seed
  const next = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
  return { next, chance: (share: number) => next() < share, pick: <T>(list: readonly [T, ...T[]]): T => list[Math.floor(next() * list.length)] ?? list[0] }
}
type Random = ReturnType<typeof createRandom>

const ask = (message: string) => ({ node: 'ui_confirm', args: { message } })
const actions = [
  call('ui_confirm', { message: 'Sure?' }),
  call('pay'),
  call('once'),
  call('front'),
  call('plan', { steps: [{ node: 'pay', args: {} }, ask('In a plan?'), { node: 'once', args: {} }], join: { node: 'pay', inject: { all: '$all' } } }),
  call('final_response', { answer: 'Bye.' }),
  'only prose',
] as const
const tools = [
  {
    name: 'pay',
    description: 'Pays.',
    input: { type: 'object' },
    run: (_args: unknown, { pause }: ToolContext) => pause({ component: 'confirm', props: { message: 'Pay?' } }),
  },
  { name: 'once', description: 'Once.', input: { type: 'object' }, idempotent: false, run: () => ({ done: true }) },
]

function modelOf(random: Random): Model {
  return {
    name: 'random',
    async *stream() {
      await new Promise((done) => setImmediate(done))
      yield { type: 'text', text: random.pick(actions) }
      yield { type: 'finish', reason: 'stop' }
    },
  }
}

/** Returns ports that stop forever at the n-th call, which may or may not have had its effect, as for a killed process. */
function mortal(ports: StorePorts, { random, calls }: { random: Random; calls: number }) {
  const life = { left: calls, dead: false }
  const never = () => new Promise<never>(() => undefined)
  const silent = { [Symbol.asyncIterator]: () => ({ next: never, return: async () => ({ done: true, value: undefined }) }) }
  const wrap = <T extends object>(port: T): T =>
    new Proxy(port, {
      get: (target, name) => {
        const method = Reflect.get(target, name) as ((...args: unknown[]) => unknown) | undefined
        if (!method) return undefined
        return (...args: unknown[]) => {
          const work = () => Reflect.apply(method, target, args)
          life.left -= 1
          if (life.left === 0 && random.chance(0.5)) void work()
          life.dead ||= life.left <= 0
          if (!life.dead) return work()
          return name === 'read' && target === ports.events ? silent : never()
        }
      },
    })
  const { events, pending, threads, artifacts } = ports
  // A killed process no longer waits for a lease either.
  const killed = new AbortController()
  const lease: StorePorts['storage']['lease'] = (scope, resource, options) =>
    ports.storage.lease(scope, resource, { ...options, signal: AbortSignal.any([killed.signal, ...(options.signal ? [options.signal] : [])]) })
  const storage = { ...ports.storage, lease }
  return {
    life,
    kill: () => killed.abort(),
    ports: { storage: wrap(storage), events: wrap(events), pending: wrap(pending), threads: wrap(threads), artifacts },
  }
}

interface Round {
  random: Random
  agents: readonly [Agent, Agent]
  runs: Set<string>
  count: number
}

/** Performs one action that a user, a tab or a server may perform at any time. */
async function playRound(round: Round): Promise<void> {
  const { random, agents, runs } = round
  const agent = random.pick(agents)
  const view = await agent.thread('t', scope)
  const question = view?.pending[0]
  const envelope = random.pick<AnswerEnvelope>([{ result: { confirmed: true } }, { result: { confirmed: false } }, { cancelled: true }, { result: 'wrong' }])
  const what = random.next()
  if (what < 0.35 && question) {
    const given = await agent.answer({ interaction_id: question.id }, envelope, scope)
    if ('run_id' in given) runs.add(given.run_id)
  } else if (what < 0.75) {
    round.count += 1
    const run_id = random.chance(0.2) && view?.last_run_id ? view.last_run_id : `r${round.count}`
    const messages = [1, 2].map((n) => ({ id: `u${random.chance(0.5) ? n : round.count}`, role: 'user' as const, content: `Line ${n}` }))
    const answers = question && random.chance(0.7) ? { answers: [{ ref: { interaction_id: question.id }, envelope }] } : {}
    const client = random.chance(0.5) ? { pf: { tool_results: true } } : {}
    const client_tools = [{ name: 'front', description: 'In front.', parameters: { type: 'object' } }]
    // Runs of a thread are begun on one node, because a run on another node is not known before its first commit.
    runs.add((await agents[0].start({ thread_id: 't', run_id, messages, client_tools, context: [], client, ...answers }, scope)).run_id)
  } else if (what < 0.9 && view?.last_run_id) await agent.cancel(view.last_run_id, scope)
  else if (view?.last_run_id) {
    const reader = (await agent.attach(view.last_run_id, 0, { scope }))?.[Symbol.asyncIterator]()
    await reader?.next()
    await reader?.return?.()
  }
}

async function readStored({ events }: StorePorts, run_id: string): Promise<PlannerEvent[]> {
  const last = await events.last(scope, run_id)
  const log: PlannerEvent[] = []
  if (last === 0) return log
  for await (const event of events.read(scope, run_id, 0)) {
    log.push(event)
    if (event.seq >= last) break
  }
  return log
}

/** Stops all remaining work and checks the result: nothing waits, every log is in order and has ended, and every question was resumed at most once. */
async function endAll(round: Round, { ports, agent }: { ports: StorePorts; agent: Agent }): Promise<void> {
  for (let turn = 0; turn < 20; turn++) {
    const { last_run_id } = await ports.threads.summary(scope, 't')
    if (last_run_id !== undefined) await agent.cancel(last_run_id, scope)
    await new Promise((done) => setImmediate(done))
  }
  expect((await agent.thread('t', scope))?.pending ?? []).toEqual([])
  for (const { run_id } of await ports.threads.read(scope, 't')) round.runs.add(run_id)
  const resumed: string[] = []
  for (const run_id of round.runs) {
    const log = await readStored(ports, run_id)
    if (log.length === 0) continue
    checkOrder(log)
    resumed.push(...ofType(log, 'resume').map(({ interaction_id }) => interaction_id))
    const record = await ports.storage.load(scope, run_id)
    expect([run_id, record?.finished || JSON.stringify(record?.state).includes('"status":"moved"')]).toEqual([run_id, true])
  }
  expect(resumed).toEqual([...new Set(resumed)])
}

const agentOf = (ports: StorePorts, random: Random) =>
  createAgent({ model: modelOf(random), tools: tools as never, ports, richOutput: { enabled: true }, limits: { maxSteps: 8 } })

it('answers, requests, cancels and readers on two nodes in any order leave every log in order and no question resumed twice', async () => {
  for (let seed = 1; seed <= 60; seed++) {
    const random = createRandom(seed)
    const ports = createMemoryStore()
    const agents = [agentOf(ports, random), agentOf(ports, random)] as const
    const round: Round = { random, agents, runs: new Set(), count: 0 }
    for (let turn = 0; turn < 20; turn++) await Promise.all(Array.from({ length: random.pick([1, 2, 3]) }, () => playRound(round)))
    await endAll(round, { ports, agent: agents[0] }).catch((cause: unknown) => Promise.reject(new Error(`seed ${seed}`, { cause })))
    await Promise.all(agents.map((agent) => agent.close()))
  }
}, 60_000)

it('with a node that dies at any call of its store the other one brings everything to its end', async () => {
  for (let seed = 1; seed <= 60; seed++) {
    const random = createRandom(seed)
    let now = Date.now()
    const ports = createMemoryStore({ now: () => now })
    const doomed = mortal(ports, { random, calls: 5 + Math.floor(random.next() * 200) })
    const agents = [agentOf(doomed.ports, random), agentOf(ports, random)] as const
    const round: Round = { random, agents, runs: new Set(), count: 0 }
    const died = async () => {
      while (!doomed.life.dead) await new Promise((done) => setImmediate(done))
      for (let turn = 0; turn < 50; turn++) await new Promise((done) => setImmediate(done))
    }
    const dies = died()
    for (let turn = 0; turn < 20 && !doomed.life.dead; turn++) await Promise.race([dies, Promise.all([playRound(round), playRound(round)])])
    doomed.life.dead = true
    doomed.kill()
    await dies
    now += leaseTtlMs + 1
    const [, alive] = agents
    const messages = [{ id: 'after', role: 'user' as const, content: 'Hello?' }]
    round.runs.add((await alive.start({ thread_id: 't', run_id: 'after', messages, client_tools: [], context: [], client: {} }, scope)).run_id)
    await endAll(round, { ports, agent: alive }).catch((cause: unknown) => Promise.reject(new Error(`seed ${seed}`, { cause })))
    await alive.close()
  }
}, 60_000)
