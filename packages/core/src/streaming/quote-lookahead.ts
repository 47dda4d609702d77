import { isLiteralWord } from './bare-lexer.ts'
import { closesFamily, code, familyOf, isBlank, isDigit, isWordUnit, quoteFamily } from './characters.ts'
import { CommentSkipper } from './comment-skipper.ts'

/** The position of a string, which determines the tokens that may follow it. */
export type StringContext = 'member' | 'element'

/** `close`: the quote ends the string. `text`: the quote is part of it. `more`: the next character is needed. */
export type QuoteVerdict = 'close' | 'text' | 'more'

type Stage = (unit: number) => QuoteVerdict

/** Maximum length of a key to read ahead. Before a longer key the quote closes its string, which is always correct for valid JSON. */
const maxKeyLength = 256
/** Limits on comments to read ahead: their length, and their number per string lexer. */
const maxCommentLength = 256
const maxComments = 200

/**
 * Decides if a quote ends its string, based on the text after it. The quote ends the string if that text can follow it: after a member, `}`
 * or a comma and another key; after an element, `]` or a comma and another value; or a key on a new line whose comma is missing. For valid
 * JSON the verdict is always `close`.
 */
export class QuoteLookahead {
  /** The text that was read after the quote, without the character that was decisive. */
  held = ''
  private context: StringContext = 'member'
  private stringFamily = 0
  private newline = false
  private readonly comment = new CommentSkipper()
  private commentLimit = 0
  private comments = 0
  private family = 0
  private keyLimit = 0
  private word = ''
  private escaped = false
  private keyLooksLikeOne = true
  private stage: Stage = this.afterQuote

  /** Starts after a quote. `family` is the family of the quotes around the string. */
  start(context: StringContext, family: number): void {
    this.context = context
    this.stringFamily = family
    this.held = ''
    this.newline = false
    this.keyLooksLikeOne = true
    this.stage = this.afterQuote
  }

  /** True if the quote closes the string when the input ends here. Inside a comment, or inside a key that does not look like one, the quote is text. */
  get closesAtEnd(): boolean {
    return this.stage !== this.inComment && this.keyLooksLikeOne
  }

  push(unit: number): QuoteVerdict {
    const verdict = this.stage(unit)
    if (verdict === 'more') this.held += String.fromCharCode(unit)
    return verdict
  }

  private afterQuote(unit: number): QuoteVerdict {
    if (isBlank(unit)) {
      if (unit === code.newline) this.newline = true
      return 'more'
    }
    if (unit === code.comma || unit === code.wideComma) return this.go(this.afterComma)
    if (unit === (this.context === 'member' ? code.closeObject : code.closeArray)) return 'close'
    if (unit === code.slash || unit === code.hash) return this.startComment(unit)
    if (!this.newline || familyOf(unit) === quoteFamily.none) return 'text'
    if (this.context === 'element' && familyOf(unit) !== this.stringFamily) return 'text'
    this.family = familyOf(unit)
    return this.go(this.afterLineStart)
  }

  /** Handles a quote at the start of a line without a comma before it. It opens a key or value, unless no key or value can begin after it. */
  private afterLineStart(unit: number): QuoteVerdict {
    if (isBlank(unit)) return 'more'
    if (unit === code.closeObject || unit === code.closeArray || unit === code.comma || unit === code.colon) return 'text'
    if (this.context === 'element') return 'close'
    this.escaped = false
    this.keyLimit = this.held.length + maxKeyLength
    this.stage = this.inKey
    return this.inKey(unit)
  }

  private startComment(unit: number): QuoteVerdict {
    this.comments++
    if (this.comments > maxComments) return 'text'
    this.comment.start(unit)
    this.commentLimit = this.held.length + maxCommentLength
    return this.go(this.inComment)
  }

  private inComment(unit: number): QuoteVerdict {
    const verdict = this.comment.push(unit)
    if (verdict === 'bad' || this.held.length > this.commentLimit) return 'text'
    if (verdict === 'more') return 'more'
    if (unit === code.newline) this.newline = true
    return this.go(this.afterQuote)
  }

  private afterComma(unit: number): QuoteVerdict {
    if (isBlank(unit)) return 'more'
    if (unit === code.slash || unit === code.hash) return 'close'
    return this.context === 'member' ? this.memberStart(unit) : this.elementStart(unit)
  }

  private memberStart(unit: number): QuoteVerdict {
    if (unit === code.closeObject) return 'close'
    if (familyOf(unit) !== quoteFamily.none) return this.key(unit)
    this.keyLimit = this.held.length + maxKeyLength
    this.word = String.fromCharCode(unit)
    return isWordUnit(unit) ? this.go(this.inWordKey) : 'text'
  }

  private elementStart(unit: number): QuoteVerdict {
    if (unit === code.closeArray || unit === code.openObject || unit === code.openArray || unit === code.minus) return 'close'
    if (familyOf(unit) !== quoteFamily.none || isDigit(unit)) return 'close'
    if (!isWordUnit(unit)) return 'text'
    this.word = String.fromCharCode(unit)
    return this.go(this.inWord)
  }

  private key(unit: number): QuoteVerdict {
    this.family = familyOf(unit)
    this.escaped = false
    this.keyLimit = this.held.length + maxKeyLength
    return this.go(this.inKey)
  }

  private inKey(unit: number): QuoteVerdict {
    if (this.held.length > this.keyLimit) return 'close'
    if (this.escaped) this.escaped = false
    else if (unit === code.backslash) this.escaped = true
    else if (closesFamily(unit, this.family)) return this.go(this.afterKey)
    else if (!isWordUnit(unit) && unit !== code.minus && unit !== code.space) this.keyLooksLikeOne = false
    return 'more'
  }

  private inWordKey(unit: number): QuoteVerdict {
    if (this.held.length > this.keyLimit) return 'close'
    if (isWordUnit(unit) || unit === code.minus) return 'more'
    if (isBlank(unit)) return this.go(this.afterKey)
    if (unit !== code.colon && unit !== code.wideColon) return 'text'
    return isDigit(this.word.charCodeAt(0)) ? this.go(this.afterNumberKey) : 'close'
  }

  /** Distinguishes a number used as a key from the hours of a time. */
  private afterNumberKey(unit: number): QuoteVerdict {
    return isDigit(unit) ? 'text' : 'close'
  }

  private afterKey(unit: number): QuoteVerdict {
    if (isBlank(unit)) return 'more'
    return unit === code.colon || unit === code.wideColon ? 'close' : 'text'
  }

  private inWord(unit: number): QuoteVerdict {
    if (!isWordUnit(unit) || this.word.length > 9) return isLiteralWord(this.word) ? 'close' : 'text'
    this.word += String.fromCharCode(unit)
    return 'more'
  }

  private go(stage: Stage): QuoteVerdict {
    this.stage = stage
    return 'more'
  }
}
