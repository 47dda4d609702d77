import { requireText } from '../errors/pf-error.ts'

// Patterns are built in functions, because bundlers keep function calls at module level.
const brackets = '[［﹇【〔﹝'
const slash = '[/／∕⁄]'
const colon = '[:：∶﹕︰]'
/** Invisible characters, which a model may ignore, and control characters such as NUL, which some stores drop. */
const blank = '\\p{Cf}\\p{Cc}\\p{Default_Ignorable_Code_Point}'
const gap = '[\\s\\p{Cf}\\p{Cc}\\p{Default_Ignorable_Code_Point}]*'
/** Each letter of the names with its full-width form and similar letters in Cyrillic and Greek. */
const lookalikes = ['AＡАΑ', 'RＲ', 'TＴТΤ', 'IＩІΙӀ', 'FＦ', 'CＣСϹ', 'UＵ', 'SＳЅ', 'EＥЕΕ']
const letterClasses = (name: string) => Array.from(name, (letter) => `[${lookalikes.find((forms) => forms.startsWith(letter)) ?? letter}]`)
const word = (name: string) => letterClasses(name).join(`[${blank}]*`)
const label = () => `${gap}(?:${slash}${gap})*(?:${word('ARTIFACT')}|${word('USER')})${gap}${colon}`
const prefix = (name: string) => letterClasses(name).reduceRight((rest, letter) => `(?:${letter}${rest})?`, `${colon}?`)

/**
 * Tags in capitals match regardless of the following text. Other tags match only if a nonce directly follows the colon, because `[user:
 * name]` is ordinary text and code.
 */
const tagInCapitals = () => new RegExp(`[${brackets}](?=${label()})`, 'gu')
const tagInAnyCase = () => new RegExp(String.raw`[${brackets}](?=${label()}[${blank}]*[\p{L}\p{N}])`, 'giu')

/**
 * Prevents text from users, tools or documents from opening or closing a block. Replaces the bracket of everything that looks like a tag
 * with a parenthesis, regardless of its nonce, spacing or letter forms. This includes a possible start of a tag at the end, so that
 * sanitized texts can be concatenated. Not intended for the model's own reply. Throws PfError `invalid_input` if `text` is not a string.
 */
export function sanitizeForBlocks(text: string): string {
  requireText(text, 'A text to clean')
  return replaceTrailingBracket(text.replace(tagInCapitals(), '(').replace(tagInAnyCase(), '('))
}

/** The only bracket of a tag is its first character, so only the last bracket can start a tag that continues after the end. */
function replaceTrailingBracket(text: string): string {
  const last = Math.max(...Array.from(brackets, (bracket) => text.lastIndexOf(bracket)))
  if (last < 0) return text
  const begun = text.slice(last + 1).replace(new RegExp(String.raw`[\s${blank}]+`, 'gu'), '')
  const isPrefix = new RegExp(`^${slash}*(?:${prefix('ARTIFACT')}|${prefix('USER')})$`, 'iu').test(begun)
  return isPrefix ? `${text.slice(0, last)}(${text.slice(last + 1)}` : text
}
