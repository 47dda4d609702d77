import { closesFamily, code, isJsonBlank, quoteFamily, unitAt } from './characters.ts'
import { isHex, shortEscape } from './escapes.ts'
import type { JsonRepairs } from './json-sink.ts'
import { PlainTextReader } from './plain-text-reader.ts'
import { QuoteLookahead, type StringContext } from './quote-lookahead.ts'

/** Receives the pieces of a string, as decoded text and as JSON source. */
export interface StringTarget {
  piece(text: string, raw: string): void
  /** A piece whose source is the part of the input between two indexes. */
  plain(text: string, input: string, from: number, to: number): void
}

/** The beginning of a string. */
export interface StringStart {
  target: StringTarget
  /** The opening quote and its family. */
  quote: number
  family: number
  /** The position of the string. `plain`: the first matching quote closes it, regardless of the text after it. */
  context: StringContext | 'plain'
}

/** The reason why the lexer stopped: the end of the piece, the end of the string, or a quote that turned out to be text. */
export type StringStop = 'more' | 'closed' | 'text'

const mode = { text: 0, escape: 1, hex: 2, look: 3 } as const

/**
 * Reads the inside of one string, in pieces of any size. Decodes escapes. Raw control characters, unknown escapes and quotes that do not
 * end the string are kept as text, and each is reported as a repair at offset `base` + index.
 */
export class StringLexer {
  base = 0
  stop: StringStop = 'more'
  readonly lookahead = new QuoteLookahead()
  private mode: number = mode.text
  private family = 0
  private quote = 0
  private context: StringContext | 'plain' = 'plain'
  private hex = ''
  private hexLength = 4
  private target: StringTarget | undefined
  private readonly plainText = new PlainTextReader()
  private readonly repairs: JsonRepairs

  constructor(repairs: JsonRepairs) {
    this.repairs = repairs
  }

  start({ target, quote, family, context }: StringStart): void {
    this.target = target
    this.quote = quote
    this.family = family
    this.context = context
    this.mode = mode.text
    this.stop = 'more'
  }

  /** Reads from index `from` and returns the index at which it stopped; `stop` is the reason. */
  run(text: string, from: number): number {
    this.stop = 'more'
    let index = from
    while (index < text.length && this.stop === 'more') {
      if (this.mode === mode.text) index = this.plain(text, index)
      else if (this.mode === mode.look) index = this.look(text, index)
      else index = this.mode === mode.escape ? this.escape(text, index) : this.readHex(text, index)
    }
    return index
  }

  /** True while the lexer reads ahead after a quote. */
  get isLooking(): boolean {
    return this.mode === mode.look
  }

  /** True if the quote after which the lexer reads ahead closes the string when the input ends here. */
  get endsHere(): boolean {
    return this.mode === mode.look && this.lookahead.closesAtEnd
  }

  /** Treats the quote after which the lexer reads ahead as text. */
  quoteIsText(): void {
    this.mode = mode.text
    const quote = String.fromCharCode(this.quote)
    this.target?.piece(quote, this.quote === code.doubleQuote ? '\\"' : quote)
  }

  /** True if text without quotes, backslashes and control characters would be passed on unchanged. */
  get takesPlain(): boolean {
    return this.mode === mode.text && this.family === quoteFamily.double
  }

  private plain(text: string, from: number): number {
    return this.family === quoteFamily.double ? this.plainDouble(text, from) : this.plainOther(text, from)
  }

  private plainDouble(text: string, from: number): number {
    const piece = this.plainText.read(text, from)
    const index = this.plainText.end
    if (index > from) this.target?.plain(piece, text, from, index)
    return index < text.length ? this.special(text, index) : index
  }

  private plainOther(text: string, from: number): number {
    let index = from
    for (; index < text.length; index++) {
      const unit = unitAt(text, index)
      if (unit === code.backslash || unit < 32 || unit === code.doubleQuote || closesFamily(unit, this.family)) break
    }
    if (index > from) this.target?.plain(text.slice(from, index), text, from, index)
    return index < text.length ? this.special(text, index) : index
  }

  private special(text: string, index: number): number {
    const unit = unitAt(text, index)
    if (unit === code.backslash) this.mode = mode.escape
    else if (unit < 32) this.control(unit, index)
    else if (closesFamily(unit, this.family)) this.candidate(unit)
    else this.target?.piece('"', '\\"')
    return index + 1
  }

  private control(unit: number, index: number): void {
    this.repairs.add('raw_control', this.base + index)
    const piece = String.fromCharCode(unit)
    this.target?.piece(piece, JSON.stringify(piece).slice(1, -1))
  }

  /** Handles a quote that may end the string, depending on the text after it. */
  private candidate(unit: number): void {
    if (this.context === 'plain') {
      this.stop = 'closed'
      return
    }
    this.quote = unit
    this.mode = mode.look
    this.lookahead.start(this.context, this.family)
  }

  private look(text: string, from: number): number {
    for (let index = from; index < text.length; index++) {
      const verdict = this.lookahead.push(unitAt(text, index))
      if (verdict === 'more') continue
      if (verdict === 'text') this.repairs.add('unescaped_quote', this.base + index)
      this.stop = verdict === 'close' ? 'closed' : 'text'
      return index
    }
    return text.length
  }

  private escape(text: string, index: number): number {
    const unit = unitAt(text, index)
    const known = shortEscape(unit)
    this.mode = mode.text
    if (known !== '') this.target?.piece(known, `\\${text[index] ?? ''}`)
    else if (unit === code.u || unit === code.x) this.startHex(unit)
    else this.unknownEscape(unit, index)
    return index + 1
  }

  private startHex(unit: number): void {
    this.mode = mode.hex
    this.hex = ''
    this.hexLength = unit === code.u ? 4 : 2
  }

  private readHex(text: string, index: number): number {
    const unit = unitAt(text, index)
    if (!isHex(unit)) return this.badHex(index)
    this.hex += String.fromCharCode(unit)
    if (this.hex.length === this.hexLength) this.endHex(index)
    return index + 1
  }

  private endHex(index: number): void {
    this.mode = mode.text
    const piece = String.fromCharCode(Number.parseInt(this.hex, 16))
    if (this.hexLength === 2) this.repairs.add('bad_escape', this.base + index)
    this.target?.piece(piece, `\\u${this.hex.padStart(4, '0')}`)
  }

  private badHex(index: number): number {
    this.mode = mode.text
    this.repairs.add('bad_escape', this.base + index)
    const text = `\\${this.hexLength === 4 ? 'u' : 'x'}${this.hex}`
    this.target?.piece(text, `\\${text}`)
    return index
  }

  /** Drops a backslash before a quote or a line end. Before any other character it is text, as in a path, a pattern or Markdown. */
  private unknownEscape(unit: number, index: number): void {
    this.repairs.add('bad_escape', this.base + index)
    const piece = String.fromCharCode(unit)
    const raw = JSON.stringify(piece).slice(1, -1)
    if (unit === code.singleQuote || unit === code.backtick || unit >= 0x2018 || isJsonBlank(unit)) this.target?.piece(piece, raw)
    else this.target?.piece(`\\${piece}`, `\\\\${raw}`)
  }
}
