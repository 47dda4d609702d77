import type { ActionOptions } from '../shape/action-options.ts'
import { ActionStreamParser, type ReaderEventOutput } from './action-stream-parser.ts'
import type { ActionReaderEvent } from './reader-events.ts'

/** The rest of an answer after the end of the input. */
export interface ExtractedRest {
  /** The rest of the answer, or the entire answer if `reset` is set. */
  text: string
  complete: boolean
  reset?: true
}

/** Returns the answer of a final_response as it arrives, and nothing else. */
export interface AnswerExtractor {
  feed(chunk: string): string
  /** Ends the input. Later calls return the same value. */
  finish(): ExtractedRest
  /** `emitted` counts characters. */
  readonly state: { readonly isFinish: boolean; readonly emitted: number }
}

class Extractor implements AnswerExtractor, ReaderEventOutput {
  private readonly parser: ActionStreamParser
  private text = ''
  private last: ExtractedRest | undefined

  constructor(options: ActionOptions | undefined) {
    this.parser = new ActionStreamParser(this, options)
  }

  get state() {
    const { node, emitted } = this.parser
    return { isFinish: node === 'final_response', emitted }
  }

  /** Receives the events of the parser and collects the answer text. */
  push(event: ActionReaderEvent): void {
    if (event.type === 'answer_delta') this.text += event.text
  }

  feed(chunk: string): string {
    return this.parser.read(chunk) ?? this.take()
  }

  finish(): ExtractedRest {
    this.last ??= this.end()
    return this.last
  }

  /** Joins the text that became certain at the end of the input with the rest. */
  private end(): ExtractedRest {
    const end = this.parser.finish()
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

/** Creates a reader that returns only the answer of model output. */
export function createAnswerExtractor(options?: ActionOptions): AnswerExtractor {
  return new Extractor(options)
}
