import { describe, expect, it } from 'vitest'
import { holm, pairedTest } from './paired-test.ts'
import { spreadOf } from './spread.ts'
import { twoSampleTest } from './two-sample-test.ts'

describe('pairedTest', () => {
  it('counts all combinations of signs for few changed pairs', () => {
    // 3 of the same sign: 2 of the 8 combinations are as far from 0.
    expect(pairedTest([1, 1, 1])).toMatchObject({ pairs: 3, changed: 3, p: 0.25, smallest_p: 0.25, method: 'exact', difference: 1 })
    // 3, -1: the sums are 2, 4, -4, -2, and all of them are at least 2 away.
    expect(pairedTest([3, -1]).p).toBe(1)
    expect(pairedTest([1, 1, 1, 1, 1, 1]).p).toBe(2 / 64)
  })

  it('does not count pairs without a difference as evidence, but shows their part in the mean', () => {
    const test = pairedTest([-0.4, -0.4, -0.4, 0, 0, 0, 0, 0])
    expect(test).toMatchObject({ pairs: 8, changed: 3, p: 0.25, smallest_p: 0.25 })
    expect(test.difference).toBeCloseTo(-0.15)
    expect(pairedTest([0, 0])).toMatchObject({ changed: 0, p: 1, smallest_p: 1 })
    expect(pairedTest([])).toMatchObject({ pairs: 0, difference: 0, p: 1 })
  })

  it('draws combinations for many pairs, the same ones every time, and never reports 0', () => {
    const strong = Array.from({ length: 60 }, () => -0.5)
    expect(pairedTest(strong)).toMatchObject({ method: 'sampled', p: 1 / 20_001 })
    const mixed = Array.from({ length: 60 }, (_, index) => (index % 2 ? 0.5 : -0.5))
    expect(pairedTest(mixed).p).toBe(1)
    const weak = Array.from({ length: 40 }, (_, index) => Math.sin(index * 12.9898) + 0.15)
    expect(pairedTest(weak)).toEqual(pairedTest(weak))
  })

  it('finds differences between equal configurations in about 5 % of the cases, not more', () => {
    let state = 7
    const random = () => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
      return state / 2_147_483_648
    }
    const found = Array.from({ length: 200 }, () => pairedTest(Array.from({ length: 12 }, () => random() - random())).p <= 0.05).filter(Boolean).length
    expect(found).toBeGreaterThan(1)
    expect(found).toBeLessThan(22)
  })

  it('has an interval that contains the difference', () => {
    const { difference, interval = [0, 0] } = pairedTest([0.1, -0.2, 0.3, 0.4, 0, 0.2])
    expect(interval[0]).toBeLessThan(difference)
    expect(interval[1]).toBeGreaterThan(difference)
  })
})

describe('twoSampleTest', () => {
  it('counts all divisions of the runs', () => {
    expect(twoSampleTest([0, 0, 0], [1, 1, 1])).toEqual({ difference: 1, p: 0.1, smallest_p: 0.1 })
    expect(twoSampleTest([1], [0])).toEqual({ difference: -1, p: 1, smallest_p: 1 })
    expect(twoSampleTest([0, 0, 0, 0], [1, 1, 1, 1]).p).toBeCloseTo(2 / 70)
    expect(twoSampleTest([0, 1, 0, 1], [1, 0, 1, 0]).p).toBe(1)
  })

  it('draws divisions of many runs', () => {
    const test = twoSampleTest(new Array<number>(15).fill(0), new Array<number>(15).fill(1))
    expect(test.p).toBeLessThan(0.001)
    expect(test.smallest_p).toBeLessThan(0.001)
  })
})

it('holm multiplies the smallest p value by the number of tests, the next one by one less, and keeps their order', () => {
  expect(holm([0.04, 0.01, 0.03])).toEqual([0.06, 0.03, 0.06])
  expect(holm([0.5, 0.9])).toEqual([1, 1])
  expect(holm([])).toEqual([])
})

it('spreadOf separates the spread between briefs from the spread between runs', () => {
  expect(
    spreadOf([
      [1, 1],
      [0, 0],
    ]),
  ).toEqual({ mean: 0.5, standard_error: 0.5, between_runs: 0, briefs: 2 })
  expect(spreadOf([[1, 0], []])).toEqual({ mean: 0.5, between_runs: Math.SQRT1_2, briefs: 1 })
  expect(spreadOf([[], []])).toBeUndefined()
})
