import type { PlannerEvent, StorePorts } from '@pf/core'
import { createMemoryStore } from '@pf/core/memory'
import { afterEach, describe, expect, it } from 'vitest'
import { answer, call, createHarness, finishOf, type Harness, inputOf, ofType, scope, script } from '../test-support/harness.ts'

let harness: Harness
afterEach(() => harness.close())

const gate = () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { tool: { name: 'wait', description: 'Waits.', input: { type: 'object' }, run: () => promise.then(() => 'ok') }, open: resolve }
}
const stories = [script(call('wait'), answer('done'))]

describe('start', () => {
  it('is busy while another run of the thread is active, and free for other threads and owners', async () => {
    const { tool, open } = gate()
    harness = await createHarness({ stories, tools: [tool] })
    await harness.start('One')
    expect(await harness.agent.start(inputOf('Two', { run_id: 'run-2' }), scope)).toEqual({ status: 'busy', run_id: 'run-1' })
    expect(await harness.agent.start(inputOf('Two', { run_id: 'run-2', thread_id: 'thread-2' }), scope)).toMatchObject({ status: 'started' })
    expect(await harness.agent.start(inputOf('Two', { run_id: 'run-1' }), { owner: { id: 'eve' } })).toMatchObject({ status: 'started' })
    open()
    await harness.log('run-1')
  })

  it('exists for a known run, active or finished, so that a retried request attaches', async () => {
    const { tool, open } = gate()
    harness = await createHarness({ stories, tools: [tool] })
    await harness.start('One')
    expect(await harness.agent.start(inputOf('One'), scope)).toEqual({ status: 'exists', run_id: 'run-1' })
    open()
    await harness.log('run-1')
    expect(await harness.agent.start(inputOf('One'), scope)).toEqual({ status: 'exists', run_id: 'run-1' })
  })

  it('starts once when the same or two runs of a thread are asked for at the same time', async () => {
    const { tool, open } = gate()
    harness = await createHarness({ stories, tools: [tool] })
    const results = await Promise.all([
      ...Array.from({ length: 10 }, () => harness.agent.start(inputOf('One'), scope)),
      ...Array.from({ length: 10 }, (_, index) => harness.agent.start(inputOf('Other', { run_id: `other-${index}` }), scope)),
    ])
    expect(results.filter(({ status }) => status === 'started')).toHaveLength(1)
    expect(results.filter(({ status }) => status === 'exists')).toHaveLength(9)
    expect(results.filter(({ status }) => status === 'busy')).toHaveLength(10)
    open()
    await harness.log('run-1')
  })

  it('has written the run and the line of the user when it returns', async () => {
    const { tool, open } = gate()
    harness = await createHarness({ stories, tools: [tool] })
    await harness.start('How are you?')
    expect(await harness.agent.thread('thread-1', scope)).toMatchObject({
      messages: [{ role: 'user', content: 'How are you?', run_id: 'run-1' }],
      last_run_id: 'run-1',
    })
    open()
    await harness.log('run-1')
  })

  it('says what it cannot do with the input', async () => {
    harness = await createHarness({ stories: [script(answer('hi'))] })
    const tool = (name: string) => ({ name, description: 'Shows.', parameters: { type: 'object' } })
    const events = await harness.run('Hello', {
      client_tools: [tool('show'), tool('plan'), tool('ui_form'), tool('show')],
      answers: [{ ref: { interaction_id: 'x' }, envelope: { cancelled: true } }],
    })
    expect(ofType(events, 'warning').map(({ code }) => code)).toEqual(['answer_unknown', 'client_tool_refused'])
    expect(ofType(events, 'warning')[1]?.text).toContain('plan, ui_form, show')
    expect(harness.server.requests[0]?.conversation?.system).not.toContain('Shows.')
    expect(JSON.stringify(harness.server.requests[0]?.conversation?.messages)).toContain('does not belong to an open question')
  })

  it('refuses input of the wrong shape with the places', async () => {
    harness = await createHarness({ stories })
    const bad = {
      ...inputOf('x'),
      run_id: '',
      messages: [
        { id: '1', role: 'wizard', content: 'x' },
        { id: '2', role: 'user', content: 5 },
      ],
    } as never
    await expect(harness.agent.start(bad, scope)).rejects.toMatchObject({
      code: 'invalid_input',
      fields: { issues: [{ pointer: '/run_id' }, { pointer: '/messages/0/role' }, { pointer: '/messages/1/content' }] },
    })
  })
})

describe('attach', () => {
  it('gives the rest of the log after any event, and nothing twice', async () => {
    harness = await createHarness({ stories: [script(answer('one two three'))] })
    const whole = await harness.run('Go')
    for (const { seq } of whole) {
      const rest: PlannerEvent[] = []
      for await (const event of (await harness.agent.attach('run-1', seq, { scope })) ?? []) rest.push(event)
      expect(rest).toEqual(whole.slice(seq))
    }
  })

  it('is undefined for unknown and foreign runs', async () => {
    harness = await createHarness({ stories: [script(answer('one'))] })
    await harness.run('Go')
    expect(await harness.agent.attach('no-run', 0, { scope })).toBeUndefined()
    expect(await harness.agent.attach('run-1', 0, { scope: { owner: { id: 'eve' } } })).toBeUndefined()
    expect(await harness.agent.thread('thread-1', { owner: { id: 'eve' } })).toBeUndefined()
  })
})

it('an answer to no question is unknown', async () => {
  harness = await createHarness({ stories })
  expect(await harness.agent.answer({ interaction_id: 'x' }, { result: 1 }, scope)).toEqual({ status: 'unknown' })
})

it('a thread after a reload holds questions and answers of all runs, and the last run', async () => {
  harness = await createHarness({ stories: [script(answer('first'))] })
  await harness.run('One?', { run_id: 'run-1' })
  await harness.run('Two?', {
    run_id: 'run-2',
    messages: [
      { id: 'u1', role: 'user', content: 'One?' },
      { id: 'a1', role: 'assistant', content: 'first' },
      { id: 'u2', role: 'user', content: 'Two?' },
    ],
  })
  const view = await harness.agent.thread('thread-1', scope)
  expect(view?.messages.map(({ role, content }) => `${role}: ${content}`)).toEqual(['user: One?', 'assistant: first', 'user: Two?', 'assistant: first'])
  expect(view).toMatchObject({ last_run_id: 'run-2', pending: [] })
  expect(harness.server.requests[1]?.conversation?.messages.slice(1).map(({ role, content }) => `${role}: ${content}`)).toEqual([
    'user: One?',
    'assistant: {"next_node":"final_response","args":{"answer":"first"}}',
    'user: Two?',
  ])
})

describe('a run whose process died', () => {
  /** Leaves a run that was begun elsewhere in the middle of a call and an answer. */
  async function abandon(ports: StorePorts, ttl: number) {
    const run = { run_id: 'dead', thread_id: 'thread-1' }
    const result = await ports.storage.lease(scope, { kind: 'run', ...run }, { ttlMs: ttl })
    if (result.status !== 'granted') throw new Error('The run could not be leased.')
    const { lease } = result
    const base = { ...run, ts: 1 }
    await ports.storage.commit(scope, {
      run,
      lease,
      events: [
        { ...base, type: 'run_start', registry_version: '1', registry_digest: '', message_id: 't:dead', client: { client_tools: [], answered: [] } },
        { ...base, type: 'step_start', step: 1 },
        { ...base, type: 'tool_call_start', step: 1, tool_call_id: 'tc:dead:1', name: 'wait', interactive: false, owner: 'server' },
      ],
      thread: [{ id: 'u', role: 'user', run_id: 'dead', text: 'Go', ts: 1 }],
    })
    return lease
  }

  it('keeps its thread busy while its lease holds, and a cancellation waits for it', async () => {
    const ports = createMemoryStore()
    const lease = await abandon(ports, 60_000)
    harness = await createHarness({ stories: [script(answer('hi'))], ports })
    expect(await harness.agent.start(inputOf('Next'), scope)).toEqual({ status: 'busy', run_id: 'dead' })
    const cancelled = harness.agent.cancel('dead', scope)
    await expect.poll(async () => (await ports.storage.load(scope, 'dead'))?.cancel_requested, { interval: 5 }).toBeDefined()
    await ports.storage.renew(scope, lease, 0)
    expect(await cancelled).toBe(true)
    expect(finishOf(await harness.log('dead')).reason).toBe('cancelled')
  })

  it('is closed and finished once its lease is over, and the thread is free', async () => {
    const ports = createMemoryStore()
    await abandon(ports, 0)
    harness = await createHarness({ stories: [script(answer('hi'))], ports })
    expect(finishOf(await harness.run('Next'))).toMatchObject({ reason: 'answer' })
    expect(finishOf(await harness.log('dead'))).toMatchObject({ reason: 'error', error: { code: 'internal' } })
  })

  it('can be cancelled then, too', async () => {
    const ports = createMemoryStore()
    await abandon(ports, 0)
    harness = await createHarness({ stories, ports })
    expect(await harness.agent.cancel('dead', scope)).toBe(true)
    expect(finishOf(await harness.log('dead'))).toMatchObject({ reason: 'cancelled' })
  })
})

describe('a store that fails', () => {
  it('for a moment changes nothing: every event is there once', async () => {
    const ports = createMemoryStore()
    let calls = 0
    const commit = ports.storage.commit.bind(ports.storage)
    ports.storage = {
      ...ports.storage,
      commit: async (...args) => {
        calls += 1
        if (calls % 3 === 0) throw new Error('connection lost before')
        const result = await commit(...args)
        if (calls % 3 === 1 && calls > 1) throw new Error('connection lost after')
        return result
      },
    }
    harness = await createHarness({ stories: [script(answer('steady'))], ports })
    expect(finishOf(await harness.run('Go'))).toMatchObject({ reason: 'answer', payload: { raw_answer: 'steady' } })
  }, 90_000)

  it('with what cannot be looked at, or when it lets go, ends the run and leaves the thread free', async () => {
    const ports = createMemoryStore()
    const { proxy, revoke } = Proxy.revocable({}, {})
    revoke()
    const commit = ports.storage.commit.bind(ports.storage)
    let calls = 0
    ports.storage = {
      ...ports.storage,
      commit: (...args) => (++calls === 2 ? Promise.reject(proxy) : commit(...args)),
      release: () => {
        throw proxy
      },
    }
    harness = await createHarness({ stories: [script(answer('steady'))], ports })
    expect(finishOf(await harness.run('Go'))).toMatchObject({ reason: 'answer' })
    await harness.agent.close()
  })

  it('at the start rejects with store_failed and leaves the thread free', async () => {
    const ports = createMemoryStore()
    const { lease } = ports.storage
    ports.storage = { ...ports.storage, lease: async () => Promise.reject(new Error('down')) }
    harness = await createHarness({ stories: [script(answer('hi'))], ports })
    await expect(harness.agent.start(inputOf('Go'), scope)).rejects.toMatchObject({ code: 'store_failed' })
    ports.storage = Object.assign(ports.storage, { lease })
    expect(finishOf(await harness.run('Go'))).toMatchObject({ reason: 'answer' })
  })

  it('that gives the lease to somebody else silences the run', async () => {
    const ports = createMemoryStore()
    const { tool, open } = gate()
    const commit = ports.storage.commit.bind(ports.storage)
    let fenced = false
    ports.storage = { ...ports.storage, commit: async (...args) => (fenced ? { status: 'fenced' } : commit(...args)) }
    harness = await createHarness({ stories, tools: [tool], ports })
    await harness.start('Go')
    for await (const event of (await harness.agent.attach('run-1', 0, { scope })) ?? []) if (event.type === 'tool_call_end') break
    const before = await ports.events.last(scope, 'run-1')
    fenced = true
    open()
    await harness.agent.close()
    expect(await ports.events.last(scope, 'run-1')).toBe(before)
  })
})
