import { entries } from '../generated/registry.ts'
import type { Policy } from '../policy/policy.ts'
import type { ComponentEntry } from './component-entry.ts'

/** One hit of a search; `enabled: false` exists but cannot be used here. */
export interface SearchHit {
  name: string
  description: string
  enabled: boolean
}

/** Components for a need, best first, whatever the case: names count most, then tags, then descriptions. Enabled ones come first; a query without a word of three letters lists all. */
export function searchComponents(query: string, { policy }: { policy: Policy }): SearchHit[] {
  const words = (typeof query === 'string' ? query : '')
    .slice(0, 400)
    .toLowerCase()
    .split(/[^\p{L}\p{N}_]+/u)
    .filter((word) => word.length > 2)
    .slice(0, 20)
  const scored = (policy.registry?.entries ?? entries).map((entry) => ({
    entry,
    score: words.length === 0 ? 1 : score(entry, words),
    enabled: policy.allows(entry.name),
  }))
  return scored
    .filter(({ score }) => score > 0)
    .sort((a, b) => Number(b.enabled) - Number(a.enabled) || b.score - a.score)
    .map(({ entry, enabled }) => ({ name: entry.name, description: entry.description.split('\n')[0] ?? '', enabled }))
}

function score(entry: ComponentEntry, words: readonly string[]): number {
  const text = `${entry.description} ${entry.need} ${entry.when}`.toLowerCase()
  return words.reduce(
    (sum, word) => sum + (entry.name === word ? 10 : 0) + (entry.name.includes(word) ? 5 : 0) + tagScore(entry, word) + (text.includes(word) ? 1 : 0),
    0,
  )
}

const tagScore = (entry: ComponentEntry, word: string) =>
  Math.max(0, ...entry.tags.map((tag) => (tag === word || `${tag}s` === word ? 4 : tag.includes(word) ? 2 : 0)))
