import type { JsonObject, ToolDefinition } from '@pf/core'
import { createMemoryStore } from '@pf/core/memory'
import type { Reply } from '@pf/testing'
import { afterEach, describe, expect, it } from 'vitest'
import { answer, createHarness, finishOf, type Harness, type HarnessOptions, inputOf, ofType, questionOf, scope } from '../../test-support/harness.ts'
import { planningName } from './messages.ts'

const open: Harness[] = []
afterEach(async () => {
  for (const harness of open.splice(0).reverse()) await harness.close()
})

interface Setup extends HarnessOptions {
  plan: Reply | string
  respond?: Reply | string
}

const toReply = (reply: Reply | string): Reply => (typeof reply === 'string' ? { content: reply } : reply)

/** Creates a model that plans with one reply and answers with the other. */
async function harnessOf({ plan, respond = answer('Done.'), ...options }: Setup) {
  const story = {
    name: 'plan',
    match: () => true,
    reply: ({ messages }: { messages: readonly { content: string }[] }) => toReply(messages.at(-1)?.content.includes('Plan now.') ? plan : respond),
  }
  const harness = await createHarness({ strategy: 'plan-execute', stories: [story], ...options })
  open.push(harness)
  return harness
}

const callsOf = (...calls: [string, JsonObject][]) => ({
  type: 'tool_calls',
  reasoning: 'Because.',
  calls: calls.map(([tool_name, args]) => ({ tool_name, arguments: args })),
})
const native = (args: unknown): Reply => ({ content: '', toolCalls: [{ id: 'n1', name: planningName, arguments: JSON.stringify(args) }] })

const string = { type: 'string' }
const standard = (artifact: JsonObject) => ({
  type: 'object',
  properties: { artifact_id: string, artifact, _metadata: { type: 'object', properties: { tool_name: string } } },
  required: ['artifact_id', 'artifact', '_metadata'],
})

/** The two tools of the example in the specification. */
function blogTools(seen: JsonObject[] = []): ToolDefinition[] {
  const respondWith = (artifact_id: string, artifact: JsonObject, tool_name: string) => ({ artifact_id, artifact, _metadata: { tool_name } })
  return [
    {
      name: 'research_blog',
      description: 'Researches a topic.',
      input: { type: 'object', properties: { topic: string, skill_id: string }, required: ['topic'] },
      output: standard({ type: 'object', properties: { title: string, sources: { type: 'array', artifact: true, items: { type: 'object' } } } }),
      run: ((args: JsonObject) => {
        seen.push(args)
        return respondWith('abc-123', { title: 'Tides', sources: Array.from({ length: 400 }, (_, n) => ({ n })) }, 'research_blog')
      }) as never,
    },
    {
      name: 'create_blog_post',
      description: 'Writes the post.',
      input: { type: 'object', properties: { artifact_id: string, instructions: string, sources: { type: 'array' } }, required: ['artifact_id'] },
      output: standard({ type: 'object', properties: { text: string } }),
      run: ((args: JsonObject) => {
        seen.push(args)
        return respondWith('post-1', { text: 'A post.' }, 'create_blog_post')
      }) as never,
    },
  ]
}

const blogPlan = callsOf(
  ['research_blog', { topic: 'tides', skill_id: 'research_blog' }],
  ['create_blog_post', { artifact_id: '$0.output.artifact_id', sources: '$0.output.artifact.sources', instructions: 'Keep to what works.' }],
)

const planOf = (harness: Harness, index: number) => harness.server.requests[index]?.body as { messages: { role: string; content: string }[]; tools?: unknown }
const reportOf = (harness: Harness) => JSON.parse(planOf(harness, 1).messages.at(-1)?.content.split('\n')[0] ?? '').plan as JsonObject & { calls: JsonObject[] }

describe('plan, execute, respond', () => {
  it('[001-plan-01] [001-comp-04] [001-exec-03] [001-exec-04] [001-calls-02] researches, writes the post from it and answers, with two model calls', async () => {
    const seen: JsonObject[] = []
    const harness = await harnessOf({ tools: blogTools(seen), plan: native(blogPlan), respond: answer('The post is there.') })
    const events = await harness.run('Write about tides.')
    expect(finishOf(events)).toMatchObject({ reason: 'answer', payload: { raw_answer: 'The post is there.', extra: { plan: { model_calls: 2 } } } })
    expect(seen[0]).toEqual({ topic: 'tides', skill_id: 'research_blog' })
    expect(seen[1]).toMatchObject({ artifact_id: 'abc-123', instructions: 'Keep to what works.' })
    expect(seen[1]?.sources).toHaveLength(400)
    expect(harness.server.requests).toHaveLength(2)
    expect(new Set(ofType(events, 'tool_call_start').map(({ tool_call_id }) => tool_call_id)).size).toBe(2)
  })

  it('[001-resp-01] [001-plan-02] gives both calls the same system prompt and the whole conversation, and the second one the redacted results', async () => {
    const harness = await harnessOf({ tools: blogTools(), plan: native(blogPlan) })
    const messages = [
      { id: 'u0', role: 'user' as const, content: 'Hello.' },
      { id: 'a0', role: 'assistant' as const, content: 'Hi.' },
      { id: 'u1', role: 'user' as const, content: 'Write about tides.' },
    ]
    const events = await harness.run('', { messages })
    const [plan, respond] = [planOf(harness, 0), planOf(harness, 1)]
    expect(plan.messages.slice(0, -1)).toEqual(respond.messages.slice(0, -1))
    expect(JSON.stringify(plan.messages)).toContain('Hello.')
    const report = reportOf(harness)
    expect(report.calls.map(({ status }) => status)).toEqual(['success', 'success'])
    expect(JSON.stringify(report)).toContain('<artifact:list')
    expect(JSON.stringify(report)).not.toContain('"n":399')
    // The arguments in clients and the log are redacted as well.
    expect(JSON.stringify(ofType(events, 'tool_call_args'))).not.toContain('"n":399')
    expect(JSON.stringify(finishOf(events).payload.artifacts)).toContain('"n":399')
  })

  it('[001-plan-03] offers one function, made of the tools, and says in the prompt what can be referred to', async () => {
    const harness = await harnessOf({ tools: blogTools(), plan: native(blogPlan) })
    await harness.run('Write.')
    const { tools, messages } = planOf(harness, 0)
    expect(tools).toMatchObject([{ type: 'function', function: { name: '__planning__' } }])
    expect(JSON.stringify(tools)).toContain('["research_blog","create_blog_post"]')
    expect(planOf(harness, 1).tools).toBeUndefined()
    expect(messages[0]?.content).toContain('$N.output.artifact.title (string)')
  })

  it('[001-plan-04] [001-calls-01] answers at once where no tool is needed, while the answer is written', async () => {
    const harness = await harnessOf({ tools: blogTools(), plan: { ...native({ type: 'direct_response', content: 'Hello! How can I help?' }), chunkSize: 3 } })
    const events = await harness.run('Hello.')
    expect(finishOf(events).payload).toMatchObject({ raw_answer: 'Hello! How can I help?', extra: { plan: { model_calls: 1, calls: [] } } })
    expect(harness.server.requests).toHaveLength(1)
    expect(ofType(events, 'llm_stream_chunk').filter(({ text }) => text !== '').length).toBeGreaterThan(2)
  })

  it.each([
    ['the arguments alone', JSON.stringify(blogPlan)],
    ['in a fence with prose', `I plan this:\n\`\`\`json\n${JSON.stringify(blogPlan)}\n\`\`\`\nThat is it.`],
    ['an action', JSON.stringify({ next_node: planningName, args: blogPlan })],
    ['broken a little', JSON.stringify(blogPlan).replace('"type"', 'type').replace(/\}$/, ',}')],
    [
      'a plan of steps',
      JSON.stringify({ next_node: 'plan', args: { steps: blogPlan.calls.map(({ tool_name, arguments: args }) => ({ node: tool_name, args })) } }),
    ],
  ])('[001-plan-05] [001-plan-06] takes the plan as %s', async (_, plan) => {
    const harness = await harnessOf({ tools: blogTools(), plan })
    const { payload } = finishOf(await harness.run('Write.'))
    expect(payload.extra).toMatchObject({ plan: { model_calls: 2, calls: [{ status: 'success' }, { status: 'success' }] } })
  })

  it('takes the calls of a model that calls the tools by itself', async () => {
    const toolCalls = blogPlan.calls.map(({ tool_name, arguments: args }, index) => ({ id: `n${index}`, name: tool_name, arguments: JSON.stringify(args) }))
    const harness = await harnessOf({ tools: blogTools(), plan: { content: 'I look first.', toolCalls } })
    const { payload } = finishOf(await harness.run('Write.'))
    expect(payload.extra).toMatchObject({ plan: { model_calls: 2, calls: [{ status: 'success' }, { status: 'success' }] } })
  })
})

describe('when something fails', () => {
  const fails: ToolDefinition = {
    name: 'fails',
    description: 'For tests.',
    input: { type: 'object' },
    run: () => Promise.reject(new Error('quota, try later')),
  }
  const broken: ToolDefinition = {
    name: 'broken',
    description: 'For tests.',
    input: { type: 'object' },
    output: { type: 'object', properties: { id: string }, required: ['id'] },
    run: () => ({ id: 5 }),
  }
  const slow: ToolDefinition = { name: 'slow', description: 'For tests.', input: { type: 'object' }, timeoutMs: 20, run: () => new Promise(() => undefined) }
  const maybe: ToolDefinition = {
    name: 'maybe',
    description: 'For tests.',
    input: { type: 'object' },
    output: { type: 'object', properties: { id: string } },
    run: () => ({}),
  }
  const takes: ToolDefinition = {
    name: 'takes',
    description: 'For tests.',
    input: { type: 'object', properties: { x: string }, required: ['x'] },
    run: () => ({ fine: true }),
  }

  it.each([
    ['fails', 'exception', [fails, takes], callsOf(['fails', {}], ['takes', { x: 'a' }])],
    ['breaks its output schema', 'output_schema_violation', [broken, takes], callsOf(['broken', {}], ['takes', { x: '$0.output.id' }])],
    ['takes too long', 'timeout', [slow, takes], callsOf(['slow', {}], ['takes', { x: 'a' }])],
    ['gets arguments that do not fit', 'invalid_arguments', [takes], callsOf(['takes', { x: { y: 1 } }], ['takes', { x: 'a' }])],
  ] as const)(
    '[001-mcp-02] [001-mcp-03] [001-exec-05] [001-exec-06] [001-resp-03] stops at the first call that %s; the rest is reported as skipped',
    async (_, kind, tools, plan) => {
      const harness = await harnessOf({ tools: [...tools], plan: native(plan), respond: answer('It did not work.') })
      const { payload } = finishOf(await harness.run('Go.'))
      const wanted = [{ status: 'failed', kind }, { status: 'skipped' }]
      expect(payload).toMatchObject({ raw_answer: 'It did not work.', extra: { plan: { model_calls: 2, calls: wanted } } })
      expect(reportOf(harness).calls).toMatchObject(wanted)
    },
  )

  it('does not run a call whose reference has nothing to read', async () => {
    const harness = await harnessOf({ tools: [maybe, takes], plan: native(callsOf(['maybe', {}], ['takes', { x: '$0.output.id' }])) })
    const { payload } = finishOf(await harness.run('Go.'))
    expect(payload.extra).toMatchObject({ plan: { calls: [{ status: 'success' }, { status: 'failed', kind: 'template_unresolved' }] } })
  })

  it('[001-exec-01] [001-exec-02] [001-resp-02] [001-calls-03] runs nothing of a plan that cannot work, and lets the model say why', async () => {
    const seen: JsonObject[] = []
    const plan = callsOf(['research_blog', { topic: 'x' }], ['create_blog_post', { artifact_id: '$0.output.nope' }], ['create_blog_pst', {}])
    const harness = await harnessOf({ tools: blogTools(seen), plan: native(plan) })
    const events = await harness.run('Go.')
    expect(seen).toEqual([])
    expect(ofType(events, 'tool_call_start')).toEqual([])
    expect(reportOf(harness)).toMatchObject({
      executed: false,
      plan_errors: [{ kind: 'field_not_found', tool: 'research_blog', available_fields: ['artifact_id', 'artifact', '_metadata'] }, { kind: 'unknown_tool' }],
    })
    expect(finishOf(events).payload.extra).toMatchObject({ plan: { model_calls: 2 } })
  })

  it.each(['I think I should look this up.', '{"type": "tool_calls", "calls": [{"arguments": {}}]}', '{"type": "tool_calls"', '{}', ''])(
    'asks for an answer after a plan that is none: %j',
    async (plan) => {
      const harness = await harnessOf({ tools: blogTools(), plan })
      const events = await harness.run('Go.')
      expect(finishOf(events).payload).toMatchObject({ raw_answer: 'Done.', extra: { plan: { model_calls: 2 } } })
      expect(reportOf(harness)).toMatchObject({ executed: false, plan_errors: [{ kind: 'plan_unreadable' }] })
    },
  )

  it('counts two calls where the provider refuses the first one, and none that the tokens do not allow', async () => {
    const refused = await harnessOf({ tools: blogTools(), plan: { content: 'x', finish: 'content_filter' } })
    expect(finishOf(await refused.run('Go.')).payload).toMatchObject({ raw_answer: 'Done.', extra: { plan: { model_calls: 2 } } })
    const spent = await harnessOf({ tools: blogTools(), plan: native(blogPlan), limits: { maxTokens: 10 } })
    expect(finishOf(await spent.run('Go.'))).toMatchObject({ reason: 'budget_exhausted', payload: { extra: { plan: { model_calls: 1 } } } })
  })

  it('keeps what a model writes as the name of a tool short, and an empty answer is none', async () => {
    const named = await harnessOf({ tools: blogTools(), plan: { ...native(callsOf([`${'x'.repeat(50_000)}\ud800`, {}])), chunkSize: 5_000 } })
    expect(JSON.stringify(finishOf(await named.run('Go.'))).length).toBeLessThan(3_000)
    const empty = await harnessOf({ tools: blogTools(), plan: native({ type: 'direct_response', content: ' ' }) })
    expect(finishOf(await empty.run('Go.')).payload).toMatchObject({ raw_answer: 'Done.', extra: { plan: { model_calls: 2 } } })
  })

  it('takes plain text for the answer of the second call, and no call of a tool', async () => {
    const plain = await harnessOf({ tools: [takes], plan: native(callsOf(['takes', { x: 'a' }])), respond: 'All of it worked.' })
    expect(finishOf(await plain.run('Go.')).payload.raw_answer).toBe('All of it worked.')
    const again = await harnessOf({ tools: [takes], plan: native(callsOf(['takes', { x: 'a' }])), respond: '{"next_node": "takes", "args": {"x": "b"}}' })
    const { reason, payload } = finishOf(await again.run('Go.'))
    expect({ reason, calls: payload.extra.plan }).toMatchObject({ reason: 'no_path', calls: { model_calls: 2 } })
  })

  it('never takes the text of a result for a reference', async () => {
    const says: ToolDefinition = {
      name: 'says',
      description: 'For tests.',
      input: { type: 'object' },
      output: { type: 'object', properties: { text: string } },
      run: () => ({ text: '$0.output.secret' }),
    }
    const seen: unknown[] = []
    const takesText: ToolDefinition = { ...takes, run: ((args: unknown) => seen.push(args)) as never }
    const harness = await harnessOf({ tools: [says, takesText], plan: native(callsOf(['says', {}], ['takes', { x: '$0.output.text' }])) })
    await harness.run('Go.')
    expect(seen).toEqual([{ x: '$0.output.secret' }])
  })
})

describe('a plan that asks the user', () => {
  const seen: unknown[] = []
  const book: ToolDefinition = {
    name: 'book',
    description: 'For tests.',
    input: { type: 'object', properties: { ok: { type: 'boolean' } } },
    run: ((args: unknown) => seen.push(args)) as never,
  }
  const plan = native(callsOf(['ui_confirm', { message: 'Book it?' }], ['book', { ok: '$0.output.confirmed' }]))

  it('waits, and continues with the answer, on another node as well', async () => {
    const ports = createMemoryStore()
    const first = await harnessOf({ plan, tools: [book], ports, richOutput: { enabled: true }, respond: answer('Booked.') })
    const question = questionOf(await first.run('Book.'))
    const second = await harnessOf({ plan, tools: [book], ports, richOutput: { enabled: true }, server: first.server })
    await second.agent.start(
      inputOf('Book.', { run_id: 'run-2', answers: [{ ref: { interaction_id: question.id }, envelope: { result: { confirmed: true } } }] }),
      scope,
    )
    const { payload } = finishOf(await second.log('run-2'))
    expect(seen).toEqual([{ ok: true }])
    expect(payload).toMatchObject({ raw_answer: 'Booked.', extra: { plan: { model_calls: 2, calls: [{ status: 'success' }, { status: 'success' }] } } })
    expect(first.server.requests).toHaveLength(2)
  })
})
