import type { WireEvent } from '@pf/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { restoreStore, serializeStore } from '../conversation/stored-conversation.ts'
import { toMessages } from '../conversation/to-messages.ts'
import { newStore } from '../test-support/play.ts'

describe('hostile input', () => {
  const word = fc.constantFrom(
    'RUN_STARTED',
    'RUN_FINISHED',
    'RUN_ERROR',
    'TEXT_MESSAGE_START',
    'TEXT_MESSAGE_CONTENT',
    'TEXT_MESSAGE_CHUNK',
    'TEXT_MESSAGE_END',
    'TOOL_CALL_START',
    'TOOL_CALL_ARGS',
    'TOOL_CALL_CHUNK',
    'TOOL_CALL_END',
    'TOOL_CALL_RESULT',
    'REASONING_MESSAGE_CONTENT',
    'REASONING_END',
    'STATE_SNAPSHOT',
    'STATE_DELTA',
    'MESSAGES_SNAPSHOT',
    'ACTIVITY_SNAPSHOT',
    'ACTIVITY_DELTA',
    'CUSTOM',
    '__proto__',
    'constructor',
  )
  const id = fc.constantFrom('a', 'b', 'r1', '__proto__', 'constructor', '')
  const keys = fc.constantFrom(
    'runId',
    'messageId',
    'toolCallId',
    'toolCallName',
    'delta',
    'content',
    'name',
    'value',
    'messages',
    'outcome',
    'result',
    'snapshot',
    'patch',
    'activityType',
    'code',
    'parentRunId',
    'metadata',
  )
  const values = fc.oneof(
    id,
    fc.jsonValue({ maxDepth: 4 }),
    fc.constantFrom(
      'render_component',
      'artifact_chunk',
      'artifact_update',
      'artifact_rejected',
      'answer_reset',
      'pause',
      'warning',
      'ui_component',
      '{"component":"metric","props":{"a":1}}',
    ),
  )
  const event = fc.record({
    type: word,
    fields: fc.dictionary(keys, values),
    id: fc.option(fc.constantFrom('1', '1.1', '2.0', '7', 'x', '-1'), { nil: undefined }),
  })

  it('never throws and always gives turns that survive storing', () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 40 }), (events) => {
        const { store } = newStore()
        for (const { type, fields, id: wireId } of events) store.apply({ ...(wireId === undefined ? {} : { id: wireId }), event: { ...fields, type } })
        const snapshot = store.getSnapshot()
        toMessages(store.getSnapshot().turns)
        const { store: other } = newStore()
        restoreStore(other, serializeStore(store))
        expect(other.getSnapshot().turns).toEqual(JSON.parse(JSON.stringify(snapshot.turns)))
        expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
      }),
      { numRuns: 300 },
    )
  })

  it('takes anything for a stored state and starts empty when it is none', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        const { store } = newStore()
        restoreStore(store, value)
        expect(store.getSnapshot().run.status).toBe('idle')
      }),
    )
  })

  it('takes anything for a wire event', () => {
    const { store } = newStore()
    for (const event of [null, undefined, 7, 'x', [], {}, { type: 7 }]) store.apply({ event } as unknown as WireEvent)
    expect(store.getSnapshot().turns).toEqual([])
  })
})
