import { BareLexer, readBareValue } from './bare-lexer.ts'
import { code, isWordUnit, quoteFamily, unitAt } from './characters.ts'
import { CommentSkipper } from './comment-skipper.ts'
import { at, JsonStructure } from './json-structure.ts'
import { StringLexer } from './string-lexer.ts'

/** Quotes looked behind when the input ends, one after the other. */
const maxGuesses = 300

/** The tokens that are cut by the end of a piece or are not clean JSON: they go through the lexers, piece by piece. */
export abstract class PartialTokens extends JsonStructure {
  /** Input that was read ahead and not used when the root ended; it comes before the rest of the chunk. */
  leftover = ''
  protected name = ''
  protected nameRaw = ''
  private inKey = false
  private afterComment = 0
  private readonly strings = new StringLexer(this, this)
  private readonly bare = new BareLexer()
  private readonly comments = new CommentSkipper()

  /** Reads from `from` on, an offset of `base` into the input, and returns where it stopped. */
  abstract run(text: string, from: number, base: number): number

  override beginObject(): void {
    super.beginObject()
    this.leftover = ''
  }

  /** The input ends here. A quote that was being looked behind closes its string, unless what follows says that it is text. */
  end(): void {
    for (let tries = 0; tries < maxGuesses && this.state === at.string && this.status === 'open' && this.strings.isLooking; tries++) {
      if (this.strings.endsHere) this.endString(0)
      else {
        this.add('unescaped_quote', this.base)
        this.takeAsText(0)
      }
    }
  }

  /** True while plain text would only add to a string value. */
  get takesPlain(): boolean {
    return this.state === at.string && !this.inKey && this.strings.takesPlain
  }

  /** For the string lexer. */
  piece(text: string, raw: string): void {
    if (this.inKey) {
      this.name += text
      this.nameRaw += raw
      return
    }
    if (this.echo.on) this.echo.put(raw)
    this.sink.text(text)
  }

  /** For the string lexer. */
  plain(text: string, from: number, to: number): void {
    if (this.inKey) {
      this.piece(text, this.input.slice(from, to))
      return
    }
    if (this.echo.on) this.echo.copy(this.input, from, to)
    this.sink.text(text)
  }

  /** Goes on inside the token at hand. */
  protected token(text: string, index: number): number {
    if (this.state === at.string) return this.inString(text, index)
    if (this.state === at.bare) return this.inBare(text, index)
    const unit = unitAt(text, index)
    return this.state === at.comment ? this.inComment(unit, index) : this.inWordKey(unit, index)
  }

  protected startString(unit: number, family: number, index: number): boolean {
    if (family !== quoteFamily.double) this.add('quotes', this.base + index)
    this.inKey = false
    if (this.echo.on) this.echo.put('"')
    this.sink.textStart()
    this.strings.start(unit, family, this.array ? 'element' : 'member')
    this.state = at.string
    return true
  }

  protected startName(unit: number, family: number, index: number): boolean {
    if (family !== quoteFamily.double) this.add('quotes', this.base + index)
    this.inKey = true
    this.name = ''
    this.nameRaw = '"'
    this.strings.start(unit, family, 'plain')
    this.state = at.string
    return true
  }

  protected startWordKey(index: number): boolean {
    this.add('bare_key', this.base + index)
    this.name = ''
    this.state = at.wordKey
    return false
  }

  protected startBare(): boolean {
    this.state = at.bare
    this.bare.start()
    return false
  }

  protected startComment(unit: number, index: number): boolean {
    this.add('comment', this.base + index)
    this.comments.start(unit)
    this.afterComment = this.state
    this.state = at.comment
    return true
  }

  private inString(text: string, from: number): number {
    this.strings.base = this.base
    const index = this.strings.run(text, from)
    if (this.strings.stop === 'closed') this.endString(index)
    else if (this.strings.stop === 'text') this.takeAsText(index)
    return index
  }

  private takeAsText(index: number): void {
    this.strings.quoteIsText()
    this.replay(this.strings.lookahead.held, this.base + index)
  }

  /** The string is closed; `index` is behind its quote and what was read ahead. */
  private endString(index: number): void {
    const readAhead = this.strings.isLooking
    if (this.inKey) {
      this.nameRaw += '"'
      this.state = at.colon
      return
    }
    if (this.echo.on) this.echo.put('"')
    this.sink.textEnd()
    this.endValue()
    if (readAhead) this.replay(this.strings.lookahead.held, this.base + index)
  }

  /** Reads again what was read ahead, now that it is known what it is. */
  private replay(held: string, offset: number): void {
    if (held === '') return
    const { base, input } = this
    const used = this.run(held, 0, offset - held.length)
    if (this.status !== 'open') this.leftover += held.slice(used)
    this.base = base
    this.input = input
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
}
