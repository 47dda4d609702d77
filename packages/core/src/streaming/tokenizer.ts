import { isBareStart } from './bare-lexer.ts'
import { code, familyOf, isBlank, isDigit, isJsonBlank, isWordUnit, quoteFamily, unitAt, unitOrEnd } from './characters.ts'
import { at, JsonStructure, type TokenizerOptions, type TokenizerStatus } from './json-structure.ts'
import { PartialTokens } from './partial-tokens.ts'
import { closesAtOnce, literalAt, numberEnd, plainEnd } from './whole-tokens.ts'

/** Maximum number of undecided quotes that are resolved, one after the other, at the end of the input. */
const maxGuesses = 300

/**
 * Reads one JSON object incrementally, in one pass, with repairs. Holds the open containers and the current token. Tokens that are complete
 * and valid within a piece are read here; all others, including those cut by the end of a piece, are read by `PartialTokens`.
 */
export class Tokenizer {
  /** Input that was read ahead and not used when the root ended. It precedes the rest of the piece. */
  leftover = ''
  private readonly structure: JsonStructure
  private readonly tokens: PartialTokens

  constructor(options: TokenizerOptions) {
    this.structure = new JsonStructure(options)
    this.tokens = new PartialTokens(this.structure)
  }

  get status(): TokenizerStatus {
    return this.structure.status
  }

  /** True while only a brace and at most a part of the first key were read. */
  get beforeFirstKey(): boolean {
    return this.structure.tentative
  }

  /** True if a comment precedes the first key. */
  get sawComment(): boolean {
    return this.structure.sawComment
  }

  /** True if a quote was read as text, so that the ends of strings are uncertain. */
  get doubtful(): boolean {
    return this.structure.doubtful
  }

  /** True while plain text would only be appended to a string value. */
  get takesPlain(): boolean {
    return this.tokens.takesPlain
  }

  /** Starts a new root object after its opening brace. The sink is created when its first key is complete. */
  beginObject(): void {
    this.structure.begin()
    this.leftover = ''
  }

  /**
   * Reads from index `from` of a piece that starts at offset `base`. Returns the index at which it stopped: the end of the piece, or the
   * index where `status` changed.
   */
  run(text: string, from: number, base: number): number {
    const { structure } = this
    structure.setInput(text, base)
    const { length } = text
    let index = from
    while (index < length && structure.status === 'open') {
      if (structure.state < at.string) index = this.between(text, index)
      else {
        index = this.tokens.read(text, index)
        if (this.tokens.readAhead !== '') this.readAgain(index)
      }
    }
    return index
  }

  /** Ends the input. An undecided quote closes its string, unless the text after it shows that the quote is text. */
  end(): void {
    for (let tries = 0; tries < maxGuesses && this.structure.status === 'open' && this.tokens.endInput(); tries++) this.readAgain(0)
  }

  /** Reads the text after a quote again, after the quote was decided. */
  private readAgain(index: number): void {
    const { input, base } = this.structure
    const held = this.tokens.readAhead
    this.tokens.readAhead = ''
    if (held === '') return
    const used = this.run(held, 0, base + index - held.length)
    if (this.structure.status !== 'open') this.leftover += held.slice(used)
    this.structure.setInput(input, base)
  }

  private between(text: string, index: number): number {
    const { structure } = this
    const unit = unitAt(text, index)
    if (structure.breaksFence(unit)) {
      structure.fail()
      return index
    }
    if (structure.state === at.next) return this.next(unit, index) ? index + 1 : index
    const end = structure.state === at.value ? this.wholeValue(text, index, unit) : structure.state === at.key ? this.wholeKey(text, index, unit) : -1
    if (end !== -1) return end
    return this.startToken(unit, index) ? index + 1 : index
  }

  private startToken(unit: number, index: number): boolean {
    if (isBlank(unit)) return this.blank(unit, index)
    if (unit === code.slash || unit === code.hash) return this.tokens.startComment(unit, index)
    if (this.structure.state === at.key) return this.keyStart(unit, index)
    return this.structure.state === at.colon ? this.colon(unit, index) : this.valueStart(unit, index)
  }

  private wholeKey(text: string, index: number, unit: number): number {
    if (unit !== code.doubleQuote || this.structure.tentative) return -1
    const end = plainEnd(text, index + 1)
    if (end === -1 || unitOrEnd(text, end + 1) !== code.colon) return -1
    this.structure.endKey(text.slice(index + 1, end))
    this.structure.repaired.appendSource(text, index, end + 2)
    return end + 2
  }

  private wholeValue(text: string, index: number, unit: number): number {
    if (unit === code.doubleQuote) return this.wholeString(text, index)
    if (unit === code.openObject || unit === code.openArray) return this.structure.open(unit, index) ? index + 1 : index
    return unit === code.minus || isDigit(unit) ? this.wholeNumber(text, index) : this.wholeLiteral(text, index, unit)
  }

  private wholeString(text: string, index: number): number {
    const end = plainEnd(text, index + 1)
    if (end === -1 || !closesAtOnce(text, end, this.structure.array)) return -1
    this.structure.repaired.appendSource(text, index, end + 1)
    this.structure.sink.whole(text.slice(index + 1, end))
    this.structure.endValue()
    return end + 1
  }

  private wholeNumber(text: string, index: number): number {
    const end = numberEnd(text, index)
    if (end === -1) return -1
    this.structure.repaired.appendSource(text, index, end)
    this.structure.scalar(Number(text.slice(index, end)))
    return end
  }

  private wholeLiteral(text: string, index: number, unit: number): number {
    const literal = literalAt(text, index, unit)
    if (literal === undefined) return -1
    const end = index + (literal === false ? 5 : 4)
    this.structure.repaired.appendSource(text, index, end)
    this.structure.scalar(literal)
    return end
  }

  private valueStart(unit: number, index: number): boolean {
    const family = familyOf(unit)
    if (family !== quoteFamily.none) return this.tokens.startString(unit, family, index)
    if (unit === code.closeArray && this.structure.array) return this.structure.close(unit, index)
    return isBareStart(unit) ? this.tokens.startBare() : this.structure.fail()
  }

  private keyStart(unit: number, index: number): boolean {
    const family = familyOf(unit)
    if (family !== quoteFamily.none) return this.tokens.startKey(unit, family, index)
    if (unit === code.closeObject) return this.structure.close(unit, index)
    if (unit === code.backtick) return this.structure.tick()
    return isWordUnit(unit) ? this.tokens.startWordKey(index) : this.structure.fail()
  }

  private colon(unit: number, index: number): boolean {
    if (unit !== code.colon && unit !== code.wideColon) return this.structure.fail()
    if (unit === code.wideColon) this.structure.add('punctuation', this.structure.base + index)
    this.tokens.endKey()
    return true
  }

  private next(unit: number, index: number): boolean {
    const { structure } = this
    if (unit === code.comma || unit === code.wideComma) return structure.comma(unit, index)
    if (unit === code.closeObject || unit === code.closeArray) return structure.close(unit, index)
    if (isBlank(unit)) return this.blank(unit, index)
    if (unit === code.slash || unit === code.hash) return this.tokens.startComment(unit, index)
    if (unit === code.backtick) return structure.tick()
    return this.missingComma(unit, index)
  }

  /** Handles a missing comma, which is possible before a quote on a new line and before an object in a list. */
  private missingComma(unit: number, index: number): boolean {
    const { structure } = this
    const isQuote = familyOf(unit) !== quoteFamily.none
    if (!(isQuote && structure.newLine) && !(structure.array && unit === code.openObject)) return structure.fail()
    structure.add('missing_comma', structure.base + index)
    structure.comma(code.comma, index)
    if (!structure.array) return this.keyStart(unit, index)
    return isQuote ? this.valueStart(unit, index) : structure.open(unit, index)
  }

  private blank(unit: number, index: number): boolean {
    const { structure } = this
    if (unit === code.newline) structure.newLine = true
    else if (!isJsonBlank(unit)) structure.add('blank', structure.base + index)
    if (structure.state === at.colon) this.tokens.blankAfterKey(unit)
    else structure.repaired.appendBlank(structure.input, index)
    return true
  }
}
