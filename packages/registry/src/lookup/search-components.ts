import { nearest } from '../checks/nearest.ts'
import type { Policy } from '../policy/policy.ts'
import { hitsForWords, type ScoreOf, type SearchHit } from './hits-for-words.ts'

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
