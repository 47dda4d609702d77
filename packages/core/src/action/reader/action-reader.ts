import type { ActionOptions } from '../shape/action-options.ts'
import { ActionStreamParser, type ReaderEventOutput } from './action-stream-parser.ts'
import type { ActionReaderEvent } from './reader-events.ts'
import { EventQueue } from './reader-events.ts'

/** The progress of a reader. */
export interface ActionReaderState {
  /** The node that was last announced. */
  readonly node: string | undefined
  /** True once the action is known to be an answer. */
  readonly isFinish: boolean
  /** The number of characters of the answer that were passed on. */
  readonly emitted: number
}

/** Reads one model output as it arrives. */
export interface ActionReader {
  /** Takes the next piece, cut at any position (inside an escape or a surrogate pair too), and returns the events it caused. */
  feed(chunk: string): ActionReaderEvent[]
  /** Ends the input. The last event is `end`. Later calls return an empty list. */
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
 * Creates a reader of model output as it arrives: reasoning, the node, the answer of a final_response and the arguments of every other
 * action. Invariant: concat(answer_delta) + end.text is the answer that `normalizeAction` returns for the entire text, however the text
 * is cut into pieces.
 */
export function createActionReader(options?: ActionOptions): ActionReader {
  return new Reader(options)
}
