import { countKeywords, isWithinOneEdit, tokenize } from './keywords.ts'

/** Words that do not change the meaning of a request to show something. */
const fillers = new Set(
  'a an the me us i we you please show give display want to see of in for on with as and is it its are was were what how do does did can could would like tell about make create draw build some this that here there my your all let look at now just so then also instead again same one hey hi hello thanks'.split(
    ' ',
  ),
)

/** Returns the words of a question that are neither fillers nor in the vocabulary. Long words match with one typing error, and plurals match. */
export function uncoveredWords(question: string, vocabulary: Iterable<string>): string[] {
  const known = [...vocabulary].flatMap((phrase) => phrase.split(' '))
  const set = new Set(known)
  return tokenize(question).tokens.filter((word) => !fillers.has(word) && !set.has(word) && !known.some((other) => isVariant(word, other)))
}

const fuzzyFrom = 6

function isVariant(word: string, other: string): boolean {
  if (word === `${other}s` || (other.endsWith('y') && word === `${other.slice(0, -1)}ies`)) return true
  return other.length >= fuzzyFrom && word.length >= fuzzyFrom && word !== 'whether' && isWithinOneEdit(word, other)
}

/** True if the vocabulary of a story covers every content word of a question. */
export const isCovered = (question: string, vocabulary: Iterable<string>): boolean => uncoveredWords(question, vocabulary).length === 0

/** True if a question names one of the triggers of a story and contains no word that the story does not know. */
export function asksFor(question: string, triggers: readonly string[], vocabulary: Iterable<string> = []): boolean {
  return countKeywords(tokenize(question), triggers) > 0 && isCovered(question, [...triggers, ...vocabulary])
}
