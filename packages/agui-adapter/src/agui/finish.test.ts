import { errorCodes } from '@pf/core'
import { describe, expect, it } from 'vitest'
import { type Bare, call, finish, logOf, newerClient, payload, pfClient, start, text, textDone, thirdPartyClient } from '../test-support/log.ts'
import { createAguiMapper } from './create-agui-mapper.ts'
import type { AguiMapperOptions } from './mapping.ts'

function wire(log: Bare[], options: AguiMapperOptions = {}) {
  const mapper = createAguiMapper(options)
  return logOf(log).flatMap((event) => mapper.feed(event))
}

const last = (log: Bare[]) => wire(log).at(-1)
const shown = (log: Bare[]) => wire(log).flatMap((event) => (event.type === 'TEXT_MESSAGE_CONTENT' ? [event.messageId, event.delta] : []))

describe('the end of a run', () => {
  it.each(['answer', 'no_path', 'deadline', 'budget_exhausted'] as const)('is RUN_FINISHED with the whole payload after %s with an answer', (reason) => {
    expect(last([start(), finish(reason, 'Yes.')])).toMatchObject({ type: 'RUN_FINISHED', threadId: 'th1', runId: 'r1', result: { raw_answer: 'Yes.' } })
    expect(last([start(), finish(reason, 'Yes.')])).not.toHaveProperty('outcome')
  })

  it('has the origin of the figures of the answer', () => {
    const provenance = {
      counts: { result: 1, computed: 0, stated: 0, unproven: 0, references: 0 },
      figures: [{ text: '5', start: 0, end: 1, source: { kind: 'result' as const, ref: 'run_query.rows', path: '/0/n', row: 0 } }],
      results: [{ ref: 'run_query.rows', tool: 'run_query', tool_call_id: 'tc:1' }],
      incomplete: false,
    }
    expect(last([start(), { type: 'finish', reason: 'answer', payload: payload('5', { provenance }) }])).toMatchObject({ result: { provenance } })
  })

  it.each([
    ['cancelled', 'cancelled'],
    ['deadline', 'deadline'],
    ['budget_exhausted', 'budget_exhausted'],
  ] as const)('says to a client from before 1.0 that %s without an answer is an error with that code', (reason, code) => {
    expect(last([start(thirdPartyClient), finish(reason)])).toMatchObject({ type: 'RUN_ERROR', code, message: errorCodes[code].cause })
  })

  it('takes a sentence that only says why there is no answer for none', () => {
    const log: Bare[] = [start(), { type: 'finish', reason: 'deadline', payload: payload('Time ran out.', { route: 'error' }) }]
    expect(wire(log).map(({ type }) => type)).toEqual(['RUN_STARTED', 'RUN_ERROR'])
  })

  it('says to a newer client with an outcome that a run was stopped, without a result, and with a warning why', () => {
    const events = wire([start(newerClient), finish('deadline')])
    expect(events.at(-1)).toEqual({ type: 'RUN_FINISHED', threadId: 'th1', runId: 'r1', outcome: { type: 'cancelled' }, timestamp: 1001 })
    expect(events.at(-2)).toMatchObject({ type: 'CUSTOM', name: 'warning', value: { code: 'deadline' } })
  })

  it('keeps the message of a known error and hides every other one', () => {
    const failing = (code: string) => last([start(), finish('error', '', { code, message: 'ECONNREFUSED 10.0.0.7', trace_id: 't' })])
    expect(failing('model_unavailable')).toMatchObject({ type: 'RUN_ERROR', code: 'model_unavailable', message: 'ECONNREFUSED 10.0.0.7' })
    for (const code of ['internal', 'EPERM', 'toString', '__proto__'])
      expect(failing(code)).toEqual({ type: 'RUN_ERROR', code: 'internal', message: errorCodes.internal.cause, timestamp: 1001 })
  })

  it('tells our client the trace id of an error', () => {
    const log = [start(pfClient), finish('error', '', { code: 'internal', message: 'x', trace_id: 'trace-7' })]
    expect(last(log)).toMatchObject({ type: 'RUN_ERROR', metadata: { pf: { trace_id: 'trace-7' } } })
  })

  it('adds the usage of a segment up, parts inside the totals and nothing invented', () => {
    const log: Bare[] = [
      start(),
      { type: 'usage', model: 'a', provider: 'p', input: 10, output: 2, cached: 4 },
      { type: 'usage', model: 'b', input: 1 },
      { type: 'usage', model: 'a', provider: 'p', input: 5, output: 1, reasoning: 1 },
      { type: 'usage', model: 'a', provider: 'p', input: Number.NaN },
      finish('answer', 'x'),
    ]
    const usage = [
      { provider: 'p', model: 'a', inputTokens: 15, outputTokens: 3, totalTokens: 18, cachedInputTokens: 4, reasoningTokens: 1 },
      { model: 'b', inputTokens: 1 },
    ]
    expect(last(log)).toMatchObject({ type: 'RUN_FINISHED', usage })
  })

  it('puts the address of stored artifacts into the payload, over any that stood there', () => {
    const reference = { artifact_id: 'a/1', media_type: 'text/csv', bytes: 9, sha256: 'ff', url: 'https://evil.example' }
    const log: Bare[] = [start(), { type: 'finish', reason: 'answer', payload: payload('x', { artifacts: { search: { rows: reference, n: 1 } } }) }]
    const ended = wire(log, { artifactUrl: (id) => `/artifacts/${encodeURIComponent(id)}` }).at(-1)
    expect(ended).toMatchObject({ result: { artifacts: { search: { rows: { ...reference, url: '/artifacts/a%2F1' }, n: 1 } } } })
  })

  it('ends a waiting run with one interrupt for each question, and gives a deadline only to newer clients', () => {
    const pause: Bare = {
      type: 'pause',
      interactions: [
        { id: 'i1', tool_call_id: 'tc1', component: 'form', props: { fields: [] }, message_id: 't:r1', result_schema: { type: 'object' }, deadline: 0 },
      ],
    }
    const interrupt = {
      id: 'i1',
      reason: 'tool_call',
      toolCallId: 'tc1',
      responseSchema: { type: 'object' },
      metadata: { component: 'form', props: { fields: [] }, message_id: 't:r1' },
    }
    const ended = (client = thirdPartyClient) => last([start(client), call('tc1', 'ui_form'), pause, finish('paused')])
    expect(ended()).toEqual({ type: 'RUN_FINISHED', threadId: 'th1', runId: 'r1', outcome: { type: 'interrupt', interrupts: [interrupt] }, timestamp: 1003 })
    expect(ended(newerClient)).toMatchObject({ outcome: { interrupts: [{ ...interrupt, expiresAt: '1970-01-01T00:00:00.000Z' }] } })
  })

  it('ends without an outcome where the front end owns the call, and answers nothing in its place', () => {
    const events = wire([start(), call('tc1', 'pick_color', 'client'), finish('paused')])
    expect(events.at(-1)).toEqual({ type: 'RUN_FINISHED', threadId: 'th1', runId: 'r1', timestamp: 1002 })
    expect(events.some(({ type }) => type === 'TOOL_CALL_RESULT')).toBe(false)
  })

  it('keeps one run on the wire over a pause for a client that keeps its stream', () => {
    const client = { ...pfClient, pf: { tool_results: true } }
    const log = [start(client), finish('paused'), start(client), text('Hi'), finish('answer', 'Hi')]
    expect(
      wire(log)
        .filter(({ type }) => type.startsWith('RUN_'))
        .map(({ type }) => type),
    ).toEqual(['RUN_STARTED', 'RUN_FINISHED'])
  })

  it('ends a run that was kept open before somebody else continues, who has not seen it', () => {
    const log = [start({ ...pfClient, pf: { tool_results: true } }), finish('paused'), start(), text('Hi'), finish('answer', 'Hi')]
    const mapper = createAguiMapper()
    const seen = logOf(log).map((event) => mapper.feed(event).flatMap(({ type }) => (type.startsWith('RUN_') ? [type] : [])))
    expect(seen).toEqual([['RUN_STARTED'], [], ['RUN_FINISHED', 'RUN_STARTED'], [], ['RUN_FINISHED']])
  })

  it('begins a new run on the wire after a pause for every other client', () => {
    const log = [start(), finish('paused'), text('lost'), start(), text('Hi'), finish('answer', 'Hi')]
    expect(
      wire(log)
        .filter(({ type }) => type.startsWith('RUN_'))
        .map(({ type }) => type),
    ).toEqual(['RUN_STARTED', 'RUN_FINISHED', 'RUN_STARTED', 'RUN_FINISHED'])
    expect(shown(log)).toEqual(['m:r1:1:1', 'Hi'])
  })
})

describe('the answer as text', () => {
  it('is sent as a message of its own when it never streamed', () => {
    expect(shown([start(), finish('no_path', 'I found nothing.')])).toEqual(['m:r1:0:0', 'I found nothing.'])
  })

  it('is not sent again when it streamed', () => {
    expect(shown([start(), text('Yes.'), textDone(), finish('answer', 'Yes.')])).toEqual(['m:r1:1:1', 'Yes.'])
  })

  it('continues where an open stream was cut', () => {
    expect(shown([start(), text('Half'), finish('deadline', 'Half of it.')])).toEqual(['m:r1:1:1', 'Half', 'm:r1:1:1', ' of it.'])
  })

  it('gets only its rest in a new message where the stream is closed', () => {
    expect(shown([start(), text('Half'), textDone(), finish('deadline', 'Half of it.')])).toEqual(['m:r1:1:1', 'Half', 'm:r1:1:1~2', ' of it.'])
  })

  it('continues where the last of several streams was cut', () => {
    const log = [start(), text('Let me look.', 'm:r1:1:1'), textDone('m:r1:1:1'), text('Fou', 'm:r1:2:1'), finish('answer', 'Found.')]
    expect(shown(log).join('')).toBe('m:r1:1:1Let me look.m:r1:2:1Foum:r1:2:1nd.')
  })

  it('is sent whole where what was shown is something else', () => {
    expect(shown([start(), text('Maybe.'), textDone(), finish('answer', 'No.')])).toEqual(['m:r1:1:1', 'Maybe.', 'm:r1:0:0', 'No.'])
  })

  it('is sent whole where what was shown was withdrawn', () => {
    const log: Bare[] = [start(), text('Wro'), { type: 'answer_reset', stream_id: 'm:r1:1:1', attempt: 1, reason: 'x' }, finish('answer', 'Wrong no more.')]
    expect(shown(log)).toEqual(['m:r1:1:1', 'Wro', 'm:r1:0:0', 'Wrong no more.'])
  })

  it('is not invented for a cancelled or failed run', () => {
    expect(shown([start(), finish('cancelled', 'Partial')])).toEqual([])
    expect(shown([start(), finish('error', 'Sorry', { code: 'internal', message: '', trace_id: '' })])).toEqual([])
  })
})
