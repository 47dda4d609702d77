import { editDistance } from '@pf/core/internal'

const maxLength = 64

/** The names nearest to a mistyped one, nearest first; names that differ in more than half of their letters are left out. */
export function nearestNames(name: string, known: readonly string[], limit = 3): string[] {
  const asked = name.slice(0, maxLength).toLowerCase()
  return known
    .map((candidate) => ({ candidate, distance: distanceOf(asked, candidate.slice(0, maxLength).toLowerCase()) }))
    .filter(({ candidate, distance }) => distance <= Math.max(2, Math.floor(Math.max(asked.length, candidate.length) / 2)))
    .sort((left, right) => left.distance - right.distance)
    .slice(0, limit)
    .map(({ candidate }) => candidate)
}

/** Levenshtein distance, less one edit per shared word: `search_web` is near `web_search` for a person. */
function distanceOf(left: string, right: string): number {
  const shared = wordsOf(left).filter((word) => wordsOf(right).includes(word)).length
  return Math.max(0, editDistance(left, right) - 3 * shared)
}

const wordsOf = (name: string) => name.split(/[^a-z0-9]+/).filter((word) => word.length > 2)
