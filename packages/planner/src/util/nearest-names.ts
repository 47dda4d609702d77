import { editDistance } from '@pf/core/internal'

const maxLength = 64

/** Returns the names closest to a misspelled one, closest first. Names that differ in more than half of their letters are omitted. */
export function nearestNames(name: string, known: readonly string[], limit = 3): string[] {
  const asked = name.slice(0, maxLength).toLowerCase()
  return known
    .map((candidate) => ({ candidate, distance: distanceOf(asked, candidate.slice(0, maxLength).toLowerCase()) }))
    .filter(({ candidate, distance }) => distance <= Math.max(2, Math.floor(Math.max(asked.length, candidate.length) / 2)))
    .sort((left, right) => left.distance - right.distance)
    .slice(0, limit)
    .map(({ candidate }) => candidate)
}

/** Returns the Levenshtein distance, reduced by one for each shared word, because `search_web` and `web_search` are similar for a person. */
function distanceOf(left: string, right: string): number {
  const shared = wordsOf(left).filter((word) => wordsOf(right).includes(word)).length
  return Math.max(0, editDistance(left, right) - 3 * shared)
}

const wordsOf = (name: string) => name.split(/[^a-z0-9]+/).filter((word) => word.length > 2)
