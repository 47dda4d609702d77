import { createRandom } from './random.ts'
import { mean } from './spread.ts'

/** The comparison of two configurations on the same briefs. */
export interface PairedTest {
  /** Number of pairs. */
  pairs: number
  /** Number of pairs whose difference is not 0. Only these carry information about the direction. */
  changed: number
  /** Mean of the differences, the second value of each pair minus the first. */
  difference: number
  /** Bootstrap interval of 95 % for the difference (percentiles). Absent for fewer than two pairs. */
  interval?: [number, number]
  /** Two-sided p value, not corrected for several tests. */
  p: number
  /** The smallest p value that this number of changed pairs can give. */
  smallest_p: number
  /** `exact`: all signs were enumerated. `sampled`: 20,000 of them were drawn. */
  method: 'exact' | 'sampled'
}

const maxExact = 16
const samples = 20_000
const resamples = 5_000
/** Sums that differ by rounding only are the same sum. */
const tolerance = 1e-9

/**
 * Sign-flip permutation test of paired differences. If the two configurations were the same, each difference could as well have the other
 * sign; the p value is the share of all combinations of signs whose sum is at least as far from 0. It assumes no distribution. With at most
 * 16 changed pairs, all combinations are counted.
 */
export function pairedTest(differences: readonly number[]): PairedTest {
  const changed = differences.filter((difference) => Math.abs(difference) > tolerance)
  const exact = changed.length <= maxExact
  const interval = bootstrapInterval(differences)
  return {
    pairs: differences.length,
    changed: changed.length,
    difference: mean(differences) ?? 0,
    ...(interval ? { interval } : {}),
    p: exact ? exactP(changed) : sampledP(changed),
    smallest_p: smallestP(changed.length),
    method: exact ? 'exact' : 'sampled',
  }
}

/** Returns the smallest two-sided p value that a sign-flip test of so many changed pairs can have. */
export function smallestP(changed: number): number {
  return changed === 0 ? 1 : Math.max(2 ** (1 - changed), changed > maxExact ? 1 / (samples + 1) : 0)
}

function exactP(values: readonly number[]): number {
  const observed = Math.abs(values.reduce((sum, value) => sum + value, 0))
  const total = 2 ** values.length
  let extreme = 0
  for (let signs = 0; signs < total; signs++) {
    let sum = 0
    for (const [index, value] of values.entries()) sum += (signs >> index) & 1 ? -value : value
    if (Math.abs(sum) >= observed - tolerance) extreme++
  }
  return extreme / total
}

function sampledP(values: readonly number[]): number {
  const random = createRandom(values.length)
  const observed = Math.abs(values.reduce((sum, value) => sum + value, 0))
  let extreme = 0
  for (let sample = 0; sample < samples; sample++) {
    let sum = 0
    for (const value of values) sum += random() < 0.5 ? -value : value
    if (Math.abs(sum) >= observed - tolerance) extreme++
  }
  // The observed signs are one of the combinations, so that p is never 0.
  return (extreme + 1) / (samples + 1)
}

function bootstrapInterval(values: readonly number[]): [number, number] | undefined {
  if (values.length < 2) return undefined
  const random = createRandom(values.length + 1)
  const means = Array.from({ length: resamples }, () => {
    let sum = 0
    for (let index = 0; index < values.length; index++) sum += values[Math.floor(random() * values.length)] ?? 0
    return sum / values.length
  }).sort((a, b) => a - b)
  return [means[Math.floor(resamples * 0.025)] ?? 0, means[Math.ceil(resamples * 0.975) - 1] ?? 0]
}

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
