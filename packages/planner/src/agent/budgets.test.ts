import type { PlannerEvent, Scope, SpendingStore, TokenUsage } from '@pf/core'
import { createMemoryStore } from '@pf/core/memory'
import { afterEach, describe, expect, it } from 'vitest'
import { type AgentOptions, createAgent } from '../index.ts'
import type { Model, ModelMessage } from '../model/model.ts'
import { answer, call, finishOf, inputOf, ofType, questionOf, scope } from '../test-support/harness.ts'

const usage: TokenUsage = { input: 100, output: 20, cached: 40 }
const prices = { scripted: { input: 2, output: 10, cached: 0.5 } }
/** The cost of one call: (60 × 2 + 40 × 0.5 + 20 × 10) / 1,000,000. */
const callCost = 0.00034

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

function createSystem({ replies, ports = createMemoryStore(), ...options }: { replies: string[] } & Partial<AgentOptions>) {
  const requests: (readonly ModelMessage[])[] = []
  const model: Model = {
    name: 'scripted',
    async *stream({ messages }) {
      requests.push(messages)
      yield { type: 'text', text: replies[(requests.length - 1) % replies.length] ?? '' }
      yield { type: 'usage', usage }
      yield { type: 'finish', reason: 'stop' }
    },
  }
  const calls: unknown[] = []
  const find = {
    name: 'find',
    description: 'Finds.',
    input: { type: 'object' },
    run: (args: unknown) => {
      calls.push(args)
      return { found: calls.length }
    },
  }
  const agent = createAgent({ model, ports, tools: [find], ...options })
  closing.push(() => agent.close())
  let runs = 0
  const read = async (run_id: string, by: Scope = scope) => {
    const events: PlannerEvent[] = []
    for await (const event of (await agent.attach(run_id, 0, { scope: by })) ?? []) {
      events.push(event)
      if (event.type === 'finish') break
    }
    return events
  }
  const run = async (more: Parameters<typeof inputOf>[1] = {}, by: Scope = scope) => {
    runs += 1
    const started = await agent.start(inputOf('Go.', { run_id: `run-${runs}`, ...more }), by)
    if (started.status !== 'started') throw new Error(started.status)
    return read(started.run_id, by)
  }
  return { agent, run, read, requests, calls, ports }
}

const budgetOf = (events: readonly PlannerEvent[]) => finishOf(events).payload.extra.budget

describe('what a run spends', () => {
  it('stands in an event of each step, in the payload and in the accounts, with what is left', async () => {
    const budgets = { run: { tokens: 1_000, cost: 0.01, modelCalls: 10, toolCalls: 5 }, prices }
    const { run, ports } = createSystem({ replies: [call('find'), answer('Done.')], budgets })
    const events = await run()
    const reported = ofType(events, 'budget')
    expect(reported.map(({ spent }) => [spent.tokens, spent.model_calls, spent.tool_calls])).toEqual([
      [120, 1, 1],
      [240, 2, 1],
    ])
    expect(reported.at(-1)?.limits).toEqual([
      { scope: 'run', unit: 'tokens', limit: 1_000, spent: 240, left: 760 },
      { scope: 'run', unit: 'cost', limit: 0.01, spent: 2 * callCost, left: 0.01 - 2 * callCost },
      { scope: 'run', unit: 'model_calls', limit: 10, spent: 2, left: 8 },
      { scope: 'run', unit: 'tool_calls', limit: 5, spent: 1, left: 4 },
    ])
    expect(budgetOf(events)).toMatchObject({ spent: { tokens: 240, cost: 2 * callCost }, limits: reported.at(-1)?.limits })
    expect(await ports.spending?.read(scope, ['run:run-1'])).toMatchObject([{ tokens: 240, cost: 680, model_calls: 2, tool_calls: 1 }])
  })

  it('is not reported without budgets', async () => {
    const { run } = createSystem({ replies: [answer('Done.')] })
    const events = await run()
    expect([ofType(events, 'budget'), budgetOf(events)]).toEqual([[], undefined])
  })

  it('is estimated for an endpoint that reports no usage', async () => {
    const model: Model = {
      name: 'scripted',
      async *stream() {
        yield { type: 'text', text: answer('Done.') }
        yield { type: 'finish', reason: 'stop' }
      },
    }
    const { run } = createSystem({ replies: [], model, budgets: { run: { cost: 1 }, prices } })
    expect(ofType(await run(), 'budget').at(-1)?.spent.cost).toBeGreaterThan(0)
  })
})

describe('a budget that is used up', () => {
  it.each([
    ['tokens', { tokens: 120 }],
    ['cost', { cost: callCost }],
    ['model_calls', { modelCalls: 1 }],
    ['tool_calls', { toolCalls: 1 }],
  ])('of %s ends the run before the next model call, with the best answer so far', async (unit, limits) => {
    const { run, requests, calls } = createSystem({ replies: [call('find'), answer('Done.')], budgets: { run: limits, prices } })
    const finish = finishOf(await run())
    expect(finish).toMatchObject({ reason: 'budget_exhausted', payload: { route: 'partial' }, error: { code: 'budget_exhausted' } })
    expect(finish.payload.raw_answer).toContain('"found"')
    expect(finish.error?.message).toMatch(/^The budget of this run is used up: /)
    expect(finish.payload.extra.budget).toMatchObject({ limits: [{ unit, left: 0 }] })
    expect([requests.length, calls.length]).toEqual([1, 1])
  })

  it.each([
    ['thread', ['budget_exhausted', 'answer', 'answer']],
    ['day', ['budget_exhausted', 'budget_exhausted', 'answer']],
    ['owner', ['budget_exhausted', 'budget_exhausted', 'answer']],
  ])('of a %s ends the next run in it, and no other', async (budget, expected) => {
    const { run } = createSystem({ replies: [answer('Done.')], budgets: { [budget]: { tokens: 120 } } })
    expect(finishOf(await run()).reason).toBe('answer')
    const next = [await run(), await run({ thread_id: 'thread-2' }), await run({}, { owner: { id: 'bob' } })]
    expect(next.map((events) => finishOf(events).reason)).toEqual(expected)
  })

  it('of a day is whole again on the next day', async () => {
    let time = Date.UTC(2026, 10, 29, 23, 59)
    const { run } = createSystem({ replies: [answer('Done.')], budgets: { day: { tokens: 120 } }, now: () => time })
    await run()
    expect(finishOf(await run()).reason).toBe('budget_exhausted')
    time += 120_000
    expect(finishOf(await run()).reason).toBe('answer')
  })

  it('of time ends a call that is still at work', async () => {
    const slow = { name: 'slow', description: 'Takes long.', input: { type: 'object' }, run: () => new Promise(() => {}) }
    const { run } = createSystem({ replies: [call('slow')], tools: [slow], budgets: { run: { ms: 150 } } })
    expect(finishOf(await run())).toMatchObject({ reason: 'budget_exhausted', error: { message: expect.stringContaining('ms of work') } })
  })

  it('of tool calls leaves out the calls of a plan for which nothing is left, and the model cannot continue', async () => {
    const steps = Array.from({ length: 5 }, (_, index) => ({ node: 'find', args: { index } }))
    const { run, calls } = createSystem({ replies: [call('plan', { steps }), answer('Done.')], budgets: { run: { toolCalls: 3 } } })
    const events = await run()
    expect([finishOf(events).reason, calls.length]).toEqual(['budget_exhausted', 3])
    expect(
      ofType(events, 'tool_call_result')
        .map(({ status, code }) => code ?? status)
        .sort(),
    ).toEqual(['budget_exhausted', 'budget_exhausted', 'ok', 'ok', 'ok'])
  })
})

describe('a budget that is nearly used up', () => {
  const notice = (messages: readonly ModelMessage[] = []) => messages.filter(({ content }) => content.includes('nearly used up'))

  it('is reported to the model and in the log once', async () => {
    const replies = [call('find', { a: 1 }), call('find', { a: 2 }), call('find', { a: 3 }), answer('Done.')]
    const { run, requests } = createSystem({ replies, budgets: { run: { tokens: 600 }, warnAt: 0.35 } })
    const events = await run()
    expect(finishOf(events).reason).toBe('answer')
    expect(requests.map((messages) => notice(messages).length)).toEqual([0, 0, 1, 1])
    expect(notice(requests[2])[0]?.content).toBe(
      'The budget of this run is nearly used up: 240 of 600 tokens. Finish now: answer with what you know, and say what is missing.',
    )
    expect(ofType(events, 'warning')).toMatchObject([{ code: 'budget_low', text: 'The budget of this run is nearly used up: 240 of 600 tokens.' }])
  })
})

describe('the budget of a run', () => {
  it('holds over a question and in another process', async () => {
    const ports = createMemoryStore()
    const options = { ports, budgets: { run: { tokens: 240 } }, richOutput: { enabled: true } }
    const first = createSystem({ replies: [call('ui_confirm', { message: 'Sure?' })], ...options })
    const question = questionOf(await first.run())
    const second = createSystem({ replies: [call('find')], ...options })
    const result = await second.agent.answer({ interaction_id: question.id }, { result: { confirmed: true } }, scope)
    if (!('run_id' in result)) throw new Error(result.status)
    const events: PlannerEvent[] = []
    for await (const event of (await second.agent.attach(result.run_id, 0, { scope })) ?? []) events.push(event)
    expect([finishOf(events).reason, second.requests.length]).toEqual(['budget_exhausted', 1])
  })

  it('is spent by the subagents that it starts, and by theirs', async () => {
    const { run } = createSystem({ replies: [answer('Done.')], budgets: { run: { tokens: 360 }, thread: { tokens: 10_000 } } })
    await run({ run_id: 'parent' })
    await run({ run_id: 'child', thread_id: 'background', spends_from: 'parent' })
    const grandchild = await run({ run_id: 'grandchild', thread_id: 'background-2', spends_from: 'child' })
    expect(ofType(grandchild, 'budget').at(-1)?.limits).toMatchObject([
      { scope: 'run', spent: 360, left: 0 },
      { scope: 'thread', spent: 360 },
    ])
    expect(finishOf(await run({ run_id: 'late', thread_id: 'background-3', spends_from: 'parent' })).reason).toBe('budget_exhausted')
  })

  it('is not that of a run which only a client names, of another owner or unknown', async () => {
    const { run } = createSystem({ replies: [answer('Done.')], budgets: { run: { tokens: 120 } } })
    await run({ run_id: 'parent' })
    const others = [
      await run({ parent_run_id: 'parent' }),
      await run({ spends_from: 'nobody' }),
      await run({ run_id: 'foreign', spends_from: 'parent' }, { owner: { id: 'bob' } }),
    ]
    expect(others.map((events) => finishOf(events).reason)).toEqual(['answer', 'answer', 'answer'])
  })

  it('counts the runs of one owner that work at the same time', async () => {
    const { run } = createSystem({ replies: [answer('Done.')], budgets: { owner: { tokens: 10_000 } } })
    await Promise.all(Array.from({ length: 10 }, (_, index) => run({ thread_id: `thread-${index}`, run_id: `run-of-${index}` })))
    expect(ofType(await run({ thread_id: 'last' }), 'budget').at(-1)?.limits).toMatchObject([{ spent: 11 * 120 }])
  })
})

describe('a budget of many runs that work at the same time', () => {
  /** Runs whose model calls end once every run has asked for a reservation. */
  async function runTogether(count: number, budgets: AgentOptions['budgets'], used: TokenUsage) {
    const ports = createMemoryStore()
    const { spending } = ports
    if (!spending) throw new Error('The store has no accounts.')
    const asked = new Set<string>()
    const { promise: allAsked, resolve } = Promise.withResolvers<void>()
    const reserve: SpendingStore['reserve'] = async (by, reservation) => {
      const result = await spending.reserve(by, reservation)
      asked.add(reservation.run_id)
      if (asked.size === count) resolve()
      return result
    }
    let calls = 0
    const model: Model = {
      name: 'scripted',
      async *stream() {
        calls += 1
        await allAsked
        yield { type: 'text', text: answer('Done.') }
        yield { type: 'usage', usage: used }
        yield { type: 'finish', reason: 'stop' }
      },
    }
    const { run } = createSystem({ replies: [], model, ports: { ...ports, spending: { ...spending, reserve } }, ...(budgets ? { budgets } : {}) })
    const logs = await Promise.all(Array.from({ length: count }, (_, index) => run({ thread_id: `thread-${index}`, run_id: `run-of-${index}` })))
    const [spent] = await spending.read(scope, ['owner'])
    return { calls, spent, reasons: logs.map((events) => finishOf(events).reason).toSorted() }
  }

  it.each(['day', 'owner'])('of a %s is exceeded by no call, although all of them begin before one has ended', async (budget) => {
    const { calls, reasons } = await runTogether(10, { [budget]: { modelCalls: 3 } }, usage)
    expect(calls).toBe(3)
    expect(reasons).toEqual([...Array(3).fill('answer'), ...Array(7).fill('budget_exhausted')])
  })

  it.each(['tokens', 'cost'])('is exceeded in %s by less than one call', async (unit) => {
    const limits = unit === 'tokens' ? { tokens: 4_000 } : { cost: 0.03, tokens: 1_000_000 }
    const { calls, spent } = await runTogether(12, { owner: limits, reservedOutputTokens: 1_000, prices }, { input: 500, output: 1_000, cached: 0 })
    expect([calls, spent?.tokens, spent?.cost]).toEqual([3, 4_500, 33_000])
  })

  it('is not taken by a run that has ended, whether it answered, failed or was cancelled', async () => {
    const budgets = { owner: { modelCalls: 5 } }
    const failing: Model = {
      name: 'scripted',
      stream() {
        throw new Error('down')
      },
    }
    const ports = createMemoryStore()
    await createSystem({ replies: [], model: failing, ports, budgets, limits: { modelRetries: 0 } }).run({ run_id: 'failed' })
    const hanging: Model = { name: 'scripted', stream: () => ({ [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => {}) }) }) as never }
    const second = createSystem({ replies: [], model: hanging, ports, budgets })
    await second.agent.start(inputOf('Go.', { run_id: 'hanging' }), scope)
    await expect.poll(async () => (await ports.spending?.reserve(scope, probe(5)))?.granted).toBe(false)
    await second.agent.cancel('hanging', scope)
    await second.read('hanging')
    const [spent] = (await ports.spending?.read(scope, ['owner'])) ?? []
    expect((await ports.spending?.reserve(scope, probe(5 - (spent?.model_calls ?? 0))))?.granted).toBe(true)
  })

  const probe = (model_calls: number) => ({
    run_id: 'probe',
    accounts: [{ account: 'owner', limits: { model_calls: 5 } }],
    spending: { model_calls },
    ttlMs: 60_000,
  })

  it('lets an agent that a tool calls work, also when little is left', async () => {
    const ports = createMemoryStore()
    const budgets = { owner: { tokens: 5_000 }, reservedOutputTokens: 3_000 }
    const inner = createSystem({ replies: [answer('Inner.')], ports, budgets })
    const ask = {
      name: 'ask',
      description: 'Asks another agent.',
      input: { type: 'object' },
      idempotent: true,
      run: async () => ({ said: finishOf(await inner.run({ run_id: 'inner', thread_id: 'inner' })).payload.raw_answer }),
    }
    const outer = createSystem({ replies: [call('ask'), answer('Outer.')], ports, tools: [ask], budgets })
    const events = await outer.run({ run_id: 'outer' })
    expect(ofType(events, 'tool_call_result')).toMatchObject([{ status: 'ok', content: '{"said":"Inner."}' }])
    expect(finishOf(events).reason).toBe('answer')
  })
})

it.each([
  [true, /^budgets must be/],
  [{ run: { tokens: 5 }, reservedOutputTokens: 1.5 }, /^budgets.reservedOutputTokens must be/],
  [{ week: {} }, /^budgets.week is not a budget/],
  [{ run: 5 }, /^budgets.run must be/],
  [{ run: { token: 5 } }, /^budgets.run.token is not a limit/],
  [{ run: { tokens: 0 } }, /^budgets.run.tokens must be/],
  [{ run: { tokens: Number.NaN } }, /^budgets.run.tokens must be/],
  [{ warnAt: 1 }, /^budgets.warnAt must be/],
  [{ prices: [] }, /^budgets.prices must map/],
  [{ prices: { scripted: { input: -1, output: 0 } } }, /^budgets.prices\["scripted"\] must be/],
  [{ run: { cost: 1 } }, /^budgets limit the cost, but budgets.prices has no price for "scripted"/],
  [{ run: { cost: 1 }, prices: { constructor: { input: 1, output: 1 } } }, /no price for "scripted"/],
])('invalid budgets are refused: %o', (budgets, fault) => {
  expect(() => createSystem({ replies: [], budgets: budgets as never })).toThrow(
    expect.objectContaining({ fields: { faults: [expect.stringMatching(fault)] } }),
  )
})

it('budgets need accounts', () => {
  const { spending: _, ...ports } = createMemoryStore()
  expect(() => createSystem({ replies: [], ports, budgets: { run: { tokens: 1 } } })).toThrow('budgets need ports.spending')
})
