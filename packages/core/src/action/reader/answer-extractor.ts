import type { ActionOptions } from '../shape/action-options.ts'
import { ActionStreamParser, type ReaderEventOutput } from './action-stream-parser.ts'
import type { ActionReaderEvent } from './reader-events.ts'

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

class Extractor implements AnswerExtractor, ReaderEventOutput {
  private readonly machine: ActionStreamParser
  private text = ''
  private last: ExtractedRest | undefined

  constructor(options: ActionOptions | undefined) {
    this.machine = new ActionStreamParser(this, options)
  }

  get state() {
    const { node, emitted } = this.machine
    return { isFinish: node === 'final_response', emitted }
  }

  /** For the machine. */
  push(event: ActionReaderEvent): void {
    if (event.type === 'answer_delta') this.text += event.text
  }

  feed(chunk: string): string {
    return this.machine.read(chunk) ?? this.take()
  }

  finish(): ExtractedRest {
    this.last ??= this.end()
    return this.last
  }

  /** Text that the end of the input itself made sure comes before the rest. */
  private end(): ExtractedRest {
    const end = this.machine.finish()
    const before = this.take()
    if (end === undefined) return { text: '', complete: false }
    return end.reset ? { text: end.text, complete: end.complete, reset: true } : { text: before + end.text, complete: end.complete }
  }

  private take(): string {
    const { text } = this
    this.text = ''
    return text
  }
}

/** Reads model output as an action reader does and lets only the answer through (spec 004, streaming extractor). */
export function createAnswerExtractor(options?: ActionOptions): AnswerExtractor {
  return new Extractor(options)
}
