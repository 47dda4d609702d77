import { createActionReader } from '../action/reader/action-reader.ts'
import type { ActionReaderEvent, EndEvent } from '../action/reader/reader-events.ts'
import type { ActionOptions } from '../action/shape/action-options.ts'

/** The result of reading an entire output with an action reader. */
export interface ReadOutput {
  events: ActionReaderEvent[]
  /** The final answer: the text shown before the end plus the rest, or the entire text after a reset. */
  answer: string
  /** The text of the answer that was emitted before the end. */
  shown: string
  args: string
  reasoning: string
  node: string | undefined
  end: EndEvent
}

/** Feeds pieces to an action reader and joins its deltas. */
export function readOutput(chunks: Iterable<string>, options?: ActionOptions): ReadOutput {
  const reader = createActionReader(options)
  const events: ActionReaderEvent[] = []
  for (const chunk of chunks) events.push(...reader.feed(chunk))
  events.push(...reader.finish())
  const end = events[events.length - 1]
  if (end?.type !== 'end') throw new Error('The last event of a reader must be its end.')
  const shown = textOf(events, 'answer_delta')
  const answer = end.reset ? end.text : shown + end.text
  return { events, answer, shown, args: textOf(events, 'args_delta'), reasoning: textOf(events, 'reasoning_delta'), node: lastNode(events), end }
}

function textOf(events: readonly ActionReaderEvent[], type: 'answer_delta' | 'args_delta' | 'reasoning_delta'): string {
  return events.map((event) => (event.type === type ? event.text : '')).join('')
}

function lastNode(events: readonly ActionReaderEvent[]): string | undefined {
  return events.reduce<string | undefined>((node, event) => (event.type === 'node' ? event.node : node), undefined)
}
