import type { Code } from './micromark.ts'

/** Letters of Chinese, Japanese and Korean, which are written without spaces between words. */
const LETTER = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}ー]/u
const PUNCTUATION = /[\u3000-\u3003\u3008-\u3020\u3030\u30fb\ufe10-\ufe1f\ufe30-\ufe4f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65]/
export type Kind = 'space' | 'punctuation' | 'east-asian punctuation' | 'east-asian letter' | 'letter'

/** Returns the kind of a character, which determines the effect of adjacent marks. */
export function kindOf(code: Code): Kind {
  if (code === null || code < 0) return 'space'
  const character = String.fromCharCode(code)
  if (/\s/.test(character)) return 'space'
  if (PUNCTUATION.test(character)) return 'east-asian punctuation'
  // A surrogate belongs to an ideograph of a later plane, or to a symbol, which is treated in the same way.
  if (LETTER.test(character) || !character.isWellFormed()) return 'east-asian letter'
  return /[\p{P}\p{S}]/u.test(character) ? 'punctuation' : 'letter'
}

export const isEastAsian = (kind: Kind) => kind.startsWith('east-asian')
