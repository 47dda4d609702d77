import { isBareStart } from './bare-lexer.ts'
import { code, familyOf, isBlank, isDigit, isJsonBlank, isWordUnit, quoteFamily, unitAt, unitOrEnd } from './characters.ts'
import { at } from './json-structure.ts'
import { PartialTokens } from './partial-tokens.ts'
import { closesAtOnce, KeyCache, literalAt, numberAt, numberEnd, plainEnd } from './whole-tokens.ts'

/**
 * Reads one JSON object incrementally, in one pass, with repairs. Memory: the open containers and the token at hand. Tokens that
 * stand whole and clean in a chunk take a short way; all others, and all that are cut, go through the lexers.
 */
export class Tokenizer extends PartialTokens {
  private readonly names = new KeyCache()

  /** Returns where it stopped: the end of the text, or the place where `status` changed. */
  run(text: string, from: number, base: number): number {
    this.input = text
    this.base = base
    const { length } = text
    let index = from
    while (index < length && this.status === 'open') index = this.state < at.string ? this.structure(text, index) : this.token(text, index)
    return index
  }

  private structure(text: string, index: number): number {
    const unit = unitAt(text, index)
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
    if (end === -1 || unitOrEnd(text, end + 1) !== code.colon) return -1
    this.nameEnd(this.names.get(text, index + 1, end))
    if (this.echo.on) this.echo.copy(text, index, end + 2)
    return end + 2
  }

  private quickValue(text: string, index: number, unit: number): number {
    if (unit === code.doubleQuote) return this.quickString(text, index)
    if (unit === code.openObject || unit === code.openArray) return this.open(unit, index) ? index + 1 : index
    return unit === code.minus || isDigit(unit) ? this.quickNumber(text, index) : this.quickLiteral(text, index, unit)
  }

  private quickString(text: string, index: number): number {
    const end = plainEnd(text, index + 1)
    if (end === -1 || !closesAtOnce(text, end, this.array)) return -1
    if (this.echo.on) this.echo.copy(text, index, end + 1)
    this.sink.whole(text.slice(index + 1, end))
    this.endValue()
    return end + 1
  }

  private quickNumber(text: string, index: number): number {
    const end = numberEnd(text, index)
    if (end === -1) return -1
    if (this.echo.on) this.echo.copy(text, index, end)
    this.sink.scalar(numberAt(text, index, end))
    this.endValue()
    return end
  }

  private quickLiteral(text: string, index: number, unit: number): number {
    const literal = literalAt(text, index, unit)
    if (literal === undefined) return -1
    const end = index + (literal === false ? 5 : 4)
    if (this.echo.on) this.echo.copy(text, index, end)
    this.sink.scalar(literal)
    this.endValue()
    return end
  }

  private valueStart(unit: number, index: number): boolean {
    const family = familyOf(unit)
    if (family !== quoteFamily.none) return this.startString(unit, family, index)
    if (unit === code.closeArray && this.array) return this.close(unit, index)
    return isBareStart(unit) ? this.startBare() : this.fail()
  }

  private keyStart(unit: number, index: number): boolean {
    const family = familyOf(unit)
    if (family !== quoteFamily.none) return this.startName(unit, family, index)
    if (unit === code.closeObject) return this.close(unit, index)
    if (unit === code.backtick) return this.tick()
    return isWordUnit(unit) ? this.startWordKey(index) : this.fail()
  }

  private colon(unit: number, index: number): boolean {
    if (unit !== code.colon && unit !== code.wideColon) return this.fail()
    if (unit === code.wideColon) this.add('punctuation', this.base + index)
    this.nameEnd(this.name)
    if (this.echo.on) this.echo.put(`${this.nameRaw}:`)
    return true
  }

  private next(unit: number, index: number): boolean {
    if (unit === code.comma || unit === code.wideComma) return this.comma(unit, index)
    if (unit === code.closeObject || unit === code.closeArray) return this.close(unit, index)
    if (isBlank(unit)) return this.blank(unit, index)
    if (unit === code.slash || unit === code.hash) return this.startComment(unit, index)
    if (unit === code.backtick) return this.tick()
    const quote = familyOf(unit) !== quoteFamily.none
    if (!(quote && this.newLine) && !(this.array && unit === code.openObject)) return this.fail()
    this.add('missing_comma', this.base + index)
    this.comma(code.comma, index)
    if (!this.array) return this.keyStart(unit, index)
    return quote ? this.valueStart(unit, index) : this.open(unit, index)
  }

  private blank(unit: number, index: number): boolean {
    if (unit === code.newline) this.newLine = true
    else if (!isJsonBlank(unit)) this.add('blank', this.base + index)
    if (!this.echo.on) return true
    if (this.state === at.colon) this.nameRaw += isJsonBlank(unit) ? String.fromCharCode(unit) : ' '
    else this.echo.blank(this.input, index)
    return true
  }
}
