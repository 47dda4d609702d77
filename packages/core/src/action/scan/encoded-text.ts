import { code, quoteFamily } from '../../streaming/characters.ts'
import { StringLexer } from '../../streaming/string-lexer.ts'
import type { RepairLog } from './repair-log.ts'

const maxProbeLength = 64
/** Blanks, the quote of a string inside the string, more blanks, a brace, blanks, and the escaped quote of the first key. */
const start = /^"?(?:\s|\\[nrt])*(?:\\"(?:\s|\\+[nrt])*)?\{(?:\s|\\+[nrt])*\\+"$/
const prefix = /^"?(?:\s|\\[nrt])*(?:\\"(?:\s|\\+[nrt])*)?(?:\\*|\{(?:\s|\\+[nrt])*\\*)$/

/** Whether a text begins an object given as one JSON string (its outer quotes may be missing): yes, not decided yet, or no. */
export function probeEncoded(text: string): 'encoded' | 'more' | 'none' {
  if (start.test(text)) return 'encoded'
  return text.length <= maxProbeLength && prefix.test(text) ? 'more' : 'none'
}

/** Decodes such a string piece by piece and feeds what it holds. */
export class EncodedText {
  private readonly lexer: StringLexer

  constructor(target: { feed(text: string): void }, repairs: RepairLog) {
    this.lexer = new StringLexer({ piece: (text) => target.feed(text), plain: (text) => target.feed(text) }, repairs)
    this.lexer.start(code.doubleQuote, quoteFamily.double, 'plain')
  }

  /** True once the closing quote was read. */
  get closed(): boolean {
    return this.lexer.stop === 'closed'
  }

  run(text: string, from: number): number {
    return this.lexer.run(text, from)
  }
}
