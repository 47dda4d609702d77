import { messageId } from '@pf/core'
import type { RunState } from '../state/run-state.ts'
import type { EventDraft } from './open-items.ts'

/** The answer text of a turn as seen by clients. At most one segment is open, and its id is never reused. */
export interface AnswerView {
  /** Appends text to the segment of this step and the run's current attempt. */
  append(text: string): void
  close(): void
  /** The phase of text that is appended later. Initially `answer`. */
  phase: 'answer' | 'revision'
  /** Withdraws the segment. Later text starts a new one. */
  withdraw(reason: string): void
  /** The shown text; "" after it was withdrawn. */
  readonly text: string
  /** Makes the shown text equal to `whole` and closes the segment. */
  complete(whole: string): void
}

interface Segment {
  stream_id: string
  step: number
  attempt: number
  text: string
  open: boolean
  phase: AnswerView['phase']
}

/** The parts of a run that the view needs. */
export interface AnswerSource {
  readonly runId: string
  readonly state: Pick<RunState, 'step' | 'attempt' | 'model_calls'>
  emit(event: EventDraft): void
}

/** Creates the view of one run. */
export function createAnswerView(run: AnswerSource): AnswerView {
  const used = new Set<string>()
  let segment: Segment | undefined
  let phase: AnswerView['phase'] = 'answer'
  const chunk = ({ stream_id, step, attempt, phase: said }: Segment, text: string, done: boolean) =>
    run.emit({ type: 'llm_stream_chunk', step, stream_id, text, channel: 'answer', phase: said, attempt, action_seq: run.state.model_calls, done })
  const idNow = () => messageId(run.runId, run.state.step, run.state.attempt)
  const begin = (): Segment => {
    while (used.has(idNow())) run.state.attempt += 1
    const { step, attempt } = run.state
    used.add(idNow())
    return { stream_id: idNow(), step, attempt, text: '', open: true, phase }
  }
  const append = (text: string) => {
    if (text === '') return
    segment ??= begin()
    segment.text += text
    chunk(segment, text, false)
  }
  const close = () => {
    if (!segment?.open) return
    segment.open = false
    chunk(segment, '', true)
  }
  const withdraw = (reason: string) => {
    if (!segment) return
    close()
    run.emit({ type: 'answer_reset', step: segment.step, stream_id: segment.stream_id, attempt: segment.attempt, reason })
    segment = undefined
  }
  return {
    get text() {
      return segment?.text ?? ''
    },
    get phase() {
      return phase
    },
    set phase(next) {
      phase = next
    },
    append,
    close,
    withdraw,
    complete: (whole) => {
      const shown = segment?.text ?? ''
      if (!whole.startsWith(shown) || (segment?.open === false && whole !== shown)) withdraw('replaced')
      append(whole.slice(segment?.text.length ?? 0))
      close()
    },
  }
}
