import { translateCalls } from '../markup/translate-calls.ts'
import type { RepairLog } from './repair-log.ts'

/** Collects the text from the first call in model-specific markup on. Its calls are converted at the end of the input, when all of them are complete. */
export class CallText {
  /** Offset of the first call, or -1. */
  at = -1
  /** The text from `at` on, with its calls converted to actions. */
  actions = ''
  private readonly pieces: string[] = []

  start(mark: string, offset: number): void {
    this.pieces.push(mark)
    this.at = offset
  }

  /** Takes the rest of a piece and returns the index of its end. */
  read(text: string, from: number): number {
    this.pieces.push(text.slice(from))
    return text.length
  }

  /** Converts the calls and returns the resulting text. */
  convert(repairs: RepairLog): string {
    const text = this.pieces.join('')
    this.actions = translateCalls(text)
    if (this.actions !== text) repairs.add('call_markup', this.at)
    return this.actions
  }
}
