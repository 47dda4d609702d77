import { applyPatch, type JsonValue, type PlannerEvent, type ToolContext, type ToolDefinition } from '@pf/core'
import { createMemoryStore } from '@pf/core/memory'
import { afterEach, describe, expect, it } from 'vitest'
import { parseRunState } from '../state/read-run-state.ts'
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

async function start(replies: string[], options: Omit<HarnessOptions, 'stories'>): Promise<Harness> {
  const harness = await createHarness({ stories: [script(...replies)], state: {}, ...options })
  open.push(harness)
  return harness
}

const tool = (name: string, run: (context: ToolContext, args: Record<string, unknown>) => unknown): ToolDefinition => ({
  name,
  description: name,
  input: { type: 'object' },
  idempotent: true,
  run: (args: Record<string, unknown>, context) => run(context, args),
})

/** Applies the state events of a log to an empty state, as clients do. */
const stateOf = (log: readonly PlannerEvent[]) =>
  log.reduce<JsonValue>((state, event) => {
    if (event.type === 'state_snapshot') return event.state
    if (event.type !== 'state_delta') return state
    const patched = applyPatch(state, event.patch)
    if (!patched.ok) throw new Error(JSON.stringify(patched.error))
    return patched.value
  }, {})

const storedState = async ({ ports }: Harness, run_id = 'run-1') => parseRunState((await ports.storage.load(scope, run_id))?.state ?? null).shared_state
const stateEvents = (log: readonly PlannerEvent[]) => log.filter(({ type }) => type === 'state_snapshot' || type === 'state_delta').map(({ type }) => type)
const long = 'x'.repeat(200)
const add = (entry: string) => (previous: JsonValue) => ({ log: [...((previous as { log?: JsonValue[] }).log ?? []), entry] })

describe('the shared state', () => {
  it('is read by tools, changed by them, sent as a snapshot and then as deltas, and stored with the run', async () => {
    const seen: JsonValue[] = []
    const visit = tool('visit', (context) => {
      seen.push(context.state)
      context.setState((previous) => ({ ...(previous as object), stop: seen.length }))
      seen.push(context.state)
      return {}
    })
    const harness = await start([call('visit'), answer('Done.')], { tools: [visit] })
    const log = await harness.run('Go.', { state: { city: 'Oslo', note: long } })
    expect(seen).toEqual([
      { city: 'Oslo', note: long },
      { city: 'Oslo', note: long, stop: 1 },
    ])
    expect(stateEvents(log)).toEqual(['state_snapshot', 'state_delta'])
    expect(ofType(log, 'state_delta')[0]?.patch).toEqual([{ op: 'add', path: '/stop', value: 1 }])
    expect(stateOf(log)).toEqual(seen[1])
    expect(await storedState(harness)).toEqual(seen[1])
    expect(ofType(log, 'warning')).toEqual([])
  })

  it('is frozen for tools, also inside', async () => {
    const errors: unknown[] = []
    const spoil = tool('spoil', ({ state }) => {
      try {
        ;(state as { list: number[] }).list.push(1)
      } catch (error) {
        errors.push(error)
      }
      return {}
    })
    const harness = await start([call('spoil'), answer('Done.')], { tools: [spoil] })
    await harness.run('Go.', { state: { list: [] } })
    expect(errors).toEqual([expect.any(TypeError)])
    expect(await storedState(harness)).toEqual({ list: [] })
  })

  it('keeps the changes of all concurrent calls of a plan, in order', async () => {
    const note = tool('note', async (context, { entry, ms }) => {
      context.setState(add(`${String(entry)}1`))
      await new Promise((resolve) => setTimeout(resolve, Number(ms)))
      context.setState(add(`${String(entry)}2`))
      return {}
    })
    const steps = ['a', 'b', 'c'].map((entry, index) => ({ node: 'note', args: { entry, ms: 20 - index * 10 } }))
    const harness = await start([call('plan', { steps }), answer('Done.')], { tools: [note] })
    const log = await harness.run('Go.')
    const expected = { log: ['a1', 'b1', 'c1', 'c2', 'b2', 'a2'] }
    expect([stateOf(log), await storedState(harness)]).toEqual([expected, expected])
  })

  const circle: Record<string, unknown> = {}
  circle.self = circle
  it.each<[string, unknown, string]>([
    ['undefined', undefined, 'invalid_input'],
    ['a Date', { at: new Date(0) }, 'invalid_input'],
    ['a function', { run: () => 1 }, 'invalid_input'],
    ['a bigint', { n: 1n }, 'invalid_input'],
    ['NaN', { n: [Number.NaN] }, 'invalid_input'],
    ['a promise', async () => ({}), 'invalid_input'],
    ['a key that reaches a prototype', JSON.parse('{"a":{"__proto__":{"polluted":true}}}'), 'invalid_input'],
    ['the key constructor', { constructor: 1 }, 'invalid_input'],
    ['a cycle', circle, 'too_deep'],
    ['61 levels', Array.from({ length: 61 }).reduce<unknown>((inner) => [inner], 1), 'too_deep'],
    ['more than maxBytes', { text: 'x'.repeat(1_000) }, 'too_large'],
  ])('is not changed by %s, which throws in the tool', async (_, value, code) => {
    const thrown: unknown[] = []
    const bad = tool('bad', ({ setState }) => {
      try {
        setState(value as never)
      } catch (error) {
        thrown.push(error)
      }
      return {}
    })
    const harness = await start([call('bad'), answer('Done.')], { tools: [bad], state: { maxBytes: 500 } })
    const log = await harness.run('Go.', { state: { city: 'Oslo' } })
    expect(thrown).toMatchObject([{ code }])
    expect([stateOf(log), await storedState(harness)]).toEqual([{ city: 'Oslo' }, { city: 'Oslo' }])
  })

  it('is not changed by a function that calls setState itself, or after the call has ended', async () => {
    const thrown: unknown[] = []
    const attempt = (work: () => void) => {
      try {
        work()
      } catch (error) {
        thrown.push(error)
      }
    }
    let late: ToolContext | undefined
    const nest = tool('nest', (context) => {
      late = context
      const setTwice = () => {
        context.setState({ inner: 1 })
        return { outer: 1 }
      }
      attempt(() => context.setState(setTwice))
      return {}
    })
    const harness = await start([call('nest'), answer('Done.')], { tools: [nest] })
    await harness.run('Go.')
    attempt(() => late?.setState({ late: 1 }))
    expect(thrown).toMatchObject([{ code: 'conflict' }, { code: 'cancelled' }])
    expect(await storedState(harness)).toEqual({ inner: 1 })
  })

  it('is the committed one after a question: an older state of the page is replaced and reported', async () => {
    const visit = tool('visit', ({ setState }) => setState({ stop: 1 }))
    const harness = await start([call('visit'), call('ui_confirm', { message: 'On?' }), answer('Done.')], { tools: [visit], richOutput: { enabled: true } })
    const errors: unknown[] = []
    harness.agent.onError?.((error) => errors.push(error))
    const question = questionOf(await harness.run('Go.', { state: { stop: 0 } }))
    const answers = [{ ref: { interaction_id: question.id }, envelope: { result: { confirmed: true } } }]
    await harness.agent.start(inputOf('Go.', { run_id: 'run-2', state: { stop: 0 }, answers }), scope)
    const log = await harness.log('run-2')
    expect(finishOf(log).reason).toBe('answer')
    expect([stateOf(log), await storedState(harness, 'run-2')]).toEqual([{ stop: 1 }, { stop: 1 }])
    expect(ofType(log, 'warning').map(({ code }) => code)).toEqual(['state_kept'])
    expect(errors).toHaveLength(1)
  })

  it('is that of the request when a new message takes the place of the answer', async () => {
    const harness = await start([call('ui_confirm', { message: 'On?' }), answer('Done.')], { richOutput: { enabled: true } })
    const question = questionOf(await harness.run('Go.', { state: { stop: 0 } }))
    const answers = [{ ref: { interaction_id: question.id }, envelope: { cancelled: true as const } }]
    const messages = [...inputOf('Go.').messages, { id: 'u2', role: 'user' as const, content: 'Something else.' }]
    await harness.agent.start(inputOf('Go.', { run_id: 'run-2', state: { stop: 9 }, answers, messages }), scope)
    const log = await harness.log('run-2')
    expect([stateOf(log), await storedState(harness, 'run-2')]).toEqual([{ stop: 9 }, { stop: 9 }])
    expect(ofType(log, 'warning').filter(({ code }) => code.startsWith('state_'))).toEqual([])
  })

  it('of the thread continues in a run whose request has none, and is replaced by that of the request', async () => {
    const visit = tool('visit', ({ setState }) => setState({ stop: 1 }))
    const harness = await start([call('visit'), answer('Done.')], { tools: [visit] })
    await harness.run('Go.')
    const next = (run_id: string, state: JsonValue) => harness.run('On.', { run_id, state, messages: [{ id: run_id, role: 'user', content: 'On.' }] })
    const other = await start([answer('Done.')], { server: harness.server, ports: harness.ports })
    await other.agent.start(inputOf('On.', { run_id: 'run-2', state: {}, messages: [{ id: 'u2', role: 'user', content: 'On.' }] }), scope)
    const log = await other.log('run-2')
    expect(ofType(log, 'state_snapshot')[0]?.state).toEqual({ stop: 1 })
    expect(ofType(await next('run-3', { city: 'Rome' }), 'state_snapshot')[0]?.state).toEqual({ city: 'Rome' })
  })

  it('is in the prompt only by option, as data, as it is at each call of the model', async () => {
    const visit = tool('visit', ({ setState }) => setState({ city: 'Rome', hidden: 'h-2' }))
    const promptsWith = async (prompt: NonNullable<HarnessOptions['state']>['prompt'] | undefined) => {
      const harness = await start([call('visit'), answer('Done.')], { tools: [visit], state: prompt === undefined ? {} : { prompt } })
      await harness.run('Go.', { state: { city: 'Oslo', hidden: 'h-1' } })
      return harness.server.requests.map(({ body }) => JSON.stringify(body))
    }
    for (const text of await promptsWith(undefined)) expect(text).not.toMatch(/Oslo|Rome/)
    const [first = '', second = ''] = await promptsWith(true)
    expect([first.includes('Oslo'), first.includes('h-1'), second.includes('Rome'), second.includes('Oslo')]).toEqual([true, true, true, false])
    const [chosen = ''] = await promptsWith((state) => ({ city: (state as { city: string }).city }))
    expect([chosen.includes('Oslo'), chosen.includes('h-1')]).toEqual([true, false])
    for (const text of await promptsWith(() => undefined)) expect(text).not.toMatch(/Oslo|Rome/)
  })

  it('is left out of the prompt with an error for the host if the function fails, and is shortened if it is long', async () => {
    const failing = await start([answer('Done.')], {
      state: {
        prompt: () => {
          throw new Error('no city')
        },
      },
    })
    const errors: unknown[] = []
    failing.agent.onError?.((error) => errors.push(error))
    expect(finishOf(await failing.run('Go.', { state: { city: 'Oslo' } })).payload.raw_answer).toBe('Done.')
    expect(errors[0]).toMatchObject({ code: 'invalid_config', cause: { message: 'no city' } })
    const large = await start([answer('Done.')], { state: { prompt: true } })
    await large.run('Go.', { state: { text: 'y'.repeat(100_000) } })
    expect(JSON.stringify(large.server.requests[0]?.body).match(/y{1000}/g)?.length).toBeLessThanOrEqual(16)
  })

  it('that is too large is refused at the start with its location', async () => {
    const harness = await start([answer('Done.')], { state: { maxBytes: 100 } })
    await expect(harness.start('Go.', { state: { text: 'x'.repeat(200) } })).rejects.toMatchObject({
      code: 'invalid_input',
      fields: { issues: [{ code: 'too_large', pointer: '/state' }] },
    })
  })

  it('is ignored with a warning by an agent without the option, whose tools have none', async () => {
    const thrown: unknown[] = []
    const visit = tool('visit', (context) => {
      expect(context.state).toEqual({})
      try {
        context.setState({})
      } catch (error) {
        thrown.push(error)
      }
      return {}
    })
    const harness = await createHarness({ stories: [script(call('visit'), answer('Done.'))], tools: [visit] })
    open.push(harness)
    const log = await harness.run('Go.', { state: { city: 'Oslo' } })
    expect(ofType(log, 'warning').map(({ code }) => code)).toEqual(['state_ignored'])
    expect(thrown).toMatchObject([{ code: 'invalid_config' }])
    expect([stateEvents(log), harness.agent.usesState]).toEqual([[], false])
  })

  it('does not exist in background tasks, whose tools get an error', async () => {
    const { promise: thrown, resolve } = Promise.withResolvers<unknown>()
    const visit = tool('visit', ({ setState }) => {
      try {
        setState({ stop: 1 })
      } catch (error) {
        resolve(error)
      }
      return {}
    })
    const task = call('task', { mode: 'job', tool: 'visit', tool_args: {}, name: 'Visit' })
    const harness = await start([task, answer('Started.')], { tools: [visit], tasks: { confirm: false } })
    await harness.run('Go.', { state: { stop: 0 } })
    expect(await thrown).toMatchObject({ code: 'invalid_config' })
    expect(await storedState(harness)).toEqual({ stop: 0 })
  })

  it('is that of the last commit when another process takes over: a change that was only sent is withdrawn', async () => {
    const ports = createMemoryStore()
    const run = { run_id: 'run-1', thread_id: 'thread-1' }
    const leased = await ports.storage.lease(scope, { kind: 'run', ...run }, { ttlMs: 1_000 })
    if (leased.status !== 'granted') throw new Error('not leased')
    const first = await start([call('wait'), answer('Done.')], {
      tools: [
        tool('wait', (context) => {
          context.setState({ stop: 'sent' })
          return new Promise((_, reject) => context.signal.addEventListener('abort', () => reject(new Error('aborted'))))
        }),
      ],
      ports: createMemoryStore(),
    })
    const id = await first.start('Go.', { state: { stop: 'committed' } })
    for await (const event of (await first.agent.attach(id, 0, { scope })) ?? []) if (event.type === 'state_snapshot' && event.step !== undefined) break
    const record = await first.ports.storage.load(scope, id)
    const events = await readNow(first)
    await ports.storage.commit(scope, {
      run,
      lease: leased.lease,
      events: events.map(({ seq: _, ...event }) => event) as never,
      state: { expect_version: 0, value: record?.state ?? null },
      thread: [{ id: 'u1', role: 'user', run_id: 'run-1', text: 'Go.', ts: 1 }],
    })
    await ports.storage.release(scope, leased.lease)
    const second = await createHarness({ stories: [script(answer('Done.'))], ports, state: {} })
    open.push(second)
    const log = await second.log(id)
    expect(log.some((event) => event.type === 'warning' && event.code === 'taken_over')).toBe(true)
    expect([stateOf(log), await storedState(second)]).toEqual([{ stop: 'committed' }, { stop: 'committed' }])
  })
})

/** Reads the events that are stored now. */
async function readNow({ ports }: Harness): Promise<PlannerEvent[]> {
  const last = await ports.events.last(scope, 'run-1')
  const events: PlannerEvent[] = []
  for await (const event of ports.events.read(scope, 'run-1', 0)) {
    events.push(event)
    if (event.seq >= last) break
  }
  return events
}
