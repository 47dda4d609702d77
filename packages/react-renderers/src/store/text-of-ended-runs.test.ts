import { describe, expect, it } from 'vitest'
import { play, turnOf } from '../test-support/play.ts'
import { custom, finished, logOf, started, text } from '../test-support/run-log.ts'

type Event = Parameters<typeof logOf>[0][number]

const openText = (messageId: string, delta: string): Event[] => [
  { type: 'TEXT_MESSAGE_START', messageId, role: 'assistant' },
  { type: 'TEXT_MESSAGE_CONTENT', messageId, delta },
]
const question = { id: 'i1', tool_call_id: 'c1', component: 'confirm', props: { message: 'Continue?' }, message_id: 't:r1' }
const interrupt = finished({ outcome: { type: 'interrupt', interrupts: [{ id: 'i1', reason: 'confirm', toolCallId: 'c1' }] } })
const failed: Event = { type: 'RUN_ERROR', code: 'internal', message: 'It failed.' }

const segmentsAfter = (...events: Event[]) => turnOf(play(logOf([started(), ...events]))).segments

describe('the text of a run that has ended', () => {
  const ends: [string, Event[], boolean][] = [
    ['with an answer', [finished()], false],
    ['because it waits for the user', [custom('pause', { interactions: [question] }), interrupt], false],
    ['because it waits for a front-end tool', [finished({ outcome: { type: 'interrupt', interrupts: [] } })], false],
    ['because it was cancelled', [finished({ outcome: { type: 'cancelled' } })], true],
    ['because it was aborted', [{ type: 'RUN_ERROR', code: 'abort', message: 'Aborted.' }], true],
    ['with an error', [failed], true],
  ]

  it.each(ends)('%s is complete, and marked as cut only where the run was stopped', (_, end, cut) => {
    for (const written of [text('m1', 'So far'), openText('m1', 'So far')]) {
      const [segment] = segmentsAfter(...written, ...end)
      expect(segment).toMatchObject({ text: 'So far', done: true })
      expect(segment?.cut === true).toBe(cut)
    }
  })

  it('is marked as cut in its last part only', () => {
    const segments = segmentsAfter(...text('m1', 'First.'), ...text('m2', 'Second.'), failed)
    expect(segments.map(({ cut }) => cut === true)).toEqual([false, true])
  })

  it('is marked as cut in the last part that has text and was not taken back', () => {
    const withdrawn = custom('answer_reset', { stream_id: 'm2', attempt: 1, reason: 'invalid' })
    const segments = segmentsAfter(
      ...text('m1', 'First.'),
      ...text('m2', 'Second.'),
      withdrawn,
      { type: 'TEXT_MESSAGE_START', messageId: 'm3', role: 'assistant' },
      failed,
    )
    expect(segments.filter(({ cut }) => cut).map(({ text }) => text)).toEqual(['First.'])
  })
})
