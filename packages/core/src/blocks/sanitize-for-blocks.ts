import { requireText } from '../errors/require-text.ts'

// Functions where anything is called: a call at module level stays in every bundle of the package.
const brackets = '[［﹇【〔﹝'
const slash = '[/／∕⁄]'
const colon = '[:：∶﹕︰]'
/** Characters without a shape, which a model may read over, and controls such as NUL, which some stores drop. */
const blank = '\\p{Cf}\\p{Cc}\\p{Default_Ignorable_Code_Point}'
const gap = '[\\s\\p{Cf}\\p{Cc}\\p{Default_Ignorable_Code_Point}]*'
/** Each letter of the names with its wide form and its twins in Cyrillic and Greek. */
const twins = ['AＡАΑ', 'RＲ', 'TＴТΤ', 'IＩІΙӀ', 'FＦ', 'CＣСϹ', 'UＵ', 'SＳЅ', 'EＥЕΕ']
const spelled = (name: string) => Array.from(name, (letter) => `[${twins.find((forms) => forms.startsWith(letter)) ?? letter}]`)
const word = (name: string) => spelled(name).join(`[${blank}]*`)
const label = () => `${gap}(?:${slash}${gap})*(?:${word('ARTIFACT')}|${word('USER')})${gap}${colon}`
const prefix = (name: string) => spelled(name).reduceRight((rest, letter) => `(?:${letter}${rest})?`, `${colon}?`)

/** In capitals whatever follows; in other cases only with a nonce right behind the colon, since `[user: name]` is ordinary text and code. */
const capitals = () => new RegExp(`[${brackets}](?=${label()})`, 'gu')
const anyCase = () => new RegExp(String.raw`[${brackets}](?=${label()}[${blank}]*[\p{L}\p{N}])`, 'giu')

/**
 * Makes text from users, tools or documents unable to open or close a block: the bracket of anything that looks like a tag, whatever its
 * nonce, spacing or letter forms, becomes a round one, also where a tag may only begin at the end, so that cleaned texts may be joined;
 * all else stays as it is. Not for the model's own reply (spec 002, Nonce + sanitization). Throws PfError `invalid_input` for no string.
 */
export function sanitizeForBlocks(text: string): string {
  requireText(text, 'A text to clean')
  return closeEnd(text.replace(capitals(), '(').replace(anyCase(), '('))
}

/** A tag has its only bracket in front, so only the last bracket can begin one that goes on behind the end. */
function closeEnd(text: string): string {
  const last = Math.max(...Array.from(brackets, (bracket) => text.lastIndexOf(bracket)))
  if (last < 0) return text
  const begun = text.slice(last + 1).replace(new RegExp(String.raw`[\s${blank}]+`, 'gu'), '')
  const isPrefix = new RegExp(`^${slash}*(?:${prefix('ARTIFACT')}|${prefix('USER')})$`, 'iu').test(begun)
  return isPrefix ? `${text.slice(0, last)}(${text.slice(last + 1)}` : text
}
