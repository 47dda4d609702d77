const maxChars = 2000
const fuzzyFrom = 6

/** Words that are one letter away from a keyword and mean something else. */
const otherWords = new Set(['whether', 'leather', 'feather', 'graphic', 'metric'])

/** A text made ready to look for words in it; only its beginning is read. */
export interface TokenizedText {
  readonly text: string
  readonly tokens: readonly string[]
}

/** Lower case, without marks and punctuation; CO₂ becomes co2. */
export function tokenize(text: string): TokenizedText {
  const tokens =
    text
      .slice(0, maxChars)
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  return { text: ` ${tokens.join(' ')} `, tokens }
}

/** How many of the keywords a text mentions, plurals and one slip of the keyboard in a long word included. */
export function countKeywords(words: TokenizedText, keywords: readonly string[]): number {
  return keywords.filter((keyword) =>
    keyword.includes(' ') ? words.text.includes(` ${keyword} `) : words.tokens.some((word) => matchesKeyword(word, keyword)),
  ).length
}

function matchesKeyword(word: string, keyword: string): boolean {
  if (word === keyword || (keyword.length > 2 && word === `${keyword}s`)) return true
  return keyword.length >= fuzzyFrom && !otherWords.has(word) && isWithinOneEdit(word, keyword)
}

/** One letter added, left out, wrong, or two letters swapped. */
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
