const maxChars = 2000
const fuzzyFrom = 6

/** Words that differ from a keyword by one letter and have another meaning. */
const otherWords = new Set(['whether', 'leather', 'feather', 'graphic', 'metric'])

/** A normalized text for keyword search. Only its first 2,000 characters are used. */
export interface TokenizedText {
  readonly text: string
  readonly tokens: readonly string[]
}

/** Converts a text to lower-case words without punctuation; CO₂ becomes co2. */
export function tokenize(text: string): TokenizedText {
  const tokens =
    text
      .slice(0, maxChars)
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  return { text: ` ${tokens.join(' ')} `, tokens }
}

/** Counts the keywords that a text contains. Plurals match, and long keywords match with one typing error. */
export function countKeywords(words: TokenizedText, keywords: readonly string[]): number {
  return keywords.filter((keyword) =>
    keyword.includes(' ') ? words.text.includes(` ${keyword} `) : words.tokens.some((word) => matchesKeyword(word, keyword)),
  ).length
}

function matchesKeyword(word: string, keyword: string): boolean {
  if (word === keyword || (keyword.length > 2 && word === `${keyword}s`)) return true
  return keyword.length >= fuzzyFrom && !otherWords.has(word) && isWithinOneEdit(word, keyword)
}

/** True if the words differ by at most one insertion, deletion, substitution or transposition. */
export function isWithinOneEdit(word: string, keyword: string): boolean {
  if (Math.abs(word.length - keyword.length) > 1) return false
  let from = 0
  while (from < word.length && word[from] === keyword[from]) from++
  let [wordEnd, keyEnd] = [word.length, keyword.length]
  while (wordEnd > from && keyEnd > from && word[wordEnd - 1] === keyword[keyEnd - 1]) [wordEnd, keyEnd] = [wordEnd - 1, keyEnd - 1]
  const [left, right] = [word.slice(from, wordEnd), keyword.slice(from, keyEnd)]
  const swapped = left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0]
  return swapped || (left.length <= 1 && right.length <= 1)
}
