import type { TimelineEvent } from '@pf/react-renderers/store'
import { describe, expect, it } from 'vitest'
import { groupEvents } from './event-list.tsx'

const event = (seq: number, type: string, run_id = 'r'): TimelineEvent => ({ id: `${seq}.0`, run_id, seq, ts: seq, type, summary: '' })
const shape = (events: TimelineEvent[]) => groupEvents(events).map(({ first, last, count }) => [first.type, first.seq, last.seq, count])

describe('the event list', () => {
  it('joins neighbouring deltas of one kind and keeps the rest', () => {
    expect(
      shape([
        event(1, 'RUN_STARTED'),
        event(2, 'TEXT_MESSAGE_CONTENT'),
        event(3, 'TEXT_MESSAGE_CONTENT'),
        event(4, 'CUSTOM'),
        event(5, 'CUSTOM'),
        event(6, 'TEXT_MESSAGE_CONTENT'),
      ]),
    ).toEqual([
      ['RUN_STARTED', 1, 1, 1],
      ['TEXT_MESSAGE_CONTENT', 2, 3, 2],
      ['CUSTOM', 4, 4, 1],
      ['CUSTOM', 5, 5, 1],
      ['TEXT_MESSAGE_CONTENT', 6, 6, 1],
    ])
  })

  it('keeps deltas of two runs apart', () => {
    expect(shape([event(1, 'TOOL_CALL_ARGS', 'a'), event(1, 'TOOL_CALL_ARGS', 'b')])).toHaveLength(2)
  })
})
