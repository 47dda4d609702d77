import { type Chunk, isWord } from './chunk.ts'
import type { Slots } from './slots.ts'

/** Words that can precede the verb of a yes-or-no question. */
const openings = /^(so|and|but|hey|hi|hello|ok|okay|well|then|now|please)$/i
/** Verbs that begin a yes-or-no question, as in "Is the heaviest penguin an Adelie?". */
const questionVerbs = /^(is|are|was|were|did|does|do|has)$/i
/** Verbs between the rows of a ranking and a statement about them, as in "How many of the 10 heaviest penguins are Adelie?". */
const linkingVerbs = /^(is|are|was|were|did|do|does|come|comes|live|lives|lived|belong|belongs)$/i
const havingVerbs = /^(have|has|had)$/i
/** Words before a verb that make it part of the description of the rows, as in "the heaviest penguins that are male" and "the hottest it was". */
const describing = /^(that|which|who|there|it|they|we|you)$/i
/** Words that begin a condition on the rows, as in "the 5 largest countries where fertility is above 3". */
const conditional = /^(where|whose|when|if|with)$/i

/** Returns the verb of a yes-or-no question, or undefined for any other question. */
export function questionVerbOf(chunks: readonly Chunk[]): string | undefined {
  const at = chunks.findIndex(({ text }) => !openings.test(text))
  const verb = chunks[at]?.text ?? ''
  // "Do you have" and "do we know" ask for the data themselves.
  return questionVerbs.test(verb) && !/^(you|we|i)$/i.test(chunks[at + 1]?.text ?? '') ? verb : undefined
}

/**
 * Returns a statement about the rows of a ranking, such as "are Adelie" in "Which of the 10 heaviest penguins are Adelie?". Its values do not
 * select the rows that are ranked.
 */
export function rankStatementOf(chunks: readonly Chunk[], slots: Slots): string | undefined {
  const rankAt = slots.superlatives.filter(({ ranked }) => !ranked).at(-1)?.at
  if (rankAt === undefined) return undefined
  const values = [...slots.values, ...slots.names, ...slots.presets, ...slots.conditions]
  const all = [...values, ...slots.periods]
  for (let at = rankAt + 1; at < chunks.length; at++) {
    const text = chunks[at]?.text ?? ''
    if (conditional.test(text)) return undefined
    if (describing.test(chunks[at - 1]?.text ?? '')) continue
    // "Did it rain" is one phrase of the lexicon.
    const phrase = values.find((part) => part.at === at && /^(is|are|was|were|did|does) /i.test(part.text))
    if (phrase) return phrase.text
    const stated = linkingVerbs.test(text) ? all : havingVerbs.test(text) ? values : []
    const [first] = stated.filter((part) => part.at > at).toSorted((left, right) => left.at - right.at)
    if (first) return [...chunks.slice(at, first.at), first].map((part) => part.text).join(' ')
  }
  return undefined
}

/** Returns the word of a statement about all rows, as in "Are all Gentoo on Biscoe?"; "any" asks for one row. */
export function totalOf(chunks: readonly Chunk[]): string | undefined {
  return chunks.find((chunk) => (isWord(chunk, 'all') && !/^any$/i.test(chunk.text)) || isWord(chunk, 'each'))?.text
}
