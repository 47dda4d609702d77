import { describe, expect, it } from 'vitest'
import { createAnswerView } from './answer-view.ts'
import type { EventDraft } from './open-items.ts'

/** Creates a view and the position of its run, and short forms of the emitted events. */
function createView() {
  const state = { step: 1, attempt: 1, model_calls: 3 }
  const events: EventDraft[] = []
  const view = createAnswerView({ runId: 'r', state, emit: (event) => events.push(event) })
  const seen = () =>
    events.map((event) => {
      if (event.type === 'llm_stream_chunk') return `${event.stream_id} ${event.done ? 'ends' : event.text}`
      return event.type === 'answer_reset' ? `${event.stream_id} withdrawn: ${event.reason}` : event.type
    })
  return { view, state, events, seen }
}

describe('the view of an answer', () => {
  it('emits text in one segment with the position of the run', () => {
    const { view, events } = createView()
    view.append('A')
    view.close()
    const chunk = { type: 'llm_stream_chunk', step: 1, stream_id: 'm:r:1:1', channel: 'answer', phase: 'answer', attempt: 1, action_seq: 3 }
    expect(events).toEqual([
      { ...chunk, text: 'A', done: false },
      { ...chunk, text: '', done: true },
    ])
  })

  it('keeps the segment of its first text when the run moves on', () => {
    const { view, state, seen } = createView()
    view.append('A')
    state.step = 2
    view.append('B')
    expect(seen()).toEqual(['m:r:1:1 A', 'm:r:1:1 B'])
    expect(view.text).toBe('AB')
  })

  it('emits nothing for an empty text, and closes once', () => {
    const { view, seen } = createView()
    view.append('')
    view.close()
    expect([seen(), view.text]).toEqual([[], ''])
    view.append('A')
    view.close()
    view.close()
    expect(seen()).toEqual(['m:r:1:1 A', 'm:r:1:1 ends'])
  })

  it('withdraws the segment once, and begins the next one under an id of its own', () => {
    const { view, state, seen } = createView()
    view.withdraw('early')
    view.append('A')
    view.withdraw('broken')
    view.withdraw('again')
    expect(view.text).toBe('')
    view.append('B')
    expect(seen()).toEqual(['m:r:1:1 A', 'm:r:1:1 ends', 'm:r:1:1 withdrawn: broken', 'm:r:1:2 B'])
    expect(state.attempt).toBe(2)
  })

  it('withdraws a segment under its own step and attempt', () => {
    const { view, state, events } = createView()
    view.append('A')
    Object.assign(state, { step: 2, attempt: 5 })
    view.withdraw('broken')
    expect(events.at(-1)).toEqual({ type: 'answer_reset', step: 1, stream_id: 'm:r:1:1', attempt: 1, reason: 'broken' })
  })

  it('marks text with the phase of the segment', () => {
    const { view, events } = createView()
    view.append('A')
    view.phase = 'revision'
    expect(view.phase).toBe('revision')
    view.withdraw('revised')
    view.append('B')
    expect(events.flatMap((event) => (event.type === 'llm_stream_chunk' ? [event.phase] : []))).toEqual(['answer', 'answer', 'revision'])
  })
})

describe('completing an answer', () => {
  it('emits the rest of a text that was shown in part', () => {
    const { view, seen } = createView()
    view.append('Hel')
    view.complete('Hello')
    expect(seen()).toEqual(['m:r:1:1 Hel', 'm:r:1:1 lo', 'm:r:1:1 ends'])
  })

  it('emits the whole text when nothing was shown, and nothing for an empty one', () => {
    const shown = createView()
    shown.view.complete('Hello')
    expect(shown.seen()).toEqual(['m:r:1:1 Hello', 'm:r:1:1 ends'])
    const empty = createView()
    empty.view.complete('')
    expect(empty.seen()).toEqual([])
  })

  it('replaces a text that was something else', () => {
    const { view, seen } = createView()
    view.append('Bye')
    view.complete('Hello')
    expect(seen()).toEqual(['m:r:1:1 Bye', 'm:r:1:1 ends', 'm:r:1:1 withdrawn: replaced', 'm:r:1:2 Hello', 'm:r:1:2 ends'])
  })

  it('keeps a closed segment that has the whole text, and replaces one that has a part of it', () => {
    const whole = createView()
    whole.view.append('Hello')
    whole.view.close()
    whole.view.complete('Hello')
    expect(whole.seen()).toEqual(['m:r:1:1 Hello', 'm:r:1:1 ends'])
    const part = createView()
    part.view.append('Hel')
    part.view.close()
    part.view.complete('Hello')
    expect(part.seen()).toEqual(['m:r:1:1 Hel', 'm:r:1:1 ends', 'm:r:1:1 withdrawn: replaced', 'm:r:1:2 Hello', 'm:r:1:2 ends'])
  })
})
