import type { ActionOptions } from '../shape/action-options.ts'
import { ActionStreamParser, type ReaderEventOutput } from './action-stream-parser.ts'
import type { ActionReaderEvent } from './reader-events.ts'
import { EventQueue } from './reader-events.ts'

/** The progress of a reader. */
export interface ActionReaderState {
  /** The node that was announced last. */
  readonly node: string | undefined
  /** True after the action was recognized as an answer. */
  readonly isFinish: boolean
  /** Number of characters of the answer emitted so far. */
  readonly emitted: number
}

/** Reads one model output as it arrives. */
export interface ActionReader {
  /** Takes the next piece, which may be cut at any position (even inside an escape or a surrogate pair), and returns the resulting events. */
  feed(chunk: string): ActionReaderEvent[]
  /** Ends the input. The last returned event is `end`. Later calls return an empty list. */
  finish(): ActionReaderEvent[]
  readonly state: ActionReaderState
}

class Reader extends EventQueue implements ActionReader, ReaderEventOutput {
  private readonly parser: ActionStreamParser

  constructor(options: ActionOptions | undefined) {
    super()
    this.parser = new ActionStreamParser(this, options)
  }

  get state(): ActionReaderState {
    const { node, emitted } = this.parser
    return { node, isFinish: node === 'final_response', emitted }
  }

  feed(chunk: string): ActionReaderEvent[] {
    const text = this.parser.read(chunk)
    if (text === undefined) return this.take()
    return text === '' ? [] : [{ type: 'answer_delta', text }]
  }

  finish(): ActionReaderEvent[] {
    const end = this.parser.finish()
    if (end) this.push(end)
    return this.take()
  }
}

/**
 * Creates a reader for model output that arrives in pieces. It emits reasoning, the node, the answer of a final_response and the arguments
 * of any other action. Invariant: the concatenated `answer_delta` texts plus `end.text` are the answer that `normalizeAction` returns for
 * the entire text, regardless of how the text is split.
 */
export function createActionReader(options?: ActionOptions): ActionReader {
  return new Reader(options)
}
