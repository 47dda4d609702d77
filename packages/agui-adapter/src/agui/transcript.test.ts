import { describe, expect, it } from 'vitest'
import { createTranscript } from './transcript.ts'

const textStart = (messageId: string) => ({ type: 'TEXT_MESSAGE_START', messageId, role: 'assistant' }) as const
const textDelta = (messageId: string, delta: string) => ({ type: 'TEXT_MESSAGE_CONTENT', messageId, delta }) as const
const callStart = (toolCallId: string, parentMessageId?: string) =>
  ({ type: 'TOOL_CALL_START', toolCallId, toolCallName: 'search', ...(parentMessageId ? { parentMessageId } : {}) }) as const
const callArgs = (toolCallId: string, delta: string) => ({ type: 'TOOL_CALL_ARGS', toolCallId, delta }) as const
const callOf = (id: string, args: string) => ({ id, type: 'function', function: { name: 'search', arguments: args } })

describe('createTranscript', () => {
  it('builds messages from texts, calls and results behind the messages of the request', () => {
    const transcript = createTranscript([{ id: 'u1', role: 'user', content: 'Hi' }])
    transcript.apply(textStart('m1'))
    transcript.apply(textDelta('m1', 'Hel'))
    transcript.apply(textDelta('m1', 'lo'))
    transcript.apply(callStart('c1', 'm1'))
    transcript.apply(callArgs('c1', '{"a":'))
    transcript.apply(callArgs('c1', '1}'))
    transcript.apply(callStart('c2', 'm1'))
    transcript.apply({ type: 'TOOL_CALL_RESULT', messageId: 'r1', toolCallId: 'c1', role: 'tool', content: 'done' })
    expect(transcript.messages()).toEqual([
      { id: 'u1', role: 'user', content: 'Hi' },
      { id: 'm1', role: 'assistant', content: 'Hello', toolCalls: [callOf('c1', '{"a":1}'), callOf('c2', '')] },
      { id: 'r1', role: 'tool', toolCallId: 'c1', content: 'done' },
    ])
  })

  it('gives a call without a parent a message of its own', () => {
    const transcript = createTranscript([])
    transcript.apply(callStart('c1'))
    expect(transcript.messages()).toEqual([{ id: 'c1', role: 'assistant', toolCalls: [callOf('c1', '')] }])
  })

  it('starts a text with the empty text, and keeps the text of a message that starts again', () => {
    const transcript = createTranscript([])
    transcript.apply(textStart('m1'))
    expect(transcript.messages()).toEqual([{ id: 'm1', role: 'assistant', content: '' }])
    transcript.apply(textDelta('m1', 'A'))
    transcript.apply(textStart('m1'))
    expect(transcript.messages()).toEqual([{ id: 'm1', role: 'assistant', content: 'A' }])
  })

  it('takes a text whose start it has not seen', () => {
    const transcript = createTranscript([])
    transcript.apply(textDelta('m1', 'A'))
    expect(transcript.messages()).toEqual([{ id: 'm1', role: 'assistant', content: 'A' }])
  })

  it('ignores arguments of an unknown call and events of other types', () => {
    const transcript = createTranscript([])
    transcript.apply(callArgs('c1', '{}'))
    transcript.apply({ type: 'CUSTOM', name: 'x', value: 1 })
    expect(transcript.messages()).toEqual([])
  })

  it('withdraws messages, but keeps one with calls without its text', () => {
    const transcript = createTranscript([])
    transcript.apply(textDelta('m1', 'A'))
    transcript.apply(textDelta('m2', 'B'))
    transcript.apply(callStart('c1', 'm2'))
    transcript.withdraw(['m1', 'm2', 'unknown'])
    expect(transcript.messages()).toEqual([{ id: 'm2', role: 'assistant', toolCalls: [callOf('c1', '')] }])
  })

  it('returns copies', () => {
    const transcript = createTranscript([])
    transcript.apply(callStart('c1', 'm1'))
    const before = transcript.messages()
    transcript.apply(callArgs('c1', '{}'))
    expect(before).toEqual([{ id: 'm1', role: 'assistant', toolCalls: [callOf('c1', '')] }])
  })
})
