import type { FaultName, FaultOptions } from '@pf/testing'
import { afterEach, describe, expect, it } from 'vitest'
import { answer, call, createHarness, finishOf, type Harness, ofType, script } from '../test-support/harness.ts'

let harness: Harness
afterEach(() => harness.close())

const text = 'The answer: naïve 😀 “quotes” \\ and a\nnew line.'
const echo = {
  name: 'echo',
  description: 'Echoes.',
  input: { type: 'object', properties: { query: { type: 'string' } } },
  run: (args: unknown) => args,
}
const stories = [script(answer(text))]

async function runWith(mode: FaultName, options: FaultOptions = {}, more: Partial<Parameters<typeof createHarness>[0]> = {}) {
  harness = await createHarness({ stories, tools: [echo], ...more })
  harness.server.mode(mode, options)
  return harness.run('What is the answer?')
}

describe('model faults that change nothing for the user', () => {
  const harmless: [FaultName, FaultOptions?][] = [
    ['ok'],
    ['no-done'],
    ['empty-choices'],
    ['no-choices'],
    ['null-delta'],
    ['null-content'],
    ['parts-content'],
    ['after-finish'],
    ['two-choices'],
    ['role-each'],
    ['half-pairs'],
    ['finish-with-content'],
    ['null-finish'],
    ['no-usage'],
    ['usage-each'],
    ['crlf'],
    ['comments'],
    ['bom'],
    ['id-retry'],
    ['no-space'],
    ['many-data-lines'],
    ['wrong-content-type'],
    ['fenced'],
    ['think-tags'],
    ['slow-first-token', { waitMs: 20 }],
    ['ok', { bytes: 1 }],
    ['ok', { bytes: 3 }],
    ['ok', { chunkSize: 1 }],
  ]
  it.each(harmless)('%s %j: the answer is exact and asked for once', async (mode, options) => {
    const events = await runWith(mode, options)
    expect(finishOf(events)).toMatchObject({ reason: 'answer', payload: { raw_answer: text } })
    expect(harness.server.requests).toHaveLength(1)
    expect(ofType(events, 'repair')).toEqual([])
  })
})

describe('model faults before a stream', () => {
  it.each(['429-then-ok', '500-then-ok', '503-then-ok', 'reset-then-ok'] as const)(
    '%s: tried again by the client, without a trace in the answer',
    async (mode) => {
      const events = await runWith(mode, { retryAfterMs: 1 }, { maxRetries: 2 })
      expect(finishOf(events)).toMatchObject({ reason: 'answer', payload: { raw_answer: text } })
      expect(harness.server.requests).toHaveLength(2)
    },
  )

  it.each(['400', '401', '403', '404', '429', '500', 'quota', 'html-502', 'reset'] as const)(
    '%s: one finish that says the model is unavailable, without a word of the provider',
    async (mode) => {
      const events = await runWith(mode)
      const finish = finishOf(events)
      expect(finish).toMatchObject({ reason: 'error', error: { code: 'model_unavailable' }, payload: { route: 'error' } })
      expect(JSON.stringify(events)).not.toMatch(/sk-|Incorrect API key|upstream|Bad gateway/i)
      // A 400 without a reason is answered once with stricter roles.
      expect(harness.server.requests).toHaveLength(mode === '400' ? 2 : 1)
    },
  )

  it('a server that is not there is model_unavailable too', async () => {
    harness = await createHarness({ stories })
    await harness.server.close()
    expect(finishOf(await harness.run('Anyone?'))).toMatchObject({ reason: 'error', error: { code: 'model_unavailable' } })
  })

  it('stall-headers: the idle limit bounds the wait', async () => {
    const events = await runWith('stall-headers', {}, { limits: { modelIdleMs: 50 } })
    expect(finishOf(events)).toMatchObject({ reason: 'error', error: { code: 'model_stalled' } })
  })
})

describe('model faults inside a stream', () => {
  const cut: FaultName[] = ['cut', 'cut-clean', 'malformed', 'in-stream-error', 'error-event', 'only-empty-choices', 'html-200', 'empty-body']
  it.each(cut)('%s for ever: ends as cut, never as an answer, with what was shown taken back', async (mode) => {
    const events = await runWith(mode)
    expect(finishOf(events)).toMatchObject({ reason: 'error' })
    expect(['model_cut', 'model_unavailable']).toContain(finishOf(events).error?.code)
    expect(ofType(events, 'answer_reset').length).toBe(ofType(events, 'llm_stream_chunk').filter(({ done }) => done).length)
  })

  it.each(['cut', 'cut-clean', 'malformed'] as const)('%s once: tried again; the first half is withdrawn and the answer shown once', async (mode) => {
    const events = await runWith(mode, { times: 1 })
    expect(finishOf(events)).toMatchObject({ reason: 'answer', payload: { raw_answer: text } })
    expect(ofType(events, 'repair')).toMatchObject([{ kind: 'model_cut', attempt: 2 }])
    expect(harness.server.requests).toHaveLength(2)
  })

  it('stall: ends as stalled and closes the socket', async () => {
    const events = await runWith('stall', {}, { limits: { modelIdleMs: 50 } })
    expect(finishOf(events)).toMatchObject({ reason: 'error', error: { code: 'model_stalled' } })
    expect(await harness.server.requests[0]?.ended).toBe('client_gone')
  })

  it('content_filter: a refusal by error, and the text before it is withdrawn', async () => {
    const events = await runWith('content_filter')
    expect(finishOf(events)).toMatchObject({ reason: 'error', error: { code: 'model_refused' }, payload: { route: 'refusal' } })
  })

  it('refusal: the text of the provider is the answer, on the route refusal, without a second try', async () => {
    const events = await runWith('refusal')
    expect(finishOf(events)).toMatchObject({ reason: 'answer', payload: { raw_answer: "I'm sorry, but I can't help with that request.", route: 'refusal' } })
    expect(harness.server.requests).toHaveLength(1)
  })

  it('huge and flood: five megabytes in one delta and 20,000 deltas arrive whole', async () => {
    const events = await runWith('huge', { size: 5 * 2 ** 20 })
    expect(finishOf(events).payload.raw_answer.length).toBeGreaterThan(4 * 2 ** 20)
    await harness.close()
    expect(finishOf(await runWith('flood', { size: 20_000 })).payload.raw_answer.length).toBeGreaterThan(50_000)
  }, 90_000)

  it('output beyond the limit is cut off and asked for again, shorter', async () => {
    const events = await runWith('flood', { size: 2_000, times: 1 }, { limits: { modelOutputChars: 5_000 } })
    expect(ofType(events, 'repair')).toMatchObject([{ kind: 'shorter' }])
    expect(finishOf(events)).toMatchObject({ reason: 'answer' })
  })
})

describe('broken actions', () => {
  it.each(['length', 'whitespace', 'empty-content', 'reasoning-only', 'dup'] as const)('%s once: repaired by a targeted prompt', async (mode) => {
    const events = await runWith(mode, { times: 1 })
    expect(finishOf(events)).toMatchObject({ reason: 'answer', payload: { raw_answer: text } })
    expect(ofType(events, 'repair')).toHaveLength(1)
  })

  it.each(['length', 'whitespace', 'empty-content'] as const)(
    '[004-rep-01] %s for ever: three repairs, each an event, then a question to the user',
    async (mode) => {
      const events = await runWith(mode)
      expect(ofType(events, 'repair').map(({ attempt }) => attempt)).toEqual([2, 3, 4])
      expect(harness.server.requests).toHaveLength(4)
      expect(finishOf(events)).toMatchObject({
        reason: 'no_path',
        error: { code: 'repair_exhausted' },
        payload: { requires_followup: true, route: 'clarification' },
      })
      expect(finishOf(events).payload.raw_answer).not.toContain('naïve')
    },
  )

  it.each(['cut-tool', 'tool-length', 'tool-bad-json'] as const)('%s: a call with half its arguments never runs', async (mode) => {
    const ran: unknown[] = []
    const spy = { ...echo, run: (args: unknown) => ran.push(args) }
    const events = await runWith(
      mode,
      {},
      { stories: [script(call('echo', { query: 'weather: today, and "tomorrow"' }), answer('done'))], tools: [spy], limits: { repairAttempts: 1 } },
    )
    expect(ran).toEqual([])
    expect(['no_path', 'error']).toContain(finishOf(events).reason)
  })

  it('tool-unknown: the model receives the names of the tools and continues', async () => {
    const events = await runWith('tool-unknown', { times: 1 }, { stories: [script(call('echo', { query: 'a' }), answer('done'))] })
    expect(finishOf(events)).toMatchObject({ reason: 'answer' })
    expect(harness.server.requests[1]?.conversation?.toolResults).toMatchObject([
      { name: 'no_such_tool', content: { error: { code: 'unknown_tool', tools: ['echo'] } } },
    ])
  })

  it.each(['tool-no-id', 'tool-no-index', 'tool-double-id'] as const)('%s: a native call that nobody asked for still means its action', async (mode) => {
    const ran: unknown[] = []
    const spy = { ...echo, run: (args: unknown) => ran.push(args) }
    const events = await runWith(mode, { times: 1 }, { stories: [script(call('echo', { query: 'a' }), answer('done'))], tools: [spy] })
    expect(ran).toEqual([{ query: 'a' }])
    expect(finishOf(events)).toMatchObject({ reason: 'answer', payload: { raw_answer: 'done' } })
  })

  it('[004-prm-03] prose instead of an action is asked for as an answer, and is never shown itself', async () => {
    harness = await createHarness({ stories: [script('Well, I think it is forty-two.')] })
    const events = await harness.run('What is it?')
    expect(ofType(events, 'repair').map(({ kind }) => kind)).toEqual(['answer', 'answer', 'answer'])
    expect(finishOf(events).payload.raw_answer).not.toContain('forty-two')
    expect(ofType(events, 'llm_stream_chunk').some(({ text: shown, channel }) => channel === 'answer' && shown.includes('forty-two'))).toBe(false)
  })
})

describe('what an endpoint does not understand', () => {
  it.each(['unsupported-parameter', 'unsupported-parameter-text'] as const)('[004-reas-06] %s: dropped once and remembered', async (mode) => {
    harness = await createHarness({ stories })
    harness.server.mode(mode, { param: 'response_format' })
    expect(finishOf(await harness.run('One?'))).toMatchObject({ reason: 'answer' })
    expect(harness.server.requests).toHaveLength(2)
    expect(finishOf(await harness.run('Two?', { run_id: 'run-2' }))).toMatchObject({ reason: 'answer' })
    expect(harness.server.requests).toHaveLength(3)
    expect(harness.server.requests[2]?.body).not.toHaveProperty('response_format')
  })

  it('json-word: the prompt holds the word that JSON mode asks for', async () => {
    expect(finishOf(await runWith('json-word'))).toMatchObject({ reason: 'answer' })
  })

  it('[004-reas-10] asks for JSON mode', async () => {
    await runWith('ok')
    expect(harness.server.requests[0]?.body).toMatchObject({ response_format: { type: 'json_object' }, stream: true, stream_options: { include_usage: true } })
  })

  it.each(['context-overflow', 'context-overflow-text'] as const)('%s: shortened once, then reported', async (mode) => {
    expect(finishOf(await runWith(mode, { times: 1 }))).toMatchObject({ reason: 'answer' })
    await harness.close()
    expect(finishOf(await runWith(mode))).toMatchObject({ reason: 'error', error: { code: 'context_overflow' } })
  })
})
