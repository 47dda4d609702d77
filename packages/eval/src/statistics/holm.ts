/**
 * Corrects the p values of several tests by the method of Holm, which keeps the probability of any false finding below the level, however
 * the tests depend on each other. Returns the corrected values in the same order.
 */
export function holm(ps: readonly number[]): number[] {
  const order = ps.map((p, index) => ({ p, index })).sort((a, b) => a.p - b.p)
  const corrected = new Array<number>(ps.length).fill(1)
  let highest = 0
  for (const [rank, { p, index }] of order.entries()) {
    highest = Math.max(highest, Math.min(1, p * (ps.length - rank)))
    corrected[index] = highest
  }
  return corrected
}
