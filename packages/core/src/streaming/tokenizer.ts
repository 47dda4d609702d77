import { BareLexer, isBareStart } from './bare-lexer.ts'
import { readBareValue } from './bare-value.ts'
import { code, familyOf, isBlank, isDigit, isJsonBlank, isWordUnit, quoteFamily } from './characters.ts'
import { CommentSkipper } from './comment-skipper.ts'
import { at, JsonStructure } from './json-structure.ts'
import { closesAtOnce, KeyCache, literalAt, numberAt, numberEnd, plainEnd } from './quick-tokens.ts'
import { StringLexer } from './string-lexer.ts'

/**
 * Reads one JSON object incrementally, in one pass, with repairs. Memory: the open containers and the token at hand. Tokens that
 * stand whole and clean in a chunk take a short way; all others, and all that are cut, go through the lexers.
 */
export class Tokenizer extends JsonStructure {
  /** Input that was read ahead and not used when the root ended; it comes before the rest of the chunk. */
  leftover = ''
  private inKey = false
  private name = ''
  private nameRaw = ''
  private afterComment = 0
  private readonly names = new KeyCache()
  private readonly strings = new StringLexer(this, this)
  private readonly bare = new BareLexer()
  private readonly comments = new CommentSkipper()

  override beginObject(): void {
    super.beginObject()
    this.leftover = ''
  }

  /** Reads from `from` on and returns where it stopped: the end of the text, or the place where `status` changed. */
  run(text: string, from: number, base: number): number {
    this.base = base
    this.strings.base = base
    let index = from
    while (index < text.length && this.status === 'open') index = this.state < at.string ? this.structure(text, index) : this.token(text, index)
    return index
  }

  /** The input ends here. A string whose quote was being looked behind counts as closed. */
  end(): void {
    if (this.state === at.string && this.strings.endsHere) this.endString(this.base, true)
  }

  /** True while plain text would only add to a string value. */
  get takesPlain(): boolean {
    return this.state === at.string && !this.inKey && this.strings.takesPlain
  }

  /** For the string lexer. */
  get wantsRaw(): boolean {
    return this.echo.on
  }

  /** For the string lexer. */
  piece(text: string, raw: string): void {
    if (this.inKey) {
      this.name += text
      if (this.echo.on) this.nameRaw += raw
      return
    }
    if (this.echo.on) this.echo.put(raw)
    this.sink.text(text)
  }

  private token(text: string, index: number): number {
    if (this.state === at.string) return this.inString(text, index)
    if (this.state === at.bare) return this.inBare(text, index)
    const unit = text.charCodeAt(index)
    return this.state === at.comment ? this.inComment(unit, index) : this.inWordKey(unit, index)
  }

  private structure(text: string, index: number): number {
    const unit = text.charCodeAt(index)
    if (this.breaksFence(unit)) {
      this.fail()
      return index
    }
    if (this.state === at.next) return this.next(unit, index) ? index + 1 : index
    const quick = this.state === at.value ? this.quickValue(text, index, unit) : this.state === at.key ? this.quickKey(text, index, unit) : -1
    if (quick !== -1) return quick
    return this.slow(unit, index) ? index + 1 : index
  }

  private slow(unit: number, index: number): boolean {
    if (isBlank(unit)) return this.blank(unit, index)
    if (unit === code.slash || unit === code.hash) return this.startComment(unit, index)
    if (this.state === at.key) return this.keyStart(unit, index)
    return this.state === at.colon ? this.colon(unit, index) : this.valueStart(unit, index)
  }

  private quickKey(text: string, index: number, unit: number): number {
    if (unit !== code.doubleQuote || this.tentative) return -1
    const end = plainEnd(text, index + 1)
    if (end === -1 || text.charCodeAt(end + 1) !== code.colon) return -1
    this.nameEnd(this.names.get(text, index + 1, end), this.echo.on ? text.slice(index, end + 2) : '')
    return end + 2
  }

  private quickValue(text: string, index: number, unit: number): number {
    if (unit === code.doubleQuote) return this.quickString(text, index)
    if (unit === code.openObject || unit === code.openArray) return this.open(unit) ? index + 1 : index
    return unit === code.minus || isDigit(unit) ? this.quickNumber(text, index) : this.quickLiteral(text, index, unit)
  }

  private quickString(text: string, index: number): number {
    const end = plainEnd(text, index + 1)
    if (end === -1 || !closesAtOnce(text, end, this.array)) return -1
    if (this.echo.on) this.echo.put(text.slice(index, end + 1))
    this.sink.whole(text.slice(index + 1, end))
    this.endValue()
    return end + 1
  }

  private quickNumber(text: string, index: number): number {
    const end = numberEnd(text, index)
    if (end === -1) return -1
    if (this.echo.on) this.echo.put(text.slice(index, end))
    this.sink.scalar(numberAt(text, index, end))
    this.endValue()
    return end
  }

  private quickLiteral(text: string, index: number, unit: number): number {
    const literal = literalAt(text, index, unit)
    if (literal === undefined) return -1
    if (this.echo.on) this.echo.put(String(literal))
    this.sink.scalar(literal)
    this.endValue()
    return index + (literal === false ? 5 : 4)
  }

  private valueStart(unit: number, index: number): boolean {
    const family = familyOf(unit)
    if (family !== quoteFamily.none) return this.startString(unit, family, index)
    if (unit === code.closeArray && this.array) return this.close(unit, index)
    if (!isBareStart(unit)) return this.fail()
    this.state = at.bare
    this.bare.start()
    return false
  }

  private keyStart(unit: number, index: number): boolean {
    const family = familyOf(unit)
    if (family !== quoteFamily.none) return this.startName(unit, family, index)
    if (unit === code.closeObject) return this.close(unit, index)
    if (unit === code.backtick) return this.tick()
    if (!isWordUnit(unit)) return this.fail()
    this.add('bare_key', this.base + index)
    this.name = ''
    this.state = at.wordKey
    return false
  }

  private colon(unit: number, index: number): boolean {
    if (unit !== code.colon && unit !== code.wideColon) return this.fail()
    if (unit === code.wideColon) this.add('punctuation', this.base + index)
    this.nameEnd(this.name, `${this.nameRaw}:`)
    return true
  }

  private next(unit: number, index: number): boolean {
    if (unit === code.comma || unit === code.wideComma) return this.comma(unit, index)
    if (unit === code.closeObject || unit === code.closeArray) return this.close(unit, index)
    if (isBlank(unit)) return this.blank(unit, index)
    if (unit === code.slash || unit === code.hash) return this.startComment(unit, index)
    if (unit === code.backtick) return this.tick()
    const missing = this.array ? unit === code.openObject : this.newLine && familyOf(unit) !== quoteFamily.none
    if (!missing) return this.fail()
    this.add('missing_comma', this.base + index)
    this.comma(code.comma, index)
    return this.array ? this.open(unit) : this.keyStart(unit, index)
  }

  private startString(unit: number, family: number, index: number): boolean {
    if (family !== quoteFamily.double) this.add('quotes', this.base + index)
    if (this.echo.on) this.echo.put('"')
    this.inKey = false
    this.sink.textStart()
    this.strings.start(unit, family, this.array ? 'element' : 'member')
    this.state = at.string
    return true
  }

  private startName(unit: number, family: number, index: number): boolean {
    if (family !== quoteFamily.double) this.add('quotes', this.base + index)
    this.inKey = true
    this.name = ''
    this.nameRaw = '"'
    this.strings.start(unit, family, 'plain')
    this.state = at.string
    return true
  }

  private inString(text: string, from: number): number {
    const index = this.strings.run(text, from)
    if (this.strings.stop === 'closed') this.endString(this.base + index, this.strings.isLooking)
    else if (this.strings.stop === 'text') {
      this.strings.quoteIsText()
      this.replay(this.strings.lookahead.held, this.base + index)
    }
    return index
  }

  private endString(offset: number, readAhead: boolean): void {
    if (this.inKey) {
      this.nameRaw += '"'
      this.state = at.colon
    } else {
      if (this.echo.on) this.echo.put('"')
      this.sink.textEnd()
      this.endValue()
    }
    if (readAhead) this.replay(this.strings.lookahead.held, offset)
  }

  /** Reads again what was read ahead, now that it is known what it is. */
  private replay(held: string, offset: number): void {
    if (held === '') return
    const base = this.base
    const used = this.run(held, 0, offset - held.length)
    if (this.status !== 'open') this.leftover += held.slice(used)
    this.base = base
    this.strings.base = base
  }

  private inWordKey(unit: number, index: number): number {
    if (isWordUnit(unit) || unit === code.minus) {
      this.name += String.fromCharCode(unit)
      return index + 1
    }
    this.nameRaw = JSON.stringify(this.name)
    this.state = at.colon
    return index
  }

  private inBare(text: string, from: number): number {
    const index = this.bare.run(text, from)
    if (this.bare.stop === 'bad') this.fail()
    else if (this.bare.stop === 'end') this.endBare(this.base + index)
    return index
  }

  private endBare(offset: number): void {
    const raw = this.bare.raw.trimEnd()
    const { value, repair } = readBareValue(raw)
    if (repair !== undefined) this.add(repair, offset - raw.length)
    if (this.echo.on) this.echo.put(repair === undefined ? raw : JSON.stringify(value))
    this.sink.scalar(value)
    this.endValue()
  }

  private startComment(unit: number, index: number): boolean {
    this.add('comment', this.base + index)
    this.comments.start(unit)
    this.afterComment = this.state
    this.state = at.comment
    return true
  }

  private inComment(unit: number, index: number): number {
    const verdict = this.comments.push(unit)
    if (verdict === 'bad') this.fail()
    else if (verdict === 'end') this.endComment(unit)
    return verdict === 'bad' ? index : index + 1
  }

  private endComment(unit: number): void {
    this.state = this.afterComment
    if (unit === code.newline) this.newLine = true
  }

  private blank(unit: number, index: number): boolean {
    if (unit === code.newline) this.newLine = true
    else if (!isJsonBlank(unit)) this.add('blank', this.base + index)
    if (!this.echo.on) return true
    const raw = isJsonBlank(unit) ? String.fromCharCode(unit) : ' '
    if (this.state === at.colon) this.nameRaw += raw
    else this.echo.blank(raw)
    return true
  }
}
