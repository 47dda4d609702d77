import { nearest } from '../checks/nearest.ts'
import type { ComponentEntry } from '../contracts/component-entry.ts'
import { entries } from '../generated/entries.ts'
import type { Policy } from '../policy/policy.ts'

/** One result of a search. A component with `enabled: false` exists but cannot be used here. */
export interface SearchHit {
  name: string
  description: string
  enabled: boolean
}

/** Returns the relevance of a component for the words of a query; 0 if there is no match. */
export type ScoreOf = (entry: ComponentEntry, words: readonly string[]) => number

/**
 * Returns the components that match the words of a query, best first, and enabled ones before others. Returns all components if the query
 * has no word of at least three letters.
 */
export function hitsForWords(query: unknown, policy: Policy, scoreOf: ScoreOf = score): SearchHit[] {
  const words = wordsOf(typeof query === 'string' ? query : '')
  return (policy.registry?.entries ?? entries)
    .map((entry) => ({ entry, score: words.length === 0 ? 1 : scoreOf(entry, words), enabled: policy.allows(entry.name) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => Number(b.enabled) - Number(a.enabled) || b.score - a.score)
    .map(({ entry, enabled }) => ({ name: entry.name, description: entry.description.split('\n')[0] ?? '', enabled }))
}

const wordsOf = (query: string) =>
  query
    .slice(0, 400)
    .toLowerCase()
    .split(/[^\p{L}\p{N}_]+/u)
    .filter((word) => word.length > 2)
    .slice(0, 20)

function score(entry: ComponentEntry, words: readonly string[]): number {
  const text = ` ${entry.description} ${entry.need} ${entry.when}`.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
  return words.reduce(
    (sum, word) => sum + (entry.name === word ? 10 : 0) + (entry.name.includes(word) ? 5 : 0) + tagScore(entry, word) + (text.includes(` ${word}`) ? 1 : 0),
    0,
  )
}

const tagScore = (entry: ComponentEntry, word: string) =>
  Math.max(0, ...entry.tags.map((tag) => (tag === word || `${tag}s` === word ? 4 : tag.includes(word) ? 2 : 0)))

/**
 * Returns components for a need, best first, regardless of letter case. Names have the highest weight, followed by tags and descriptions.
 * If no word is known, words that are similar to a name or a tag, or begin with one, are used. Enabled components come first; a query
 * without a word of at least three letters returns all.
 */
export function searchComponents(query: string, { policy }: { policy: Policy }): SearchHit[] {
  const known = hitsForWords(query, policy)
  return known.length > 0 ? known : hitsForWords(query, policy, nearScore)
}

/** Scores misspelled words, and words of other languages with a similar spelling. */
const nearScore: ScoreOf = ({ name, tags }, words) =>
  words.filter((word) => {
    const begins = [name, ...tags].some((tag) => tag.length > 3 && word.startsWith(tag))
    return begins || nearest(word, [name, ...tags], word.length < 5 ? 1 : 2) !== undefined
  }).length
