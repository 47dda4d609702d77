import type { ActionOptions } from '../action/action-options.ts'
import { createActionReader } from './action-reader.ts'
import type { ActionReaderEvent } from './reader-event.ts'

/** What is left when the input has ended. */
export interface ExtractedRest {
  /** The rest of the answer, or all of it with `reset`. */
  text: string
  complete: boolean
  reset?: true
}

/** Gives the answer of a final_response as it arrives, and nothing else. */
export interface AnswerExtractor {
  feed(chunk: string): string
  /** Ends the input; later calls return the same. */
  finish(): ExtractedRest
  /** `emitted` counts characters. */
  readonly state: { readonly isFinish: boolean; readonly emitted: number }
}

/** An action reader that lets only the answer through (spec 004, streaming extractor). */
export function createAnswerExtractor(options?: ActionOptions): AnswerExtractor {
  const reader = createActionReader(options)
  let rest: ExtractedRest | undefined
  return {
    feed: (chunk) => answerOf(reader.feed(chunk)),
    finish: () => {
      rest ??= restOf(reader.finish())
      return rest
    },
    get state() {
      const { isFinish, emitted } = reader.state
      return { isFinish, emitted }
    },
  }
}

function answerOf(events: ActionReaderEvent[]): string {
  const [only] = events
  if (events.length === 1 && only?.type === 'answer_delta') return only.text
  let text = ''
  for (const event of events) if (event.type === 'answer_delta') text += event.text
  return text
}

/** Text that the end of the input itself made sure comes before the rest. */
function restOf(events: ActionReaderEvent[]): ExtractedRest {
  const end = events[events.length - 1]
  if (end?.type !== 'end') return { text: '', complete: false }
  if (end.reset) return { text: end.text, complete: end.complete, reset: true }
  return { text: answerOf(events) + end.text, complete: end.complete }
}
