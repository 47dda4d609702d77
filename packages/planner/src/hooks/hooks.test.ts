import type { PlannerEvent, ToolContext, ToolDefinition } from '@pf/core'
import type { Conversation } from '@pf/testing'
import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type AgentHooks, createAgent, defineTool } from '../index.ts'
import { answer, call, createHarness, finishOf, type Harness, type HarnessOptions, ofType, questionOf, scope, script } from '../test-support/harness.ts'

let harness: Harness
afterEach(() => harness?.close())

const ran: [string, unknown][] = []
const tool = (name: string, give: (args: Record<string, unknown>, context: ToolContext) => unknown = () => ({ done: true }), more: object = {}) => ({
  name,
  description: `Does ${name}.`,
  input: { type: 'object' },
  run: ((args: Record<string, unknown>, context: ToolContext) => {
    ran.push([name, args])
    return give(args, context)
  }) as never,
  ...more,
})
const pay = tool('pay', ({ amount }) => ({ paid: amount }))
const open = async (hooks: AgentHooks, replies: string[], more: Partial<HarnessOptions> = {}) => {
  ran.length = 0
  harness = await createHarness({ stories: [script(...replies)], tools: [pay], hooks, richOutput: { enabled: true }, ...more })
  return harness
}
const codes = (events: readonly PlannerEvent[]) => ofType(events, 'warning').map(({ code }) => code)
/** Returns events without random values. */
const texts = (events: readonly PlannerEvent[]) =>
  JSON.stringify(events, (key, value: unknown) => (['ts', 'latency_ms', 'registry_digest'].includes(key) ? 0 : value))
const observed = (index = -1) => harness.server.requests.at(-1)?.conversation?.toolResults.at(index)?.content
const sent = (index = -1) => harness.server.requests.at(index)?.conversation
const respond = async (id: string, envelope: object) => {
  const given = await harness.agent.answer({ interaction_id: id }, envelope as never, scope)
  if (!('run_id' in given)) throw new Error(given.status)
  return harness.log(given.run_id)
}
const stop = { verdict: 'stop', reason: 'not for us', message: 'Please call us.' } as const
const expectStopped = (events: readonly PlannerEvent[], stage: string) => {
  const finish = finishOf(events)
  expect(finish).toMatchObject({ reason: 'answer', payload: { route: 'refusal', raw_answer: 'Please call us.', artifacts: {}, sources: [] } })
  expect(finish.payload.warnings).toContain(`${stage} stopped the run: not for us`)
  expect(codes(events)).toContain('hook_stopped')
}
const hang = () => new Promise<never>(() => undefined)

describe('beforeModel', () => {
  it('passes with a verdict or with nothing', async () => {
    for (const verdict of [undefined, { verdict: 'pass' } as const]) {
      await open({ beforeModel: () => verdict }, [answer('Hi.')])
      expect(finishOf(await harness.run('Go.')).payload.raw_answer).toBe('Hi.')
      await harness.close()
    }
  })

  it('replaces messages and parameters of that call alone, and its own copies change nothing', async () => {
    let calls = 0
    const seen: string[] = []
    const hooks: AgentHooks = {
      beforeModel: ({ messages, purpose, step }) => {
        seen.push(`${purpose} ${step}`)
        const copy = messages.map((message) => ({ ...message }))
        for (const message of messages) message.content = 'ruined'
        if (calls++ > 0) return undefined
        return {
          verdict: 'replace',
          reason: 'numbers are masked',
          messages: copy.map(({ role, content }) => ({ role, content: content.replaceAll('4711', '####') })),
          parameters: { maxTokens: 77 },
        }
      },
    }
    await open(hooks, [call('pay', { amount: 1 }), answer('Done.')])
    const events = await harness.run('My number is 4711.')
    expect(seen).toEqual(['act 1', 'act 2'])
    expect(sent(0)?.lastUser).toBe('My number is ####.')
    expect(sent(0)?.request).toMatchObject({ max_tokens: 77 })
    expect(sent(1)?.lastUser).toBe('My number is 4711.')
    expect(ofType(events, 'warning')).toMatchObject([{ code: 'hook_replaced', text: expect.stringContaining('numbers are masked'), step: 1 }])
  })

  it('stops before anything is sent', async () => {
    await open({ beforeModel: async () => stop }, [answer('Hi.')])
    expectStopped(await harness.run('Go.'), 'beforeModel')
    expect(harness.server.requests).toHaveLength(0)
  })
})

describe('afterModel', () => {
  it('replaces text or action: what was shown is taken back, what runs and what the model reads later is the new one', async () => {
    const hooks: AgentHooks = {
      afterModel: ({ action }) => {
        if (action?.next_node === 'pay') return { verdict: 'replace', reason: 'cheaper', action: { next_node: 'pay', args: { amount: 1 } } }
        return { verdict: 'replace', reason: 'polite', text: answer('Thank you.') }
      },
    }
    await open(hooks, [call('pay', { amount: 77_777 }), answer('Get lost.')])
    const events = await harness.run('Pay.')
    expect(ran).toEqual([['pay', { amount: 1 }]])
    expect(finishOf(events).payload.raw_answer).toBe('Thank you.')
    expect(ofType(events, 'answer_reset')).toHaveLength(1)
    expect(JSON.stringify(sent()?.messages)).not.toContain('77777')
  })

  it('stops: what was shown is taken back', async () => {
    await open({ afterModel: () => stop }, [answer('The code is 1234.')])
    const events = await harness.run('Go.')
    expectStopped(events, 'afterModel')
    expect(ofType(events, 'answer_reset')).toHaveLength(1)
  })

  it('as a guard lets nothing out that it has not seen whole: neither answer nor arguments nor reasoning', async () => {
    const story = (content: string) => ({ name: 's', match: () => true, reply: () => [{ reasoning: 'A secret thought.', content, chunkSize: 4 }] })
    const bad = [answer('The code is 1234.'), call('ui_confirm', { message: 'The code is 1234.' }), call('pay', { code: '1234' })]
    for (const content of bad) {
      await open({ afterModel: { guard: true, run: () => stop } }, [], { stories: [story(content)], reasoning: 'stream' })
      const events = await harness.run('Go.')
      expectStopped(events, 'afterModel')
      expect(texts(events)).not.toMatch(/1234|secret thought|answer_reset/)
      await harness.close()
    }
    await open({ afterModel: { guard: true, run: async () => undefined } }, [], { stories: [story(answer('All fine.'))], reasoning: 'stream' })
    const events = await harness.run('Go.')
    expect(ofType(events, 'llm_stream_chunk').some(({ channel }) => channel === 'thinking')).toBe(true)
    expect(finishOf(events).payload.raw_answer).toBe('All fine.')
    await harness.close()
    await open({ afterModel: { guard: true, run: () => ({ verdict: 'replace', reason: 'r', text: answer('Other.') }) } }, [], {
      stories: [story(answer('1234'))],
    })
    const replaced = await harness.run('Go.')
    expect(finishOf(replaced).payload.raw_answer).toBe('Other.')
    expect(texts(replaced)).not.toMatch(/1234|answer_reset/)
  })
})

describe('beforeTool', () => {
  const only = (verdict: unknown): AgentHooks => ({ beforeTool: () => verdict as never })

  it('receives the arguments as the tool would, without secrets, and may pass', async () => {
    const seen: unknown[] = []
    const typed = defineTool({ name: 'typed', description: 'Typed.', input: z.object({ n: z.number() }), run: () => ({ ok: true }) })
    const hooks: AgentHooks = { beforeTool: ({ tool, args, toolCallId, owner }) => void seen.push([tool, args, toolCallId, owner]) }
    await open(hooks, [call('typed', { n: '7' }), call('typed', { n: 'x' }), answer('Done.')], { tools: [typed] })
    const events = await harness.run('Go.')
    expect(seen).toEqual([['typed', { n: 7 }, 'tc:run-1:1', scope.owner]])
    expect(ofType(events, 'tool_call_args').map(({ delta }) => delta)).toEqual(['{"n":7}', '{}'])
    expect(finishOf(events).payload.raw_answer).toBe('Done.')
  })

  it('replaces the arguments: they run, and they are what is shown', async () => {
    await open(only({ verdict: 'replace', reason: 'capped', args: { amount: 5 } }), [call('pay', { amount: 9_999 }), answer('Done.')])
    const events = await harness.run('Pay.')
    expect(ran).toEqual([['pay', { amount: 5 }]])
    expect(texts(events)).not.toContain('9999')
    expect(observed()).toEqual({ paid: 5 })
    expect(codes(events)).toEqual(['hook_replaced'])
  })

  it('refuses: the tool does not run, the model reads why, nobody sees the arguments, and the run continues', async () => {
    await open(only({ verdict: 'refuse', reason: 'over the limit' }), [call('pay', { amount: 9_999 }), answer('I may not.')])
    const events = await harness.run('Pay.')
    expect(ran).toEqual([])
    expect(texts(events)).not.toContain('9999')
    expect(ofType(events, 'tool_call_result')).toMatchObject([{ status: 'skipped', code: 'refused' }])
    expect(observed()).toMatchObject({ error: { code: 'refused', message: expect.stringContaining('over the limit') } })
    expect(finishOf(events).payload.raw_answer).toBe('I may not.')
  })

  it('ends a model that only wants what is refused', async () => {
    await open(
      only({ verdict: 'refuse', reason: 'no' }),
      Array.from({ length: 9 }, (_, n) => call('pay', { n })),
    )
    expect(finishOf(await harness.run('Pay.'))).toMatchObject({ reason: 'no_path' })
  })

  it('stops the run before the call is seen', async () => {
    await open(only(stop), [call('pay', { amount: 9_999 }), answer('Done.')])
    const events = await harness.run('Pay.')
    expectStopped(events, 'beforeTool')
    expect(ofType(events, 'tool_call_start')).toEqual([])
    expect(ran).toEqual([])
  })

  const ask = { verdict: 'pause', reason: 'money', question: { message: 'Pay 5?', variant: 'danger' } } as const
  it.each([
    [{ result: { confirmed: true } }, { paid: 5 }, 1],
    [{ result: { confirmed: false } }, { error: { code: 'refused' } }, 0],
    [{ cancelled: true }, { error: { code: 'refused' } }, 0],
  ])('asks the user, and does as %j says', async (envelope, expected, times) => {
    await open(only(ask), [call('pay', { amount: 5 }), answer('Done.')])
    const events = await harness.run('Pay.')
    const question = questionOf(events)
    expect(question).toMatchObject({ component: 'confirm', props: { message: 'Pay 5?', variant: 'danger' } })
    expect(ofType(events, 'tool_call_start').map(({ name, tool_call_id }) => [name, tool_call_id])).toEqual([
      ['pay', 'tc:run-1:1'],
      ['ui_confirm', 'tc:run-1:1~2'],
    ])
    expect(ran).toEqual([])
    const after = await respond(question.id, envelope)
    expect(ran).toHaveLength(times)
    expect(observed()).toMatchObject(expected)
    expect(ofType(after, 'tool_call_result').map(({ tool_call_id }) => tool_call_id)).toEqual(['tc:run-1:1~2', 'tc:run-1:1'])
    expect(finishOf(after).payload.raw_answer).toBe('Done.')
  })

  it('is asked about later calls of a run that continues, and again about a tool that asks itself only once', async () => {
    let asked = 0
    const own = tool('own', async (_args, { pause }) => {
      const given = await pause({ component: 'confirm', props: { message: 'Sure?' } })
      return { given: given.status }
    })
    const hooks: AgentHooks = {
      beforeTool: ({ tool }) => {
        asked += 1
        return tool === 'own' ? ask : { verdict: 'refuse', reason: 'no' }
      },
    }
    await open(hooks, [call('own'), call('pay', { amount: 5 }), answer('Done.')], { tools: [own, pay] })
    const first = questionOf(await harness.run('Go.'))
    const second = questionOf(await respond(first.id, { result: { confirmed: true } }))
    expect(second.props).toMatchObject({ message: 'Sure?' })
    const events = await respond(second.id, { result: { confirmed: true } })
    expect(asked).toBe(2)
    expect(ofType(events, 'tool_call_result').at(-1)).toMatchObject({ code: 'refused' })
    expect(finishOf(events).payload.raw_answer).toBe('Done.')
  })

  it('refuses where the user cannot be asked: without rich output, with props that do not fit', async () => {
    for (const [verdict, more] of [
      [ask, { richOutput: { enabled: false } }],
      [{ ...ask, question: { message: 'x', variant: 'loud' } }, {}],
    ] as const) {
      await open(only(verdict), [call('pay', { amount: 5 }), answer('No.')], more)
      const events = await harness.run('Pay.')
      expect(ran).toEqual([])
      expect(observed()).toMatchObject({ error: { code: 'refused', message: expect.stringContaining('could not be asked') } })
      expect(finishOf(events).payload.raw_answer).toBe('No.')
      await harness.close()
    }
  })

  it('looks at meta-tools and the front end’s own calls too', async () => {
    const client_tools = [{ name: 'open_door', description: 'Opens.', parameters: { type: 'object' } }]
    await open(only({ verdict: 'refuse', reason: 'no' }), [
      call('open_door', { n: 1 }),
      call('render_component', { component: 'metric', props: { label: 'x', value: 1 } }),
      answer('No.'),
    ])
    const events = await harness.run('Go.', { client_tools })
    expect(ofType(events, 'tool_call_start').map(({ name }) => name)).toEqual(['render_component'])
    expect(ofType(events, 'artifact_chunk')).toEqual([])
    expect(finishOf(events).payload.raw_answer).toBe('No.')
  })

  it('lets a front-end call out only after the user’s yes', async () => {
    const client_tools = [{ name: 'open_door', description: 'Opens.', parameters: { type: 'object' } }]
    await open(only(ask), [call('open_door', { n: 1 }), answer('No.')])
    const events = await harness.run('Go.', { client_tools })
    expect(ofType(events, 'tool_call_start').map(({ name }) => name)).toEqual(['ui_confirm'])
    const given = await harness.agent.answer({ interaction_id: questionOf(events).id }, { result: { confirmed: true } }, scope)
    const after = await harness.log('run_id' in given ? given.run_id : '')
    expect(ofType(after, 'tool_call_start')).toMatchObject([{ name: 'open_door', owner: 'client' }])
    expect(finishOf(after).reason).toBe('paused')
  })

  it('with a list of tools leaves the others as they are, their arguments streaming', async () => {
    const hooks: AgentHooks = { beforeTool: { guard: true, tools: ['pay'], run: () => ({ verdict: 'refuse', reason: 'no' }) } }
    await open(hooks, [call('render_component', { component: 'metric', props: { label: 'x', value: 1 } }), call('pay'), answer('Ok.')])
    const events = await harness.run('Go.')
    expect(ofType(events, 'tool_call_args').filter(({ tool_call_id }) => tool_call_id === 'tc:run-1:1').length).toBeGreaterThan(1)
    expect(ran).toEqual([])
  })
})

describe('afterTool', () => {
  const only = (verdict: unknown): AgentHooks => ({ afterTool: () => verdict as never })
  const marked = defineTool({
    name: 'rows',
    description: 'Rows.',
    input: z.object({}),
    output: { type: 'object', properties: { note: { type: 'string' }, rows: { type: 'array', artifact: true } } },
    run: () => ({ note: 'mine', rows: [{ secret: 's3cret' }] }),
  })

  it('reads only what the model would read, and may pass', async () => {
    const seen: unknown[] = []
    await open({ afterTool: ({ observation, status }) => void seen.push([status, observation]) }, [call('rows'), answer('Done.')], { tools: [marked] })
    const events = await harness.run('Go.')
    expect(JSON.stringify(seen)).toContain('<artifact:list')
    expect(JSON.stringify(seen)).not.toContain('s3cret')
    expect(finishOf(events).payload.artifacts).toMatchObject({ rows: {} })
  })

  it('replaces the observation for model, log and clients, shortened as any other', async () => {
    const hooks = only({ verdict: 'replace', reason: 'names masked', observation: { paid: '***', long: 'x'.repeat(90_000) } })
    await open(hooks, [call('pay', { amount: 'Ada' }), answer('Done.')])
    const events = await harness.run('Go.')
    expect(observed()).toMatchObject({ paid: '***' })
    expect(JSON.stringify(observed()).length).toBeLessThan(17_000)
    expect(ofType(events, 'tool_call_result')[0]?.content).toContain('***')
    expect(codes(events)).toEqual(['hook_replaced'])
  })

  it('stops: the result reaches nobody', async () => {
    await open(only(stop), [call('pay', { amount: 's3cret' }), answer('Done.')])
    const events = await harness.run('Go.')
    expectStopped(events, 'afterTool')
    expect(JSON.stringify(ofType(events, 'tool_call_result'))).not.toContain('s3cret')
    expect(harness.server.requests).toHaveLength(1)
  })

  it.each([
    [{ result: { confirmed: true } }, { paid: 5 }],
    [{ result: { confirmed: false } }, { error: { code: 'withheld' } }],
    [{ cancelled: true }, { error: { code: 'withheld' } }],
  ])('asks whether the model may read it: %j', async (envelope, expected) => {
    await open(only({ verdict: 'pause', reason: 'private', question: { message: 'Share it?' } }), [call('pay', { amount: 5 }), answer('Done.')])
    const events = await harness.run('Go.')
    expect(ofType(events, 'tool_call_result')).toEqual([])
    const after = await respond(questionOf(events).id, envelope)
    expect(ran).toHaveLength(1)
    expect(observed()).toMatchObject(expected)
    expect(finishOf(after).payload.raw_answer).toBe('Done.')
  })
})

describe('in a plan', () => {
  const steps = (...amounts: number[]) => amounts.map((amount) => ({ node: 'pay', args: { amount } }))

  it('each branch and the join go through the same hooks, each with its own verdict', async () => {
    const sum = tool('sum', (args) => args)
    const hooks: AgentHooks = {
      beforeTool: ({ tool, args }) => {
        if (args.amount === 1) return { verdict: 'refuse', reason: 'too little' }
        if (args.amount === 2) return { verdict: 'replace', reason: 'r', args: { amount: 20 } }
        return tool === 'sum' ? { verdict: 'replace', reason: 'r', args: { ...args, more: true } } : undefined
      },
      afterTool: ({ args }) => (args.amount === 3 ? { verdict: 'replace', reason: 'r', observation: { paid: 'masked' } } : undefined),
    }
    const plan = call('plan', { steps: steps(1, 2, 3), join: { node: 'sum', inject: { all: '$all' } } })
    await open(hooks, [plan, answer('Done.')], { tools: [pay, sum] })
    const events = await harness.run('Go.')
    expect(ran).toEqual([
      ['pay', { amount: 20 }],
      ['pay', { amount: 3 }],
      ['sum', { all: [{ paid: 20 }, { paid: 'masked' }], more: true }],
    ])
    expect(finishOf(events).payload.raw_answer).toBe('Done.')
  })

  it('a join’s values that only the tool may see stay out of events, also when a hook replaced its arguments', async () => {
    const rows = tool('rows', () => ({ rows: ['s3cret'] }), { output: { type: 'object', properties: { rows: { type: 'array', artifact: true } } } })
    const sum = tool('sum', () => ({ ok: true }))
    for (const args of [{ n: 1 }, { all: 'x' }, {}]) {
      const hooks: AgentHooks = {
        beforeTool: (input) => (input.tool === 'sum' ? { verdict: 'replace', reason: 'r', args: { ...input.args, ...args } } : undefined),
      }
      await open(hooks, [call('plan', { steps: [{ node: 'rows', args: {} }], join: { node: 'sum', inject: { all: '$all' } } }), answer('Done.')], {
        tools: [rows, sum],
      })
      const events = await harness.run('Go.')
      if (!('all' in args)) expect(JSON.stringify(ran.at(-1))).toContain('s3cret')
      expect(JSON.stringify(events.filter(({ type }) => type.startsWith('tool_call')))).not.toContain('s3cret')
      await harness.close()
    }
  })

  it('a pause of one branch holds the plan, the others are kept, and the join follows the yes', async () => {
    const sum = tool('sum', (args) => args)
    const hooks: AgentHooks = {
      beforeTool: ({ args }) => (args.amount === 2 ? { verdict: 'pause', reason: 'money', question: { message: 'Two?' } } : undefined),
    }
    await open(hooks, [call('plan', { steps: steps(1, 2), join: { node: 'sum', inject: { all: '$all' } } }), answer('Done.')], { tools: [pay, sum] })
    const question = questionOf(await harness.run('Go.'))
    expect(ran).toEqual([['pay', { amount: 1 }]])
    await respond(question.id, { result: { confirmed: true } })
    expect(ran.slice(1)).toEqual([
      ['pay', { amount: 2 }],
      ['sum', { all: [{ paid: 1 }, { paid: 2 }] }],
    ])
  })

  it('a stop of one branch ends the run, with everything closed', async () => {
    await open({ afterTool: ({ args }) => (args.amount === 2 ? stop : undefined) }, [call('plan', { steps: steps(1, 2, 3) }), answer('Done.')])
    expectStopped(await harness.run('Go.'), 'afterTool')
  })

  it('the planned calls of plan-execute go through them too', async () => {
    const planned = JSON.stringify({ type: 'tool_calls', calls: [{ tool_name: 'pay', arguments: { amount: 9_999 } }] })
    const reply = ({ messages }: Conversation) => ({ content: messages.at(-1)?.content.includes('The plan is done') ? answer('Said.') : planned })
    const more = { strategy: 'plan-execute', stories: [{ name: 's', match: () => true, reply }] } as const
    await open({ beforeTool: () => ({ verdict: 'refuse', reason: 'no' }) }, [], more)
    const events = await harness.run('Pay.')
    expect(ran).toEqual([])
    expect(ofType(events, 'tool_call_result')).toMatchObject([{ code: 'refused' }])
    expect(finishOf(events).payload.raw_answer).toBe('Said.')
    await harness.close()
    await open({ beforeTool: () => ({ verdict: 'pause', reason: 'money', question: { message: 'Pay?' } }) }, [], more)
    const after = await respond(questionOf(await harness.run('Pay.')).id, { result: { confirmed: true } })
    expect(ran).toEqual([['pay', { amount: 9_999 }]])
    expect(finishOf(after).payload.raw_answer).toBe('Said.')
  })
})

describe('onAnswerDelta', () => {
  const story = (...contents: string[]) => ({ name: 's', match: () => true, reply: () => contents.map((content) => ({ content, chunkSize: 3 })) })
  const attempts = (...contents: string[]) => ({
    name: 's',
    match: () => true,
    reply: ({ attempt }: { attempt: number }) => ({ content: contents[attempt - 1] ?? '', chunkSize: 3 }),
  })
  /** Holds back text that may be the beginning of a number. */
  const mask = ({ answer, shown, done }: { answer: string; shown: string; done: boolean }) => {
    const safe = done ? answer : answer.replace(/\d+$/, '')
    const text = safe.replace(/\d+/g, '#').slice(shown.length)
    return { verdict: 'replace', reason: 'numbers', text } as const
  }

  it('masks what leaves, in pieces and as a whole: stream, payload and thread', async () => {
    for (const run of [mask, async (input: never) => mask(input)])
      for (const strategy of ['react', 'plan-execute'] as const) {
        const content =
          strategy === 'react' ? answer('Call 4711 or 08 15, now.') : JSON.stringify({ type: 'direct_response', content: 'Call 4711 or 08 15, now.' })
        await open({ onAnswerDelta: { guard: true, run: run as never } }, [], { stories: [story(content)], strategy })
        const events = await harness.run('Go.')
        expect(finishOf(events).payload.raw_answer).toBe('Call # or # #, now.')
        expect(texts(events)).not.toMatch(/4711|\b15\b/)
        expect(codes(events)).toEqual(['hook_replaced'])
        expect(JSON.stringify(await harness.ports.threads.read(scope, 'thread-1'))).not.toContain('4711')
        await harness.close()
      }
  })

  it('stops in the middle: what had left is taken back, the rest never leaves', async () => {
    await open({ onAnswerDelta: ({ answer }) => (answer.includes('1234') ? stop : undefined) }, [], {
      stories: [story(answer('The code is 1234, do not tell.'))],
    })
    const events = await harness.run('Go.')
    expectStopped(events, 'onAnswerDelta')
    expect(ofType(events, 'answer_reset')).toMatchObject([{ reason: 'stopped' }])
    expect(texts(events)).not.toMatch(/1234|do not tell/)
    expect(finishOf(events).seq).toBe(events.length)
  })

  it('begins anew with each attempt, and sees answers that only come out at the end, refusals and fallbacks', async () => {
    await open({ onAnswerDelta: mask }, [], { stories: [attempts('{"next_node":"final_response","args":{"answer":"One 12', answer('Two 34.'))] })
    expect(finishOf(await harness.run('Go.')).payload.raw_answer).toBe('Two #.')
    await harness.close()
    await open({ onAnswerDelta: mask }, [], { stories: [story(JSON.stringify({ action: 'final_response', action_input: { text: 'Three 56' } }))] })
    expect(finishOf(await harness.run('Go.')).payload.raw_answer).toBe('Three #')
    await harness.close()
    await open({ onAnswerDelta: mask }, [], { stories: [{ name: 's', match: () => true, reply: () => ({ content: '', refusal: 'No 78.' }) }] })
    expect(finishOf(await harness.run('Go.')).payload).toMatchObject({ raw_answer: 'No #.', route: 'refusal' })
    await harness.close()
    await open({ onAnswerDelta: mask }, [call('pay', { amount: 'code 9012' })], { limits: { maxSteps: 1 } })
    expect(texts(await harness.run('Go.')).match(/"raw_answer":"[^"]*9012/)).toBeNull()
  })

  it('as a guard keeps reasoning in, which nobody looks at', async () => {
    const reply = { reasoning: 'A secret thought.', content: answer('Hi.') }
    await open({ onAnswerDelta: { guard: true, run: () => undefined } }, [], {
      stories: [{ name: 's', match: () => true, reply: () => reply }],
      reasoning: 'stream',
    })
    expect(texts(await harness.run('Go.'))).not.toContain('secret thought')
  })
})

describe('a hook that fails', () => {
  const faults: [string, () => unknown][] = [
    [
      'throws',
      () => {
        throw new Error('boom sk-1234567890abcdef')
      },
    ],
    ['rejects', () => Promise.reject(new Error('boom'))],
    ['hangs', hang],
    ['answers nonsense', () => ({ verdict: 'maybe' })],
    ['answers with a verdict of another stage', () => ({ verdict: 'pause' })],
    [
      'answers with a value that cannot be read',
      () =>
        new Proxy(
          {},
          {
            get: () => {
              throw new Error('no')
            },
          },
        ),
    ],
    ['replaces with nothing', () => ({ verdict: 'replace', reason: 'x' })],
  ]
  const stages = ['beforeModel', 'afterModel', 'beforeTool', 'afterTool', 'onAnswerDelta'] as const
  const replies = [call('pay', { amount: 5 }), answer('Done.')]

  it.each(stages)('and is no guard is passed over with a warning: %s', async (stage) => {
    for (const [, run] of faults) {
      await open({ [stage]: { run: run as never, timeoutMs: 5 } }, replies)
      const events = await harness.run('Go.')
      expect(finishOf(events).payload.raw_answer).toBe('Done.')
      expect(ran).toHaveLength(1)
      expect(codes(events)).toContain('hook_failed')
      expect(texts(events)).not.toContain('boom')
      await harness.close()
    }
  })

  it.each(stages)('and is a guard closes: %s', async (stage) => {
    for (const [, run] of faults) {
      await open({ [stage]: { run: run as never, guard: true, timeoutMs: 5 } }, replies)
      const events = await harness.run('Go.')
      const { payload } = finishOf(events)
      if (stage === 'beforeTool') expect([ran, observed()]).toMatchObject([[], { error: { code: 'refused' } }])
      else if (stage === 'afterTool') expect(observed()).toMatchObject({ error: { code: 'withheld' } })
      else expect(payload).toMatchObject({ route: 'refusal', raw_answer: 'I cannot help with that here.' })
      if (stage === 'afterModel') expect(ran).toEqual([])
      await harness.close()
    }
  })

  it('does not keep a run from being cancelled, wherever it hangs, and is notified', async () => {
    for (const stage of stages)
      for (const guard of [true, false]) {
        const { promise, resolve } = Promise.withResolvers<AbortSignal>()
        const run = ({ signal }: { signal: AbortSignal }) => {
          resolve(signal)
          return hang()
        }
        await open({ [stage]: { run, guard } as never }, replies)
        const run_id = await harness.start('Go.')
        const signal = await promise
        expect(await harness.agent.cancel(run_id, scope)).toBe(true)
        expect(signal.aborted).toBe(true)
        expect(finishOf(await harness.log(run_id)).reason).toBe('cancelled')
        await harness.close()
      }
  })

  it('is refused at the start when it is no hook: all faults are listed', () => {
    const hooks = {
      beforeModel: 1,
      afterModel: { run: () => undefined, guard: 'yes' },
      beforeTool: { run: () => undefined, timeoutMs: 0, tools: [1] },
      afterTool: {},
      onAnswerDelta: { run: () => undefined, tools: ['x'] },
    }
    const make = () =>
      createAgent({ model: { name: 'm', stream: () => [] as never }, tools: [] as ToolDefinition[], ports: harness.ports, hooks: hooks as never })
    expect(make).toThrow(
      /beforeModel must be.*afterModel\.guard.*beforeTool\.timeoutMs.*beforeTool\.tools.*afterTool must be.*onAnswerDelta does not concern tools/,
    )
  })
})
