import type { ToolContext } from '@pf/core'
import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { defineTool } from '../index.ts'
import { answer, call, createHarness, finishOf, type Harness, type HarnessOptions, ofType, questionOf, scope, script } from '../test-support/harness.ts'

let harness: Harness
afterEach(() => harness.close())

const log: string[] = []
const tool = (name: string, run: (args: Record<string, unknown>, context: ToolContext) => unknown, more: object = {}) => ({
  name,
  description: `Does ${name}.`,
  input: { type: 'object' },
  run: run as never,
  ...more,
})
const pay = tool('pay', async ({ amount }, { pause }) => {
  log.push('asked')
  const given = await pause({ component: 'confirm', props: { message: `Pay ${String(amount)}?` } })
  if (given.status !== 'answered' || given.result.confirmed !== true) return { paid: false, why: given.status }
  log.push('paid')
  return { paid: true }
})
const open = async (replies: string[], more: Partial<HarnessOptions> = {}) => {
  log.length = 0
  harness = await createHarness({ stories: [script(...replies)], richOutput: { enabled: true }, ...more })
  return harness
}
const observed = (index = -1) => harness.server.requests.at(-1)?.conversation?.toolResults.at(index)?.content
const respond = async (id: string, envelope: object, by = harness) => {
  const given = await by.agent.answer({ interaction_id: id }, envelope as never, scope)
  if (!('run_id' in given)) throw new Error(given.status)
  return by.log(given.run_id)
}
const steps = (...nodes: [string, object][]) => nodes.map(([node, args]) => ({ node, args }))

describe('a tool that asks', () => {
  it('is stopped at its question and runs again with the answer, which it alone decides about', async () => {
    await open([call('pay', { amount: 5 }), answer('Paid.')], { tools: [pay] })
    const events = await harness.run('Pay.')
    const question = questionOf(events)
    expect(ofType(events, 'tool_call_start')).toMatchObject([
      { tool_call_id: 'tc:run-1:1', name: 'pay', interactive: false },
      { tool_call_id: 'tc:run-1:1~2', name: 'ui_confirm', interactive: true },
    ])
    expect(question).toMatchObject({ tool_call_id: 'tc:run-1:1~2', props: { message: 'Pay 5?' } })
    expect(log).toEqual(['asked'])
    const after = await respond(question.id, { result: { confirmed: true } })
    expect(log).toEqual(['asked', 'asked', 'paid'])
    expect(ofType(after, 'tool_call_result').map(({ tool_call_id, content }) => [tool_call_id, content])).toEqual([
      ['tc:run-1:1~2', '{"confirmed":true}'],
      ['tc:run-1:1', '{"paid":true}'],
    ])
    expect(observed()).toEqual({ paid: true })
    expect(finishOf(after).payload.raw_answer).toBe('Paid.')
  })

  it.each([
    [{ cancelled: true }, { paid: false, why: 'cancelled' }],
    [{ result: { confirmed: false } }, { paid: false, why: 'answered' }],
  ])('learns of %j', async (envelope, expected) => {
    await open([call('pay', { amount: 5 }), answer('No.')], { tools: [pay] })
    await respond(questionOf(await harness.run('Pay.')).id, envelope)
    expect(observed()).toEqual(expected)
    expect(log).not.toContain('paid')
  })

  it('cannot continue by catching what stops it, and its other work is aborted', async () => {
    let signal: AbortSignal | undefined
    const sly = tool('sly', async (_args, context) => {
      signal = context.signal
      try {
        await context.pause({ component: 'confirm', props: { message: 'May I?' } })
      } catch {
        log.push('continued')
      } finally {
        log.push('done')
      }
    })
    await open([call('sly'), answer('x')], { tools: [sly] })
    questionOf(await harness.run('Go.'))
    await new Promise((done) => setImmediate(done))
    expect(log).toEqual([])
    expect(signal?.aborted).toBe(true)
  })

  it('may ask more than once: every answer comes back in its order, each only for the very same question', async () => {
    let price = 5
    const buy = tool('buy', async (_args, { pause }) => {
      const first = await pause({ component: 'select_option', props: { options: [{ value: 'a', label: 'A' }] } })
      const second = await pause({ component: 'confirm', props: { message: `${price} coins?` } })
      return { first: first.status === 'answered' && first.result, second: second.status === 'answered' && second.result, price }
    })
    await open([call('buy'), answer('Bought.')], { tools: [buy] })
    const first = questionOf(await harness.run('Buy.'))
    const second = questionOf(await respond(first.id, { result: { selected: ['a'] } }))
    expect(second.props).toMatchObject({ message: '5 coins?' })
    price = 50
    const again = questionOf(await respond(second.id, { result: { confirmed: true } }))
    expect(again.props).toMatchObject({ message: '50 coins?' })
    expect(again.id).not.toBe(second.id)
    await respond(again.id, { result: { confirmed: true } })
    expect(observed()).toEqual({ first: { selected: ['a'] }, second: { confirmed: true }, price: 50 })
  })

  it('fails like any other when its question cannot be asked: wrong props, components that are off, no rich output', async () => {
    const bad = tool('bad', (args, { pause }) => pause(args as never))
    const plan = call('plan', {
      steps: steps(
        ['bad', { component: 'confirm', props: {} }],
        ['bad', { component: 'metric', props: { label: 'x', value: 1 } }],
        ['bad', { component: 'form' }],
        ['bad', {}],
      ),
    })
    await open([plan, answer('x')], { tools: [bad] })
    expect(finishOf(await harness.run('Go.')).reason).toBe('answer')
    expect((observed() as { branches: { observation: unknown }[] }).branches.map(({ observation }) => observation)).toMatchObject([
      { error: { code: 'schema_invalid', issues: [{ pointer: '/message' }] } },
      { error: { code: 'schema_invalid' } },
      { error: { code: 'invalid_input' } },
      { error: { code: 'invalid_input' } },
    ])
    await harness.close()
    await open([call('pay', { amount: 1 }), answer('x')], { tools: [pay], richOutput: { enabled: false } })
    await harness.run('Go.')
    expect(observed()).toMatchObject({ error: { code: 'schema_invalid' } })
  })

  it('that must not run twice is written down again before it continues, and its question is no call in flight', async () => {
    const once = { ...pay, idempotent: false }
    await open([call('pay', { amount: 5 }), answer('Paid.')], { tools: [once] })
    const { id } = questionOf(await harness.run('Pay.'))
    expect((await harness.ports.storage.load(scope, 'run-1'))?.state).toMatchObject({ status: 'paused', in_flight: [] })
    await respond(id, { result: { confirmed: true } })
    expect(observed()).toEqual({ paid: true })
  })
})

describe('a plan with a question', () => {
  const count = tool('count', ({ n }) => ({ n }))
  const join = tool('join', (args) => ({ got: args }))
  const plan = (joined?: object) =>
    call('plan', {
      steps: steps(
        ['count', { n: 1 }],
        ['ui_confirm', { message: 'First?' }],
        ['ui_confirm', { message: 'Second?' }],
        ['pay', { amount: 2 }],
        ['count', { n: 2 }],
      ),
      ...(joined ? { join: joined } : {}),
    })

  it('asks the first one, finishes the other branches, and joins when the answer is there', async () => {
    await open([plan({ node: 'join', inject: { all: '$results', failures: '$failure_count' } }), answer('Joined.')], { tools: [pay, count, join] })
    const events = await harness.run('Plan.')
    const question = questionOf(events)
    expect(question).toMatchObject({ tool_call_id: 'tc:run-1:1:1', props: { message: 'First?' } })
    expect(ofType(events, 'pause')).toHaveLength(1)
    expect(ofType(events, 'tool_call_result').map(({ tool_call_id, status, code }) => [tool_call_id, status, code])).toEqual(
      expect.arrayContaining([
        ['tc:run-1:1:0', 'ok', undefined],
        ['tc:run-1:1:2', 'error', 'question_open'],
        ['tc:run-1:1:3', 'skipped', 'question_open'],
        ['tc:run-1:1:4', 'ok', undefined],
      ]),
    )
    expect(ofType(events, 'step_complete').filter(({ status }) => status === 'paused')).toHaveLength(2)
    const after = await respond(question.id, { result: { confirmed: true } })
    expect(ofType(after, 'tool_call_start')).toMatchObject([{ name: 'join', tool_call_id: expect.stringMatching(/:1:5~2$/) }])
    expect(JSON.parse(ofType(after, 'tool_call_result')[1]?.content ?? '')).toEqual({ got: { all: [{ n: 1 }, { confirmed: true }, { n: 2 }], failures: 2 } })
    expect(observed()).toMatchObject({
      join: { node: 'join', status: 'ok' },
      branches: expect.arrayContaining([{ branch: 1, node: 'ui_confirm', status: 'ok' }]),
    })
    expect(finishOf(after).reason).toBe('answer')
  })

  it('continues with a branch whose tool asks, and with a join that asks', async () => {
    const two = call('plan', {
      steps: steps(['pay', { amount: 1 }], ['count', { n: 3 }]),
      join: { node: 'pay', args: { amount: 9 }, inject: { from: '$results' } },
    })
    await open([two, answer('Both.')], { tools: [pay, count] })
    const first = questionOf(await harness.run('Plan.'))
    expect(first.props).toMatchObject({ message: 'Pay 1?' })
    const second = questionOf(await respond(first.id, { result: { confirmed: true } }))
    expect(second.props).toMatchObject({ message: 'Pay 9?' })
    const after = await respond(second.id, { result: { confirmed: true } })
    expect(observed()).toMatchObject({
      branches: [
        { branch: 0, status: 'ok' },
        { branch: 1, status: 'ok' },
      ],
      join: { status: 'ok', observation: { paid: true } },
    })
    expect(log.filter((line) => line === 'paid')).toHaveLength(2)
    expect(finishOf(after).reason).toBe('answer')
  })

  it('without a join gives all results back to the model', async () => {
    await open([plan(), answer('x')], { tools: [pay, count, join] })
    await respond(questionOf(await harness.run('Plan.')).id, { cancelled: true })
    expect((observed() as { branches: unknown[] }).branches).toMatchObject([
      { observation: { n: 1 } },
      { observation: { status: 'cancelled' } },
      { status: 'error' },
      { status: 'error' },
      { observation: { n: 2 } },
    ])
  })
})

describe('a password', () => {
  const login = call('ui_form', {
    fields: [
      { name: 'user', type: 'text' },
      { name: 'pass', type: 'password' },
    ],
  })
  const secret = 'hunter2-🔑-secret'
  const everything = async (run_ids: string[]) => {
    const logs = await Promise.all(run_ids.map((id) => harness.log(id)))
    const states = await Promise.all(run_ids.map((id) => harness.ports.storage.load(scope, id)))
    const entries = await harness.ports.threads.read(scope, 'thread-1')
    const sent = harness.server.requests.map(({ conversation }) => conversation?.messages)
    return JSON.stringify([logs, states, entries, sent, await harness.agent.thread('thread-1', scope)])
  }

  it('that the model asked for is seen by nobody, and not even stored where no tool takes it', async () => {
    await open([login, answer('Thanks.')])
    const { id } = questionOf(await harness.run('Log in.'))
    const after = await respond(id, { result: { user: 'ada', pass: secret } })
    expect(observed()).toEqual({ user: 'ada', pass: '<secret>' })
    expect(await everything(['run-1', after[0]?.run_id ?? ''])).not.toContain('hunter2')
    expect(JSON.stringify(await harness.ports.pending.get(scope, id))).not.toContain('hunter2')
    expect(await harness.agent.answer({ interaction_id: id }, { result: { user: 'ada', pass: secret } }, scope)).toMatchObject({ status: 'repeated' })
    expect(await harness.agent.answer({ interaction_id: id }, { result: { user: 'ada', pass: 'other' } }, scope)).toMatchObject({ status: 'conflict' })
  })

  it('goes by reference into an argument that takes one, and nowhere else', async () => {
    const got: unknown[] = []
    const connect = defineTool({
      name: 'connect',
      description: 'Connects.',
      input: z.object({ user: z.string(), password: z.string().meta({ format: 'password' }), note: z.string().optional() }),
      run: async (args, { progress }) => {
        got.push(args)
        progress({ text: `trying ${args.password}` })
        return { echoed: args.password, [args.password]: 1, nested: [`x${args.password}x`] }
      },
    })
    const fail = tool(
      'fail',
      ({ token }) => {
        throw new Error(`bad ${String(token)}`)
      },
      { input: { type: 'object', properties: { token: { type: 'string', writeOnly: true } } } },
    )
    await open(
      [login, call('connect', { user: 'ada', password: '<secret:pass>', note: '<secret:pass>' }), call('fail', { token: '<secret:pass>' }), answer('In.')],
      { tools: [connect, fail] },
    )
    const { id } = questionOf(await harness.run('Log in.'))
    const after = await respond(id, { result: { user: 'ada', pass: secret } })
    expect(got).toEqual([{ user: 'ada', password: secret, note: '<secret:pass>' }])
    expect(JSON.stringify(harness.server.requests[1]?.conversation?.messages)).toContain('connect.password, fail.token')
    expect(await everything(['run-1', after[0]?.run_id ?? ''])).not.toContain('hunter2')
    expect(observed(1)).toEqual({ echoed: '<secret>', '<secret>': 1, nested: ['x<secret>x'] })
  })

  it('that a tool asked for reaches that tool, and nothing of it comes back out', async () => {
    const got: unknown[] = []
    const vault = tool('vault', async (_args, { pause, progress }) => {
      const given = await pause({ component: 'form', props: { fields: [{ name: 'pin', type: 'password' }] } })
      got.push(given)
      const pin = given.status === 'answered' ? String(given.result.pin) : ''
      progress({ text: pin })
      return { opened: true, pin }
    })
    await open([call('vault'), answer('Open.')], { tools: [vault] })
    const { id } = questionOf(await harness.run('Open it.'))
    const after = await respond(id, { result: { pin: secret } })
    expect(got).toEqual([{ status: 'answered', result: { pin: secret } }])
    expect(observed()).toEqual({ opened: true, pin: '<secret>' })
    expect(await everything(['run-1', after[0]?.run_id ?? ''])).not.toContain('hunter2')
  })

  it('is in nothing that a tool sends or returns as an artifact, and in no later question', async () => {
    const echo = tool(
      'echo',
      async (_args, { pause, emitArtifact }) => {
        const given = await pause({ component: 'form', props: { fields: [{ name: 'pin', type: 'password' }] } })
        const pin = given.status === 'answered' ? String(given.result.pin) : ''
        await pause({ component: 'confirm', props: { message: `Use ${pin}?` } })
        const component = { component: 'metric', props: { label: pin, value: 1 }, title: pin }
        emitArtifact({ stream_id: `s-${pin}`, chunk: { text: pin }, meta: { note: pin }, done: true })
        emitArtifact({ stream_id: 'c', chunk: component, artifact_type: 'ui_component', meta: { note: pin }, done: true })
        return { rows: [{ pin, map: new Map([['k', pin]]) }], file: new Uint8Array([1, 2, 3]), live: [pin] }
      },
      {
        output: {
          type: 'object',
          properties: { rows: { type: 'array', artifact: true }, file: { artifact: true }, live: { type: 'array', artifact: { stream: true } } },
        },
      },
    )
    await open([call('echo'), answer('Done.')], { tools: [echo] })
    const asked = questionOf(await harness.run('Go.'))
    const again = await respond(asked.id, { result: { pin: secret } })
    const second = again[0]?.run_id ?? ''
    const after = await respond(questionOf(again).id, { result: { confirmed: true } })
    expect(JSON.stringify(after)).toContain('<secret>')
    expect(finishOf(after).payload.artifacts).toMatchObject({ echo: { rows: [{ pin: '<secret>', map: { k: '<secret>' } }], file: { bytes: 3 } } })
    expect(await everything(['run-1', second, after[0]?.run_id ?? ''])).not.toContain('hunter2')
  })

  it('does not come back through the history of a front end that wrote it down', async () => {
    await open([login, answer('Thanks.')])
    const { id, tool_call_id } = questionOf(await harness.run('Log in.'))
    await respond(id, { result: { user: 'ada', pass: secret } })
    const messages = [
      { id: 'u1', role: 'user', content: 'Log in.' },
      { id: 'a1', role: 'assistant', content: '', tool_calls: [{ id: tool_call_id, name: 'ui_form', arguments: '{}' }] },
      { id: 'r1', role: 'tool', tool_call_id, content: JSON.stringify({ user: 'ada', pass: secret }) },
      { id: 'u2', role: 'user', content: 'And now?' },
    ]
    await harness.run('x', { run_id: 'run-9', messages: messages as never })
    expect(JSON.stringify(harness.server.requests.map(({ conversation }) => conversation?.messages))).not.toContain('hunter2')
  })
})

describe('a file in an answer', () => {
  const upload = call('ui_form', { fields: [{ name: 'doc', type: 'file' }] })

  it('is an artifact of its owner, with the size and type that the store knows', async () => {
    await open([upload, answer('Read.')])
    const { id } = questionOf(await harness.run('Read it.'))
    const put = (owner: string) =>
      harness.ports.artifacts.put({ owner: { id: owner } }, new TextEncoder().encode('a,b'), { media_type: 'text/csv', source_tool: 'upload', run_id: 'run-1' })
    const [mine, theirs] = await Promise.all([put('ada'), put('eve')])
    const file = (artifact_id: string) => ({ result: { doc: { artifact_id, name: 'd.csv', media_type: 'text/csv', bytes: 9 } } })
    expect(await harness.agent.answer({ interaction_id: id }, file('none'), scope)).toMatchObject({
      status: 'invalid',
      issues: [{ pointer: '/doc', code: 'unknown_reference' }],
    })
    expect(await harness.agent.answer({ interaction_id: id }, file(theirs.artifact_id), scope)).toMatchObject({ status: 'invalid' })
    await respond(id, file(mine.artifact_id))
    expect(observed()).toMatchObject({ doc: { artifact_id: mine.artifact_id, media_type: 'text/csv', bytes: 3 } })
  })
})
