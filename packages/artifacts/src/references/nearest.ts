const longest = 100
const mostCandidates = 1_000

/** Which of the first 1,000 candidates is most like a name; undefined when none is close. */
export function nearest(name: string, candidates: readonly string[]): string | undefined {
  const wanted = name.slice(0, longest).toLowerCase()
  const scored = candidates.slice(0, mostCandidates).map((candidate) => ({ candidate, score: distance(wanted, candidate.slice(0, longest).toLowerCase()) }))
  const best = scored.reduce<{ candidate: string; score: number } | undefined>((least, next) => (least && least.score <= next.score ? least : next), undefined)
  return best && best.score <= Math.max(2, Math.ceil(wanted.length * 0.6)) ? best.candidate : undefined
}

/** Levenshtein distance. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let at = 1; at <= one.length; at++) {
    const next = [at]
    for (let column = 1; column <= other.length; column++) {
      const cost = one[at - 1] === other[column - 1] ? 0 : 1
      next.push(Math.min((row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1, (row[column - 1] ?? 0) + cost))
    }
    row = next
  }
  return row[other.length] ?? 0
}
