import { code, quoteFamily } from '../../streaming/characters.ts'
import type { JsonRepairs } from '../../streaming/json-sink.ts'
import { StringLexer } from '../../streaming/string-lexer.ts'

const maxProbeLength = 64
/** Matches a brace, white space, and the escaped quote of the first key. */
const start = /^\{(?:\s|\\+[nrt])*\\+"$/
const prefix = /^\{(?:\s|\\+[nrt])*\\*$/

/** Determines if a text that starts with a brace begins an object that is encoded as a JSON string. `more`: further text is needed to decide. */
export function probeEncoded(text: string): 'encoded' | 'more' | 'none' {
  if (start.test(text)) return 'encoded'
  return text.length <= maxProbeLength && prefix.test(text) ? 'more' : 'none'
}

/** Decodes a JSON string piece by piece and feeds the decoded text to a scanner. */
export class EncodedText<Scanner extends { feed(text: string): void }> {
  readonly scanner: Scanner
  private readonly lexer: StringLexer

  constructor(scanner: Scanner, repairs: JsonRepairs) {
    this.scanner = scanner
    const target = { piece: (text: string) => scanner.feed(text), plain: (text: string) => scanner.feed(text) }
    this.lexer = new StringLexer(repairs)
    this.lexer.start({ target, quote: code.doubleQuote, family: quoteFamily.double, context: 'plain' })
  }

  /** True after the closing quote was read. */
  get closed(): boolean {
    return this.lexer.stop === 'closed'
  }

  /** Reads from index `from` and returns the index at which it stopped. */
  run(text: string, from: number): number {
    return this.lexer.run(text, from)
  }
}
