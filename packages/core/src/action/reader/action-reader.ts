import type { ActionOptions } from '../shape/action-options.ts'
import { ActionStreamParser, type ReaderEventOutput } from './action-stream-parser.ts'
import type { ActionReaderEvent } from './reader-events.ts'
import { EventQueue } from './reader-events.ts'

/** How far a reader has come. */
export interface ActionReaderState {
  /** The node as last announced. */
  readonly node: string | undefined
  /** The action is known to be an answer. */
  readonly isFinish: boolean
  /** Characters of the answer given out so far. */
  readonly emitted: number
}

/** Reads one model output as it arrives. */
export interface ActionReader {
  /** Takes the next piece, cut anywhere (also inside an escape or a surrogate pair), and returns what became known by it. */
  feed(chunk: string): ActionReaderEvent[]
  /** Ends the input; its last event is `end`. Later calls return nothing. */
  finish(): ActionReaderEvent[]
  readonly state: ActionReaderState
}

class Reader extends EventQueue implements ActionReader, ReaderEventOutput {
  private readonly machine: ActionStreamParser

  constructor(options: ActionOptions | undefined) {
    super()
    this.machine = new ActionStreamParser(this, options)
  }

  get state(): ActionReaderState {
    const { node, emitted } = this.machine
    return { node, isFinish: node === 'final_response', emitted }
  }

  feed(chunk: string): ActionReaderEvent[] {
    const text = this.machine.read(chunk)
    if (text === undefined) return this.take()
    return text === '' ? [] : [{ type: 'answer_delta', text }]
  }

  finish(): ActionReaderEvent[] {
    const end = this.machine.finish()
    if (end) this.push(end)
    return this.take()
  }
}

/**
 * Reads model output as it arrives: reasoning, the node, the answer of a final_response and the arguments of everything else.
 * concat(answer_delta) + end.text is the answer `normalizeAction` gives for the whole text, for every way of cutting it.
 */
export function createActionReader(options?: ActionOptions): ActionReader {
  return new Reader(options)
}
