import type { AuditEntry, PlannerEvent } from '@pf/core'
import { verifyAudit } from '@pf/core'
import { createModelServer } from '@pf/testing'
import OpenAI from 'openai'
import { afterEach, describe, expect, it } from 'vitest'
import { type AnswerCheck, type AnswerCheckInput, type AnswerCheckVerdict, createAgent, createDrafts } from '../index.ts'
import { openaiModel } from '../openai.ts'
import { answer, call, createHarness, finishOf, type Harness, type HarnessOptions, ofType, questionOf, scope, script } from '../test-support/harness.ts'

let harness: Harness
const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  await harness?.close()
  for (const close of closing.splice(0)) await close()
})

const story = (...contents: string[]) => ({ name: 's', match: () => true, reply: () => contents.map((content) => ({ content, chunkSize: 3 })) })
const open = async (answerChecks: AnswerCheck[], contents: string[], more: Partial<HarnessOptions> = {}) => {
  harness = await createHarness({ stories: [story(...contents)], richOutput: { enabled: true }, guardrails: { answerChecks }, ...more })
  return harness
}
/** Returns events as text, without times. */
const texts = (events: readonly PlannerEvent[]) => JSON.stringify(events.map((event) => ({ ...event, ts: 0 })))
const audited = async ({ ports } = harness): Promise<AuditEntry[]> => {
  const records = (await ports.audit?.read(scope, { after: 0, limit: 1_000 })) ?? []
  expect(await verifyAudit(records)).toMatchObject({ ok: true })
  return records.map(({ entry }) => entry)
}
const shown = (events: readonly PlannerEvent[]) =>
  ofType(events, 'llm_stream_chunk')
    .filter(({ channel, text }) => channel === 'answer' && text !== '')
    .map(({ text }) => text)

const noCodes: AnswerCheck = {
  name: 'codes',
  check: ({ text }) => (/\d{4}/.test(text) ? { verdict: 'rewrite', text: text.replace(/\d{4,}/g, '#'), reason: 'codes are private' } : undefined),
}
const noWord = (word: string, more: Partial<AnswerCheck> = {}): AnswerCheck => ({
  name: `no ${word}`,
  check: ({ text }) => (text.includes(word) ? { verdict: 'refuse', reason: `says ${word}`, message: 'Please call us.' } : { verdict: 'allow' }),
  ...more,
})

describe('answer checks', () => {
  it('see finished sentences in order, and send what they allow while the model writes', async () => {
    const seen: AnswerCheckInput[] = []
    const spy: AnswerCheck = { name: 'spy', check: (input) => void seen.push(input) }
    await open([spy], [answer('Dr. Smith pays 3.50 today. 今日は雨です。Then he\nleaves. The end')])
    const events = await harness.run('Go.')
    const sentences = ['Dr. Smith pays 3.50 today. ', '今日は雨です。', 'Then he\nleaves. ', 'The end']
    expect(seen.map(({ text }) => text)).toEqual(sentences)
    expect(seen.map(({ before }) => before)).toEqual(sentences.map((_, index) => sentences.slice(0, index).join('')))
    expect(seen[0]).toMatchObject({ target: 'answer', owner: scope.owner, runId: 'run-1', threadId: 'thread-1', step: 1 })
    expect(shown(events).length).toBeGreaterThan(1)
    expect(finishOf(events).payload.raw_answer).toBe(sentences.join(''))
    expect(await audited()).toEqual([])
  })

  it('rewrite sentences: stream, payload and thread have the approved text, and the audit log the verdicts', async () => {
    await open([noCodes], [answer('One 1234. Two 5678. Three.')])
    const events = await harness.run('Go.')
    expect(finishOf(events).payload.raw_answer).toBe('One #. Two #. Three.')
    expect(texts(events)).not.toMatch(/1234|5678/)
    expect(JSON.stringify(await harness.ports.threads.read(scope, 'thread-1'))).not.toMatch(/1234|5678/)
    expect(ofType(events, 'warning')).toMatchObject([{ code: 'hook_replaced', text: expect.stringContaining('codes are private') }])
    const entry = { type: 'answer_checked', run_id: 'run-1', thread_id: 'thread-1', step: 1, check: 'codes', target: 'answer', verdict: 'rewritten' }
    expect(await audited()).toMatchObject([entry, { ...entry, reason: 'codes are private' }])
  })

  it('refuse: what was shown is withdrawn, the rest is never sent, and the answer is that of the check', async () => {
    await open([noWord('secret')], [answer('This is fine. The secret is out. And more.')])
    const events = await harness.run('Go.')
    expect(finishOf(events).payload).toMatchObject({ raw_answer: 'Please call us.', route: 'refusal' })
    expect(shown(events)[0]).toBe('This is fine. ')
    expect(ofType(events, 'answer_reset')).toMatchObject([{ reason: 'stopped' }])
    expect(texts(events).replaceAll('says secret', '')).not.toMatch(/secret|And more/)
    expect(await audited()).toMatchObject([{ check: 'no secret', verdict: 'refused', reason: 'says secret', target: 'answer' }])
  })

  it('run one after the other, each on what the one before has approved, behind the hook', async () => {
    const seen: string[] = []
    const spy: AnswerCheck = { name: 'spy', by: 'answer', check: ({ text }) => void seen.push(text) }
    await open([noCodes, spy], [answer('Code 1234. Hook.')], {
      hooks: {
        onAnswerDelta: ({ answer: all, shown: sent, done }) => ({
          verdict: 'replace',
          reason: 'x',
          text: done ? all.replace('Hook', '9999').slice(sent.length) : '',
        }),
      },
    })
    expect(finishOf(await harness.run('Go.')).payload.raw_answer).toBe('Code #. #.')
    expect(seen).toEqual(['Code #. #.'])
  })

  it('hold back paragraphs and whole answers', async () => {
    const seen: string[] = []
    await open([{ name: 'p', by: 'paragraph', check: ({ text }) => void seen.push(text) }], [answer('A. B.\n\nC. D.')])
    await harness.run('Go.')
    expect(seen).toEqual(['A. B.\n\n', 'C. D.'])
    await harness.close()
    await open([noWord('secret', { by: 'answer' })], [answer('Fine. Very fine. No secret.')])
    const events = await harness.run('Go.')
    expect(shown(events).join('')).toBe('Please call us.')
  })

  it('begin anew with each attempt, and see refusals, late answers and fallbacks', async () => {
    const attempts = (...contents: string[]) => ({
      name: 's',
      match: () => true,
      reply: ({ attempt }: { attempt: number }) => ({ content: contents[attempt - 1] ?? '', chunkSize: 3 }),
    })
    await open([noCodes], [], { stories: [attempts('{"next_node":"final_response","args":{"answer":"One 1234. Two 12', answer('Three 5678.'))] })
    expect(finishOf(await harness.run('Go.')).payload.raw_answer).toMatch(/#\.$/)
    await harness.close()
    await open([noCodes], [], { stories: [{ name: 's', match: () => true, reply: () => ({ content: '', refusal: 'No 7878.' }) }] })
    expect(finishOf(await harness.run('Go.')).payload).toMatchObject({ raw_answer: 'No #.', route: 'refusal' })
    await harness.close()
    const pay = { name: 'pay', description: 'Pays.', input: { type: 'object' as const }, run: () => ({ code: 'It is 9012.' }) }
    await open([noCodes], [call('pay'), call('pay', { again: 1 })], { limits: { maxSteps: 2 }, tools: [pay] })
    expect(finishOf(await harness.run('Go.')).payload.raw_answer).not.toContain('9012')
  })

  it('see the texts of a structured answer', async () => {
    await open([noCodes], [answer('Hi.', { extra: { note: ['Code 1234.', 7] }, suggested_actions: [{ action_id: 'a', label: 'Use 5678', params: {} }] })])
    const { payload } = finishOf(await harness.run('Go.'))
    expect(payload.extra).toEqual({ note: ['Code #.', 7] })
    expect(JSON.stringify(payload)).not.toMatch(/1234|5678/)
    expect((await audited()).map((entry) => 'target' in entry && entry.target)).toEqual(['payload', 'payload'])
    await harness.close()
    await open([noWord('secret')], [answer('Hi.', { extra: { note: 'A secret.' } })])
    expect(finishOf(await harness.run('Go.')).payload).toMatchObject({ raw_answer: 'Please call us.', route: 'refusal', extra: {} })
  })

  it('see the texts of components and questions, which are not shown before; a refused one is refused alone', async () => {
    const render = (text: string) => call('render_component', { component: 'markdown', props: { content: text } })
    await open([noCodes, noWord('secret')], [render('Code 1234.'), render('The secret.'), answer('Done.')])
    const events = await harness.run('Go.')
    expect(ofType(events, 'artifact_chunk')).toHaveLength(1)
    expect(texts(events).replaceAll('says secret', '').replaceAll('no secret', '')).not.toMatch(/1234|The secret/)
    expect(JSON.stringify(ofType(events, 'artifact_chunk'))).toContain('Code #.')
    expect(finishOf(events).payload.raw_answer).toBe('Done.')
    expect(await audited()).toMatchObject([
      { target: 'component', verdict: 'rewritten' },
      { target: 'component', verdict: 'refused' },
    ])
    await harness.close()
    await open([noCodes], [call('ui_confirm', { message: 'Use 1234?' })], { richOutput: { enabled: true, allowlist: ['confirm'] } })
    expect(questionOf(await harness.run('Go.')).props).toMatchObject({ message: 'Use #?' })
  })

  it('see the arguments of front-end tools, which the page shows', async () => {
    await open([noCodes], [call('show_note', { text: 'Code 1234.' })])
    const parameters = { type: 'object' as const, properties: { text: { type: 'string' as const } } }
    const events = await harness.run('Go.', { client_tools: [{ name: 'show_note', description: 'Shows a note.', parameters }] })
    expect(finishOf(events).reason).toBe('paused')
    expect(
      ofType(events, 'tool_call_args')
        .map(({ delta }) => delta)
        .join(''),
    ).toBe('{"text":"Code #."}')
    expect(texts(events)).not.toContain('1234')
  })

  const faults: [string, AnswerCheck['check']][] = [
    ['throws', () => Promise.reject(new Error('boom sk-1234567890abcdef'))],
    ['hangs', () => new Promise<never>(() => undefined)],
    ['answers nonsense', () => ({ verdict: 'pass' }) as never],
    ['rewrites with nothing', () => ({ verdict: 'rewrite', reason: 'x' }) as never],
    [
      'answers with a value that cannot be read',
      () =>
        new Proxy({} as AnswerCheckVerdict, {
          get: () => {
            throw new Error('no')
          },
        }),
    ],
  ]
  for (const [name, check] of faults)
    it(`show nothing if a check ${name}`, async () => {
      await open([{ name: 'broken', check, timeoutMs: 30 }], [answer('Hello there. And more.')])
      const events = await harness.run('Go.')
      expect(finishOf(events).payload).toMatchObject({ route: 'refusal', raw_answer: 'I cannot help with that here.' })
      expect(texts(events)).not.toMatch(/Hello there|boom/)
      expect(await audited()).toMatchObject([{ check: 'broken', verdict: 'failed' }])
    })

  it('keep text to themselves when a run is cancelled meanwhile', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    await open(
      [{ name: 'slow', check: ({ text }) => (text.startsWith('Two') ? new Promise<never>(() => resolve()) : undefined) }],
      [answer('One. Two. Three.')],
    )
    const run_id = await harness.start('Go.')
    await promise
    await harness.agent.cancel(run_id, scope)
    const events = await harness.log(run_id)
    expect(finishOf(events).reason).toBe('cancelled')
    expect(texts(events)).not.toMatch(/Two|Three/)
  })

  it('append no more than 20 entries for a text', async () => {
    await open([noCodes], [answer(Array.from({ length: 50 }, (_, index) => `Code ${1_000 + index} here.`).join(' '))])
    expect(finishOf(await harness.run('Go.')).payload.raw_answer).toBe(Array.from({ length: 50 }, () => 'Code # here.').join(' '))
    const entries = await audited()
    expect(entries).toHaveLength(20)
    expect(entries.at(-1)).toMatchObject({ more: true })
    expect(entries.at(-2)).not.toHaveProperty('more')
  })

  it('show nothing that the audit log does not have: a log that cannot be written ends the run', async () => {
    await open([noCodes], [answer('Code 1234. Fine.')])
    const { audit } = harness.ports
    if (!audit) throw new Error('no audit log')
    audit.append = async () => {
      throw new Error('disk full')
    }
    const events = await harness.run('Go.')
    expect(finishOf(events).reason).toBe('error')
    expect(texts(events)).not.toMatch(/1234|Code #|Fine/)
  })

  it('send no reasoning, which nothing checks', async () => {
    await open([noCodes], [], {
      stories: [{ name: 's', match: () => true, reply: () => ({ reasoning: 'A thought.', content: answer('Hi.') }) }],
      reasoning: 'stream',
    })
    expect(texts(await harness.run('Go.'))).not.toContain('A thought')
  })

  it('see both texts of a draft', async () => {
    const server = await createModelServer({
      stories: [
        {
          name: 's',
          match: () => true,
          reply: ({ messages }) => {
            const nonce = messages.at(-1)?.content.match(/\[ARTIFACT:([A-Za-z0-9]+)\]/)?.[1] ?? 'none'
            return {
              content: `[ARTIFACT:${nonce}]\nCall 4711 today. Or not.\n[/ARTIFACT:${nonce}]\n[USER:${nonce}]\nIs 4711 right?\n[/USER:${nonce}]`,
              chunkSize: 3,
            }
          },
        },
      ],
    })
    const client = new OpenAI({ apiKey: 'sk-test', baseURL: server.url, maxRetries: 0, logLevel: 'off' })
    harness = await createHarness({ server })
    const drafts = createDrafts({ model: openaiModel({ client, model: 'scripted' }), ports: harness.ports, guardrails: { answerChecks: [noCodes] } })
    closing.push(
      () => drafts.close(),
      () => server.close(),
    )
    const { draft_id, run_id } = await drafts.create({ message: 'Write.' }, scope)
    const events: PlannerEvent[] = []
    for await (const event of (await drafts.attach(run_id, 0, { scope })) ?? []) events.push(event)
    expect(await drafts.get(draft_id, scope)).toMatchObject({ artifact_draft_text: expect.stringContaining('Call # today.') })
    expect(texts(events)).not.toContain('4711')
    expect((await audited()).map((entry) => 'target' in entry && entry.target)).toEqual(['artifact', 'user'])
  })

  it('are refused at the start when they are no checks', () => {
    const answerChecks = [
      { name: '', check: 1, by: 'word', maxChars: 1, timeoutMs: 0 },
      { name: 'a', check: () => undefined },
      { name: 'a', check: () => undefined },
    ]
    const make = (guardrails: unknown) => () =>
      createAgent({ model: { name: 'm', stream: () => [] as never }, tools: [], ports: harness.ports, guardrails: guardrails as never })
    expect(make({ answerChecks })).toThrow(/\[0\]\.name must.*\[0\]\.check must.*\[0\]\.by must.*\[0\]\.maxChars must.*\[0\]\.timeoutMs must.*are named "a"/)
    expect(make({ answerCheck: [] })).toThrow(/answerCheck is not an option/)
    expect(make(1)).toThrow(/guardrails must be an object/)
    expect(make({ answerChecks: 1 })).toThrow(/answerChecks must be a list/)
  })
})

it('without guardrails, an agent with an audit log writes nothing to it, and its events and prompts are the same', async () => {
  const normal = (events: readonly PlannerEvent[]) => texts(events.map((event) => ({ ...event, ...('latency_ms' in event ? { latency_ms: 0 } : {}) })))
  const logs: string[] = []
  const prompts: string[] = []
  for (const more of [{}, { guardrails: {} }, { guardrails: { answerChecks: [] } }]) {
    harness = await createHarness({ stories: [script(answer('Hi. There.'))], ...more })
    logs.push(normal(await harness.run('Go.')))
    prompts.push(JSON.stringify(harness.server.requests.at(-1)?.conversation?.messages))
    expect(await audited()).toEqual([])
    await harness.close()
  }
  expect(new Set(prompts).size).toBe(1)
  expect(new Set(logs).size).toBe(1)
})
