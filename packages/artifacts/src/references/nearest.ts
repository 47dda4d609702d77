import { editDistance } from '@pf/core/internal'

const maxLength = 100
const maxCandidates = 1_000

/** Which of the first 1,000 candidates is most like a name; undefined when none is close. */
export function nearest(name: string, candidates: readonly string[]): string | undefined {
  const wanted = name.slice(0, maxLength).toLowerCase()
  const scored = candidates
    .slice(0, maxCandidates)
    .map((candidate) => ({ candidate, score: editDistance(wanted, candidate.slice(0, maxLength).toLowerCase()) }))
  const best = scored.reduce<{ candidate: string; score: number } | undefined>((least, next) => (least && least.score <= next.score ? least : next), undefined)
  return best && best.score <= Math.max(2, Math.ceil(wanted.length * 0.6)) ? best.candidate : undefined
}
