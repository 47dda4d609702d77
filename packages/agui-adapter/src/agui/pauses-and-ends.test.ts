import { errorCodes } from '@pf/core'
import { describe, expect, it } from 'vitest'
import {
  args,
  type Bare,
  call,
  callEnd,
  finish,
  logOf,
  newerClient,
  pfClient,
  result,
  start,
  text,
  textDone,
  thought,
  thoughtDone,
} from '../test-support/log.ts'
import { createAguiMapper } from './create-agui-mapper.ts'
import type { AguiMapperOptions } from './mapping.ts'

/** Returns a mapper that has read a log, and the events that it emitted, without their times. */
function mapped(log: Bare[], options: AguiMapperOptions = {}) {
  const mapper = createAguiMapper(options)
  const sent = logOf(log)
    .flatMap((event) => mapper.feed(event))
    .map(({ timestamp: _, ...event }) => event)
  return { mapper, sent }
}
const sentBy = (...log: Bare[]) => mapped(log).sent
const typesOf = (events: readonly { type: string }[]) => events.map(({ type }) => type)
const keptOpen = { ...pfClient, pf: { tool_results: true } }
const question = (tool_call_id: string) => ({ id: `i-${tool_call_id}`, tool_call_id, component: 'form', props: {}, message_id: 't:r1', result_schema: true })
const pause = (...ids: string[]): Bare => ({ type: 'pause', interactions: ids.map(question) })

describe('a stream that a client keeps open over a pause', () => {
  it('ends with the pause when the log has no more events', () => {
    const { mapper } = mapped([start(keptOpen), call('a'), pause('a'), finish('paused')])
    expect(mapper.phase).toBe('paused')
    expect(mapper.end()).toMatchObject([{ type: 'RUN_FINISHED', outcome: { type: 'interrupt', interrupts: [{ id: 'i-a' }] } }])
    expect([mapper.phase, mapper.end(), mapper.abort()]).toEqual(['ended', [], []])
  })

  it('ends with an error when it is aborted, and closes nothing twice', () => {
    const { mapper } = mapped([start(keptOpen), call('a'), text('A'), finish('paused')])
    expect(typesOf(mapper.abort('network'))).toEqual(['RUN_ERROR'])
  })

  it('ends for other clients with the pause itself', () => {
    const { mapper, sent } = mapped([start(), call('a'), pause('a'), finish('paused')])
    expect(typesOf(sent).at(-1)).toBe('RUN_FINISHED')
    expect(mapper.end()).toEqual([])
  })

  it('gets one snapshot for one withdrawn answer', () => {
    const messages = [{ id: 'u1', role: 'user', content: 'Hi' }]
    const reset: Bare = { type: 'answer_reset', stream_id: 'm:r1:1:1', attempt: 1, reason: 'x' }
    const { sent } = mapped([start(), text('A'), reset, { type: 'warning', code: 'c', text: 't' }, { type: 'warning', code: 'd', text: 't' }], { messages })
    expect(typesOf(sent).filter((type) => type === 'MESSAGES_SNAPSHOT')).toHaveLength(1)
  })
})

describe('a run that paused', () => {
  it('is announced with its questions', () => {
    expect(sentBy(start(), pause('a')).at(-1)).toEqual({ type: 'CUSTOM', name: 'pause', value: { interactions: [question('a')] } })
  })

  it('has no interrupt for a call that the front end owns', () => {
    const ended = sentBy(start(), call('mine', 'pick', 'client'), call('b'), pause('mine', 'b', 'unknown'), finish('paused')).at(-1)
    expect(ended).toMatchObject({ outcome: { interrupts: [{ id: 'i-b' }, { id: 'i-unknown' }] } })
  })

  it('has interrupts without a deadline where the question has none', () => {
    const ended = sentBy(start(newerClient), call('a'), pause('a'), finish('paused')).at(-1)
    expect(ended).toMatchObject({ outcome: { interrupts: [{ id: 'i-a', responseSchema: {} }] } })
    expect(JSON.stringify(ended)).not.toContain('expiresAt')
  })
})

describe('RUN_STARTED', () => {
  it('names the run before it, if there is one', () => {
    expect(sentBy({ ...start(), parent_run_id: 'r0' })).toEqual([expect.objectContaining({ type: 'RUN_STARTED', parentRunId: 'r0' })])
    expect(sentBy(start())[0]).not.toHaveProperty('parentRunId')
  })

  it('is sent for a log that begins in the middle, with the same state as any other run', () => {
    const sent = sentBy(text('A'), call('a'), result('unknown'), finish('paused'))
    expect(typesOf(sent)).toEqual([
      'RUN_STARTED',
      'TEXT_MESSAGE_START',
      'TEXT_MESSAGE_CONTENT',
      'TEXT_MESSAGE_END',
      'TOOL_CALL_START',
      'TOOL_CALL_ARGS',
      'TOOL_CALL_END',
      'RUN_FINISHED',
    ])
    expect(sent.at(-1)).toEqual({ type: 'RUN_FINISHED', threadId: 'th1', runId: 'r1' })
  })

  it('takes the id of the turn, which no message has', () => {
    expect(sentBy(start(), text('A', 't:r1'))).toContainEqual({ type: 'TEXT_MESSAGE_START', messageId: 't:r1~2', role: 'assistant' })
  })

  it('has no time where the log has none', () => {
    const mapper = createAguiMapper()
    expect(logOf([start()]).flatMap((event) => mapper.feed({ ...event, ts: 0 }))[0]).not.toHaveProperty('timestamp')
    expect(createAguiMapper().abort()[0]).not.toHaveProperty('timestamp')
  })
})

describe('the end of a run', () => {
  it('cuts the message of an error at 500 characters', () => {
    const ended = sentBy(start(), finish('error', '', { code: 'model_unavailable', message: 'm'.repeat(600), trace_id: 't' })).at(-1)
    expect(ended).toMatchObject({ type: 'RUN_ERROR', message: 'm'.repeat(500) })
    expect(sentBy(start(), finish('error')).at(-1)).toMatchObject({ type: 'RUN_ERROR', message: errorCodes.internal.cause })
  })

  it('has a warning beside the outcome only where a limit was reached', () => {
    expect(typesOf(sentBy(start(newerClient), finish('cancelled')))).toEqual(['RUN_STARTED', 'RUN_FINISHED'])
  })

  it('takes an answer of spaces alone for none', () => {
    expect(sentBy(start(), finish('deadline', '  ')).at(-1)).toMatchObject({ type: 'RUN_ERROR', code: 'deadline' })
  })

  it('answers only the calls of the server', () => {
    const results = sentBy(start(), call('mine', 'pick', 'client'), call('a'), finish('answer', 'A')).filter(({ type }) => type === 'TOOL_CALL_RESULT')
    expect(results).toMatchObject([{ toolCallId: 'a' }])
  })

  it('sends an answer that several streams carry once', () => {
    const sent = sentBy(start(), text('One. ', 'm:1'), textDone('m:1'), text('Two.', 'm:2'), finish('answer', 'One. Two. Three.'))
    expect(sent.flatMap((event) => ('delta' in event ? [event.delta] : []))).toEqual(['One. ', 'Two.', ' Three.'])
  })

  it('writes the answer into a message that has no text yet', () => {
    const messages = sentBy(start(), text('\ud83d', 'm:1'), finish('answer', 'Yes.')).flatMap((event) => ('messageId' in event ? [event.messageId] : []))
    expect(messages).toEqual(['m:1', 'm:1', 'm:1'])
  })

  it('sends no empty text', () => {
    const sent = sentBy(start(), finish('answer'))
    expect(typesOf(sent)).toEqual(['RUN_STARTED', 'RUN_FINISHED'])
  })

  it('sends no answer again that an earlier stream carries, nor half of a pair that is not part of it', () => {
    const sent = sentBy(start(), text('Yes.\ud83d', 'm:1'), text('Hm.', 'm:2'), finish('answer', 'Yes.'))
    expect(sent.flatMap((event) => ('delta' in event ? [event.delta] : []))).toEqual(['Yes.', 'Hm.'])
  })
})

describe('a snapshot of the conversation', () => {
  const messages = [{ id: 'u1', role: 'user', content: 'Hi' }]
  const reset = (stream_id: string): Bare => ({ type: 'answer_reset', stream_id, attempt: 1, reason: 'x' })
  const positions = (...log: Bare[]) => typesOf(mapped([start(), ...log], { messages }).sent).slice(-3)

  it('waits for reasoning that is open', () => {
    expect(positions(text('A', 'm:1'), textDone('m:1'), thought('B'), reset('m:1'), thoughtDone())).toEqual([
      'REASONING_MESSAGE_END',
      'REASONING_END',
      'MESSAGES_SNAPSHOT',
    ])
  })

  it('waits for one open call among others that have ended', () => {
    const log = [text('A', 'm:1'), call('a'), call('b'), args('a', '{}'), callEnd('a'), reset('m:1')]
    expect(positions(...log)).not.toContain('MESSAGES_SNAPSHOT')
    expect(positions(...log, args('b', '{}'), callEnd('b')).at(-1)).toBe('MESSAGES_SNAPSHOT')
  })

  it('comes after every text that is open, and with what closes the run at the latest', () => {
    expect(positions(text('A', 'm:1'), text('B', 'm:2'), reset('m:1'))).toEqual(['CUSTOM', 'TEXT_MESSAGE_END', 'MESSAGES_SNAPSHOT'])
    const closed = mapped([start(), text('A', 'm:1'), call('a'), reset('m:1'), finish('answer')], { messages }).sent
    expect(typesOf(closed).slice(-2)).toEqual(['MESSAGES_SNAPSHOT', 'RUN_FINISHED'])
  })
})

describe('half of a surrogate pair', () => {
  it('at the end of reasoning becomes a replacement character', () => {
    expect(sentBy(start(), thought('a\ud83d'), thoughtDone()).flatMap((event) => ('delta' in event ? [event.delta] : []))).toEqual(['a', '\ufffd'])
  })
})

it('a call belongs to the message that was written last, also where that continues an earlier stream', () => {
  const sent = sentBy(start(), text('A', 'm:1'), textDone('m:1'), text('B', 'm:2'), textDone('m:2'), text('C', 'm:1'), call('a'))
  expect(sent.at(-1)).toMatchObject({ type: 'TOOL_CALL_START', parentMessageId: 'm:1~2' })
})

describe('the result of a call', () => {
  it('has no status where the call succeeded, and no code where there is none', () => {
    const failed: Bare = { type: 'tool_call_result', tool_call_id: 'a', status: 'error', content: 'x' }
    expect(sentBy(start(pfClient), call('a'), result('a')).at(-1)).not.toHaveProperty('metadata')
    expect(sentBy(start(pfClient), call('a'), failed).at(-1)).toStrictEqual(expect.objectContaining({ metadata: { pf: { status: 'error' } } }))
  })

  it('for a call of an earlier run is sent once, without a call of its own', () => {
    const resume: Bare = { type: 'resume', interaction_id: 'i', status: 'answered' }
    const sent = sentBy(start(), resume, result('old'), result('old'), finish('answer'))
    expect(typesOf(sent)).toEqual(['RUN_STARTED', 'TOOL_CALL_RESULT', 'RUN_FINISHED'])
  })

  it('is awaited anew in each segment', () => {
    const resume: Bare = { type: 'resume', interaction_id: 'i', status: 'answered' }
    expect(typesOf(sentBy(start(), resume, finish('paused'), start(), result('old')))).not.toContain('TOOL_CALL_RESULT')
  })
})

describe('a step', () => {
  it('closes once, and opens again under the same number', () => {
    const step: Bare = { type: 'step_start', step: 1 }
    const sent = sentBy(start(), step, finish('paused'), start(), step, finish('answer'))
    expect(typesOf(sent).filter((type) => type.startsWith('STEP'))).toEqual(['STEP_STARTED', 'STEP_FINISHED', 'STEP_STARTED', 'STEP_FINISHED'])
  })

  it('of each branch is open beside the others', () => {
    const branch = (number: number): Bare => ({ type: 'step_start', step: 1, branch: number })
    expect(typesOf(sentBy(start(), branch(1), branch(2))).filter((type) => type === 'STEP_STARTED')).toHaveLength(2)
  })

  it('without a thought tells nothing of one', () => {
    const done: Bare = { type: 'step_complete', step: 1, node: 'n', status: 'ok', latency_ms: 1 }
    expect(sentBy(start(pfClient), { type: 'step_start', step: 1 }, done).at(-1)).toStrictEqual(
      expect.objectContaining({ metadata: { pf: { node: 'n', status: 'ok', latency_ms: 1 } } }),
    )
  })
})
