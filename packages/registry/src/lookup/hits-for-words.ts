import { nearest } from '../checks/nearest.ts'
import type { ComponentEntry } from '../contracts/component-entry.ts'
import { entries } from '../generated/entries.ts'
import type { Policy } from '../policy/policy.ts'

/** One hit of a search; `enabled: false` exists but cannot be used here. */
export interface SearchHit {
  name: string
  description: string
  enabled: boolean
}

/** How well a component fits words; 0 when not at all. */
export type ScoreOf = (entry: ComponentEntry, words: readonly string[]) => number

/** Components that words of a query fit, best first, enabled ones before others; all where the query has no word of three letters. */
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
 * Components for a need, best first, whatever the case: names count most, then tags, then descriptions. Where no word is known,
 * those count that are nearly a name or a tag, or begin with one. Enabled ones come first; a query without a word of three letters lists all.
 */
export function searchComponents(query: string, { policy }: { policy: Policy }): SearchHit[] {
  const known = hitsForWords(query, policy)
  return known.length > 0 ? known : hitsForWords(query, policy, nearScore)
}

/** Mistyped words, and those of languages that have nearly the same. */
const nearScore: ScoreOf = ({ name, tags }, words) =>
  words.filter((word) => {
    const begins = [name, ...tags].some((tag) => tag.length > 3 && word.startsWith(tag))
    return begins || nearest(word, [name, ...tags], word.length < 5 ? 1 : 2) !== undefined
  }).length
