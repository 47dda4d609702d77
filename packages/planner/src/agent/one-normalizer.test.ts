import { createMemoryStore } from '@pf/core/memory'
import { type Conversation, createModelServer, type ModelServer } from '@pf/testing'
import OpenAI from 'openai'
import { afterEach, describe, expect, it } from 'vitest'
import { createDrafts } from '../index.ts'
import { openaiModel } from '../openai.ts'
import { createHarness, finishOf, type HarnessOptions, ofType, scope } from '../test-support/harness.ts'

const open: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.close()
})

type Wrap = (wanted: object, thought: object) => string

/** Forms in which weak models write the same object. Objects in their reasoning are never used. */
const forms: [string, Wrap][] = [
  [
    'reasoning and a fence around',
    (wanted, thought) => `<think>${JSON.stringify(thought)}</think>Sure {really}:\n\`\`\`json\n${JSON.stringify(wanted)}\n\`\`\`\nDone.`,
  ],
  ['reasoning without its opening tag', (wanted) => `I would rather not.\n</think>\n${JSON.stringify(wanted)}`],
  ['single quotes and a comma too many', (wanted) => JSON.stringify(wanted).replaceAll('"', "'").replace(/}$/, ',}')],
  ['a string of JSON', (wanted) => JSON.stringify(JSON.stringify(wanted))],
]

const final = (answer: string) => ({ next_node: 'final_response', args: { answer } })
/** The five fields of the older form. */
const legacy = (answer: string) => ({ thought: 't', next_node: null, args: { raw_answer: answer }, plan: null, join: null })

const serve = async (reply: (conversation: Conversation) => string, options: HarnessOptions) => {
  const harness = await createHarness({ stories: [{ name: 's', match: () => true, reply: (said) => ({ content: reply(said), chunkSize: 3 }) }], ...options })
  open.push(harness)
  return harness
}

const used: unknown[] = []
const lookTool = { name: 'look', description: 'Looks.', input: { type: 'object' }, run: ((args: unknown) => ({ n: used.push(args) })) as never }

describe.each(forms)('[004-norm-08] what a model writes is read by one normalizer in every place: %s', (_, wrap) => {
  it('a step and an answer, in both forms', async () => {
    used.length = 0
    for (const finished of [final, legacy]) {
      const replies = [wrap({ next_node: 'look', args: { q: 'x' } }, final('NO')), wrap(finished('Yes'), { next_node: 'look', args: { q: 'NO' } })]
      const harness = await serve(({ step }) => replies[step - 1] ?? '', { tools: [lookTool] })
      const events = await harness.run('Go.')
      expect(finishOf(events).payload.raw_answer).toBe('Yes')
      expect(ofType(events, 'repair')).toEqual([])
    }
    expect(used).toEqual([{ q: 'x' }, { q: 'x' }])
  })

  it('a plan, bare or as a call, and the answer after it', async () => {
    const calls = (q: string) => ({ type: 'tool_calls', reasoning: 'r', calls: [{ tool_name: 'look', arguments: { q } }] })
    const direct = { type: 'direct_response', content: 'NO' }
    for (const plan of [wrap(calls('x'), direct), wrap({ next_node: '__planning__', args: calls('x') }, calls('NO'))]) {
      used.length = 0
      const harness = await serve(({ messages }) => (messages.at(-1)?.content.includes('Plan now.') ? plan : wrap(legacy('Yes'), final('NO'))), {
        tools: [lookTool],
        strategy: 'plan-execute',
      })
      expect(finishOf(await harness.run('Go.')).payload).toMatchObject({
        raw_answer: 'Yes',
        extra: { plan: { model_calls: 2, calls: [{ status: 'success' }] } },
      })
      expect(used).toEqual([{ q: 'x' }])
    }
  })

  it('a score and the revision after it', async () => {
    let reviews = 0
    const review = () => (reviews++ === 0 ? wrap({ score: 0.1, critique: 'c' }, { score: 1 }) : wrap({ score: 1 }, { score: 0 }))
    const write = () => (reviews === 0 ? wrap(final('First'), final('NO')) : wrap(legacy('Second'), final('NO')))
    const harness = await serve(({ system }) => (system.startsWith('You review the answer') ? review() : write()), { reflection: { enabled: true } })
    expect(finishOf(await harness.run('Go.')).payload).toMatchObject({ raw_answer: 'Second', confidence: 1, warnings: [] })
  })

  it('a choice of effort', async () => {
    const harness = await serve(
      ({ system }) => (system.includes('how hard an assistant') ? wrap({ effort: 'high' }, { effort: 'low' }) : JSON.stringify(final('Yes'))),
      {
        reasoningEffort: 'auto',
      },
    )
    const events = await harness.run('Go.')
    expect(ofType(events, 'warning')).toEqual([])
    expect(harness.server.requests.at(-1)?.body).toMatchObject({ reasoning_effort: 'high' })
  })

  it('a packaged draft', async () => {
    const write = ({ messages }: Conversation) => {
      const asked = messages.at(-1)?.content ?? ''
      const nonce = /\[ARTIFACT:([A-Za-z0-9]+)\]/.exec(asked)?.[1]
      if (nonce === undefined) return wrap({ artifact_text: 'A', user_text: 'B' }, { artifact_text: 'NO', user_text: 'NO' })
      return `[ARTIFACT:${nonce}]\nA\n[/ARTIFACT:${nonce}]\n[USER:${nonce}]\nB\n[/USER:${nonce}]`
    }
    const server: ModelServer = await createModelServer({ stories: [{ name: 's', match: () => true, reply: (said) => ({ content: write(said) }) }] })
    const client = new OpenAI({ apiKey: 'sk-test', baseURL: server.url, maxRetries: 0, logLevel: 'off' })
    const drafts = createDrafts({ model: openaiModel({ client, model: 'scripted' }), ports: createMemoryStore(), packaging: true })
    open.push(server, drafts)
    const { run_id } = await drafts.create({ message: 'Write.' }, scope)
    const events = []
    for await (const event of (await drafts.attach(run_id, 0, { scope })) ?? []) events.push(event)
    expect(server.requests).toHaveLength(2)
    expect(ofType(events, 'warning')).toEqual([])
    expect(ofType(events, 'draft_done')).toMatchObject([{ ok: true }])
  })
})

it('[004-norm-08] an object that stands in reasoning alone is taken in no place', async () => {
  const thought = (object: object) => `<think>${JSON.stringify(object)}</think>`
  const plan = { type: 'tool_calls', calls: [{ tool_name: 'look', arguments: { q: 'NO' } }] }
  used.length = 0
  const harness = await serve(({ messages }) => (messages.at(-1)?.content.includes('Plan now.') ? thought(plan) : JSON.stringify(final('Yes'))), {
    tools: [lookTool],
    strategy: 'plan-execute',
  })
  expect(finishOf(await harness.run('Go.')).payload.raw_answer).toBe('Yes')
  const scored = await serve(({ system }) => (system.startsWith('You review the answer') ? thought({ score: 0 }) : JSON.stringify(final('Yes'))), {
    reflection: { enabled: true },
  })
  expect(finishOf(await scored.run('Go.')).payload.raw_answer).toBe('Yes')
  expect(scored.server.requests).toHaveLength(2)
  expect(used).toEqual([])
})

it('[004-norm-08] of an answer and a plan in one output the first counts', async () => {
  const plan = JSON.stringify({ type: 'tool_calls', calls: [{ tool_name: 'look', arguments: { q: 'x' } }] })
  for (const [first, second, calls] of [
    [JSON.stringify(final('Yes')), plan, 1],
    [plan, JSON.stringify(final('NO')), 2],
  ] as const) {
    const harness = await serve(({ messages }) => (messages.at(-1)?.content.includes('Plan now.') ? `${first}\n${second}` : JSON.stringify(final('Yes'))), {
      tools: [lookTool],
      strategy: 'plan-execute',
    })
    expect(finishOf(await harness.run('Go.')).payload).toMatchObject({ raw_answer: 'Yes', extra: { plan: { model_calls: calls } } })
  }
})
