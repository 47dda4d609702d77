import { createRandom } from './random.ts'
import { mean } from './spread.ts'

/** The comparison of the runs of one brief under two configurations. */
export interface TwoSampleTest {
  difference: number
  p: number
  /** The smallest p value that these numbers of runs can give. */
  smallest_p: number
}

const maxExact = 16
const samples = 20_000
const tolerance = 1e-9

/**
 * Permutation test for two samples: the share of all divisions of the values into groups of these sizes whose means differ at least as much.
 * With at most 16 values, all divisions are counted. Both samples need at least one value.
 */
export function twoSampleTest(before: readonly number[], after: readonly number[]): TwoSampleTest {
  const all = [...before, ...after]
  const total = all.reduce((sum, value) => sum + value, 0)
  const gap = (sumAfter: number) => Math.abs(sumAfter / after.length - (total - sumAfter) / before.length)
  const observed = gap(after.reduce((sum, value) => sum + value, 0)) - tolerance
  const difference = (mean(after) ?? 0) - (mean(before) ?? 0)
  const sums = all.length <= maxExact ? subsetSums(all, after.length) : sampledSums(all, after.length)
  const extreme = sums.filter((sum) => gap(sum) >= observed).length
  const divisions = Math.min(combinations(all.length, after.length), all.length <= maxExact ? Number.POSITIVE_INFINITY : samples + 1)
  return {
    difference,
    p: all.length <= maxExact ? extreme / sums.length : (extreme + 1) / (samples + 1),
    // With groups of the same size each division has a mirror image with the same gap.
    smallest_p: Math.min(1, (before.length === after.length ? 2 : 1) / divisions),
  }
}

function subsetSums(values: readonly number[], size: number, from = 0, sum = 0): number[] {
  if (size === 0) return [sum]
  const sums: number[] = []
  for (let index = from; index <= values.length - size; index++) sums.push(...subsetSums(values, size - 1, index + 1, sum + (values[index] ?? 0)))
  return sums
}

function sampledSums(values: readonly number[], size: number): number[] {
  const random = createRandom(values.length)
  return Array.from({ length: samples }, () => {
    const left = [...values]
    let sum = 0
    for (let taken = 0; taken < size; taken++) {
      const at = taken + Math.floor(random() * (left.length - taken))
      const value = left[at] ?? 0
      left[at] = left[taken] ?? 0
      left[taken] = value
      sum += value
    }
    return sum
  })
}

function combinations(of: number, size: number): number {
  let result = 1
  for (let index = 1; index <= size; index++) result = (result * (of - size + index)) / index
  return Math.round(result)
}
