import { BareLexer, readBareValue } from './bare-lexer.ts'
import { code, isJsonBlank, isWordUnit, quoteFamily, unitAt } from './characters.ts'
import { CommentSkipper } from './comment-skipper.ts'
import { at, type JsonStructure } from './json-structure.ts'
import { StringLexer, type StringTarget } from './string-lexer.ts'

/** Collects a key: its name and its JSON text. */
class KeyText implements StringTarget {
  name = ''
  raw = ''

  piece(text: string, raw: string): void {
    this.name += text
    this.raw += raw
  }

  plain(text: string, source: string, from: number, to: number): void {
    this.piece(text, source.slice(from, to))
  }
}

/** Passes the pieces of a string value to the sink and to the repaired JSON. */
class ValueText implements StringTarget {
  private readonly structure: JsonStructure

  constructor(structure: JsonStructure) {
    this.structure = structure
  }

  piece(text: string, raw: string): void {
    this.structure.repaired.append(raw)
    this.structure.sink.text(text)
  }

  plain(text: string, source: string, from: number, to: number): void {
    this.structure.repaired.appendSource(source, from, to)
    this.structure.sink.text(text)
  }
}

/** Reads tokens that are cut by the end of a piece or are not valid JSON, with one lexer for each kind of token. */
export class PartialTokens {
  /** Text after a quote that was read ahead and has to be read again. */
  readAhead = ''
  private readonly key = new KeyText()
  private readonly value: ValueText
  private inKey = false
  private afterComment = 0
  private readonly strings: StringLexer
  private readonly bare = new BareLexer()
  private readonly comments = new CommentSkipper()
  private readonly structure: JsonStructure

  constructor(structure: JsonStructure) {
    this.structure = structure
    this.value = new ValueText(structure)
    this.strings = new StringLexer(structure)
  }

  /** True while plain text would only be appended to a string value. */
  get takesPlain(): boolean {
    return this.structure.state === at.string && !this.inKey && this.strings.takesPlain
  }

  /** Continues inside the current token and returns the index at which it stopped. */
  read(text: string, index: number): number {
    const { state } = this.structure
    if (state === at.string) return this.inString(text, index)
    if (state === at.bare) return this.inBare(text, index)
    const unit = unitAt(text, index)
    return state === at.comment ? this.inComment(unit, index) : this.inWordKey(unit, index)
  }

  /**
   * Decides about an undecided quote at the end of the input: it closes its string, unless the text that was read ahead shows that it is
   * text. Returns false if there is no undecided quote.
   */
  endInput(): boolean {
    if (this.structure.state !== at.string || !this.strings.isLooking) return false
    if (this.strings.endsHere) this.endString()
    else {
      this.structure.add('unescaped_quote', this.structure.base)
      this.quoteIsText()
    }
    return true
  }

  startString(unit: number, family: number, index: number): boolean {
    const { structure } = this
    if (family !== quoteFamily.double) structure.add('quotes', structure.base + index)
    this.inKey = false
    structure.repaired.append('"')
    structure.sink.textStart()
    this.strings.start({ target: this.value, quote: unit, family, context: structure.array ? 'element' : 'member' })
    structure.state = at.string
    return true
  }

  startKey(unit: number, family: number, index: number): boolean {
    const { structure } = this
    if (family !== quoteFamily.double) structure.add('quotes', structure.base + index)
    this.inKey = true
    this.key.name = ''
    this.key.raw = '"'
    this.strings.start({ target: this.key, quote: unit, family, context: 'plain' })
    structure.state = at.string
    return true
  }

  startWordKey(index: number): boolean {
    this.structure.add('bare_key', this.structure.base + index)
    this.key.name = ''
    this.structure.state = at.wordKey
    return false
  }

  /** Handles a blank between a key and its colon. */
  blankAfterKey(unit: number): void {
    this.key.raw += isJsonBlank(unit) ? String.fromCharCode(unit) : ' '
  }

  /** Handles the colon after a key. */
  endKey(): void {
    this.structure.endKey(this.key.name)
    this.structure.repaired.append(`${this.key.raw}:`)
  }

  startBare(): boolean {
    this.structure.state = at.bare
    this.bare.start()
    return false
  }

  startComment(unit: number, index: number): boolean {
    this.structure.add('comment', this.structure.base + index)
    this.comments.start(unit)
    this.afterComment = this.structure.state
    this.structure.state = at.comment
    return true
  }

  private inString(text: string, from: number): number {
    this.strings.base = this.structure.base
    const index = this.strings.run(text, from)
    if (this.strings.stop === 'closed') this.endString()
    else if (this.strings.stop === 'text') this.quoteIsText()
    return index
  }

  private quoteIsText(): void {
    this.strings.quoteIsText()
    this.readAhead = this.strings.lookahead.held
  }

  private endString(): void {
    const wasLooking = this.strings.isLooking
    if (this.inKey) {
      this.key.raw += '"'
      this.structure.state = at.colon
      return
    }
    this.structure.repaired.append('"')
    this.structure.sink.textEnd()
    this.structure.endValue()
    if (wasLooking) this.readAhead = this.strings.lookahead.held
  }

  private inWordKey(unit: number, index: number): number {
    const { key } = this
    if (isWordUnit(unit) || unit === code.minus) {
      key.name += String.fromCharCode(unit)
      return index + 1
    }
    key.raw = JSON.stringify(key.name)
    this.structure.state = at.colon
    return index
  }

  private inBare(text: string, from: number): number {
    const index = this.bare.run(text, from)
    if (this.bare.stop === 'bad') this.structure.fail()
    else if (this.bare.stop === 'end') this.endBare(this.structure.base + index)
    return index
  }

  private endBare(offset: number): void {
    const raw = this.bare.raw.trimEnd()
    const { value, repair } = readBareValue(raw)
    if (repair !== undefined) this.structure.add(repair, offset - raw.length)
    this.structure.repaired.append(repair === undefined ? raw : JSON.stringify(value))
    this.structure.scalar(value)
  }

  private inComment(unit: number, index: number): number {
    const verdict = this.comments.push(unit)
    if (verdict === 'bad') this.structure.fail()
    else if (verdict === 'end') this.endComment(unit)
    return verdict === 'bad' ? index : index + 1
  }

  private endComment(unit: number): void {
    this.structure.state = this.afterComment
    if (unit === code.newline) this.structure.newLine = true
  }
}
