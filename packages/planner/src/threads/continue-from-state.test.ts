import type { CommitInput, PlannerEvent, StorePorts } from '@pf/core'
import { createMemoryStore } from '@pf/core/memory'
import type { Story } from '@pf/testing'
import { afterEach, describe, expect, it } from 'vitest'
import { leaseTtlMs } from '../log/lease-keeper.ts'
import {
  answer,
  call,
  createHarness,
  finishOf,
  type Harness,
  type HarnessOptions,
  inputOf,
  ofType,
  questionOf,
  scope,
  script,
} from '../test-support/harness.ts'

const open: Harness[] = []
afterEach(async () => {
  for (const harness of open.splice(0).reverse()) await harness.close()
})

const find = {
  name: 'find',
  description: 'Finds.',
  input: { type: 'object' },
  output: { type: 'object', properties: { id: { type: 'integer' } } },
  run: ({ n = 1 }: { n?: number }) => ({ id: n }),
}
const sum = { name: 'sum', description: 'Sums.', input: { type: 'object' }, run: ({ of = [] }: { of?: unknown[] }) => ({ count: of.length }) }
const tools = [find, sum]

const clock = () => {
  let now = Date.now()
  return {
    now: () => now,
    pass: (ms: number) => {
      now += ms
    },
  }
}

/** Returns ports of a process that dies directly after its state commit number `last`: nothing reaches the store afterwards. */
function dyingPorts(ports: StorePorts, last: number) {
  const { promise: died, resolve } = Promise.withResolvers<void>()
  let [states, dead] = [0, false]
  const never = () => new Promise<never>(() => undefined)
  const guard = <T extends object>(port: T): T =>
    new Proxy(port, {
      get: (target, name) => {
        const method = Reflect.get(target, name) as ((...args: unknown[]) => unknown) | undefined
        return method && ((...args: unknown[]) => (dead ? never() : method.apply(target, args)))
      },
    })
  const storage = guard({
    ...ports.storage,
    commit: async (owner: typeof scope, input: CommitInput) => {
      const result = await ports.storage.commit(owner, input)
      if (input.state) states += 1
      if (states === last && input.state) {
        dead = true
        resolve()
        return never()
      }
      return result
    },
  })
  return { died, own: { ...ports, storage, events: guard(ports.events), pending: guard(ports.pending), threads: guard(ports.threads) } }
}

/** Runs a story to its finish, and returns it with the number of states that were committed. */
async function runToFinish(story: Story, options: Partial<HarnessOptions>) {
  const ports = createMemoryStore()
  const states: unknown[] = []
  const commit = ports.storage.commit.bind(ports.storage)
  ports.storage.commit = (owner, input) => {
    const ends = input.events.some(({ type }) => type === 'finish')
    if (input.state && !ends) states.push(input.state.value)
    return commit(owner, input)
  }
  const harness = await createHarness({ stories: [story], ports, tools, ...options })
  open.push(harness)
  const finish = finishOf(await harness.run('Go.'))
  return { states: states.length, finish }
}

/** Runs the same story, continued by a new agent from the state of commit number `last`. */
async function continueFrom(last: number, story: Story, options: Partial<HarnessOptions>) {
  const time = clock()
  const ports = createMemoryStore({ now: time.now })
  const { died, own } = dyingPorts(ports, last)
  const first = await createHarness({ stories: [story], ports: own, tools, ...options })
  const second = await createHarness({ ports, server: first.server, tools, ...options })
  open.push(second)
  void first.agent.start(inputOf('Go.'), scope).catch(() => undefined)
  await died
  time.pass(leaseTtlMs + 1)
  const events: PlannerEvent[] = []
  for await (const event of (await second.agent.attach('run-1', 0, { scope })) ?? []) events.push(event)
  await first.server.close()
  return { events, log: await second.log('run-1') }
}

const plan = JSON.stringify({
  type: 'tool_calls',
  reasoning: 'Find twice.',
  calls: [
    { tool_name: 'find', arguments: { n: 4 } },
    { tool_name: 'find', arguments: { n: '$0.output.id' } },
  ],
})
const planStory: Story = {
  name: 'plan',
  match: () => true,
  reply: ({ messages }) => ({ content: messages.at(-1)?.content.includes('Plan now.') ? plan : answer('Four.') }),
}

const stories: [string, Story, Partial<HarnessOptions>][] = [
  ['react', script(call('find', { n: 1 }), call('find', { n: 2 }), call('plan', { steps: [{ node: 'find', args: { n: 3 } }] }), answer('Three.')), {}],
  [
    'react with a join',
    script(call('plan', { steps: [{ node: 'find' }, { node: 'find' }], join: { node: 'sum', inject: { of: '$all' } } }), answer('Two.')),
    {},
  ],
  ['plan-execute', planStory, { strategy: 'plan-execute' }],
  ['a router and a memory', script(call('find', { n: 1 }), answer('Routed.')), { reasoningEffort: 'auto', memory: { lastTurns: 2 } }],
]

describe('a run that is continued from any committed state', () => {
  it.each(stories)(
    'ends as if nothing had happened: %s',
    async (_name, story, options) => {
      const whole = await runToFinish(story, options)
      expect(whole.finish.reason).toBe('answer')
      expect(whole.states).toBeGreaterThan(0)
      for (let last = 1; last <= whole.states; last++) {
        const { events, log } = await continueFrom(last, story, options)
        expect(events).toEqual(log)
        expect(ofType(log, 'warning').filter(({ code }) => code === 'taken_over')).toHaveLength(1)
        const { raw_answer, artifacts, sources } = finishOf(log).payload
        expect({ raw_answer, artifacts, sources }, `state ${last} of ${whole.states}`).toEqual({
          raw_answer: whole.finish.payload.raw_answer,
          artifacts: whole.finish.payload.artifacts,
          sources: whole.finish.payload.sources,
        })
      }
    },
    60_000,
  )
})

type Change = (state: Record<string, unknown>) => Record<string, unknown>

function toVersion2(state: Record<string, unknown>): Record<string, unknown> {
  const { known_message_ids, deferred_messages, consecutive_failures, secret_refs, ...same } = state
  return { ...same, version: 2, known: known_message_ids, later: deferred_messages, fruitless: consecutive_failures, secrets: secret_refs }
}

describe('a stored state that this release does not write', () => {
  async function paused(change: Change) {
    const ports = createMemoryStore()
    const harness = await createHarness({
      stories: [script(call('ui_confirm', { message: 'Delete it?' }), answer('Gone.'))],
      ports,
      richOutput: { enabled: true },
    })
    open.push(harness)
    const { id } = questionOf(await harness.run('Go.'))
    await replaceState(ports, change)
    return { harness, id, ports }
  }

  async function replaceState(ports: StorePorts, change: Change) {
    const run = { run_id: 'run-1', thread_id: 'thread-1' }
    const leased = await ports.storage.lease(scope, { kind: 'run', ...run }, { ttlMs: 1_000, waitMs: 1_000 })
    const record = await ports.storage.load(scope, 'run-1')
    if (leased.status !== 'granted' || !record) throw new Error('The run could not be leased.')
    const value = change(record.state as Record<string, unknown>) as never
    await ports.storage.commit(scope, { run, lease: leased.lease, events: [], state: { expect_version: record.state_version, value } })
    await ports.storage.release(scope, leased.lease)
  }

  it('is migrated when it is of version 2: the question can still be answered', async () => {
    const { harness, id, ports } = await paused((state) => toVersion2(state))
    const given = await harness.agent.answer({ interaction_id: id }, { result: { confirmed: true } }, scope)
    if (given.status !== 'accepted') throw new Error(given.status)
    expect(finishOf(await harness.log(given.run_id)).payload.raw_answer).toBe('Gone.')
    expect((await ports.storage.load(scope, given.run_id))?.state).toMatchObject({ version: 10, known_message_ids: ['u1'] })
  })

  it('is refused when it is newer: nothing is answered or started, and the run stays as it is', async () => {
    const { harness, id, ports } = await paused((state) => ({ ...state, version: 11 }))
    const before = await ports.storage.load(scope, 'run-1')
    const refusal = { code: 'state_unreadable', message: expect.stringContaining('version 11') }
    await expect(harness.agent.answer({ interaction_id: id }, { result: { confirmed: true } }, scope)).rejects.toMatchObject(refusal)
    await expect(harness.agent.start(inputOf('Next.', { run_id: 'run-2' }), scope)).rejects.toMatchObject(refusal)
    expect(await ports.storage.load(scope, 'run-1')).toEqual(before)
    expect((await ports.pending.get(scope, id))?.state).toBe('open')
    expect(await harness.agent.cancel('run-1', scope)).toBe(true)
  })

  it('ends its run when it is damaged, with an error that says so, and the thread is free', async () => {
    const { harness, ports } = await paused((state) => ({ ...state, history: 'lost' }))
    expect(await harness.agent.start(inputOf('Next.', { run_id: 'run-2' }), scope)).toMatchObject({ status: 'started' })
    await harness.log('run-2')
    const last = await ports.events.last(scope, 'run-1')
    const log: PlannerEvent[] = []
    for await (const event of ports.events.read(scope, 'run-1', 0)) {
      log.push(event)
      if (event.seq === last) break
    }
    expect(finishOf(log)).toMatchObject({ reason: 'error', error: { code: 'state_unreadable', message: expect.stringContaining('/history') } })
  })
})
