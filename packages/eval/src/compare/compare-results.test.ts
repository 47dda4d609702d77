import { describe, expect, it } from 'vitest'
import { comparisonText, resultText } from '../index.ts'
import type { EvalResult, RunRecord } from '../result/eval-result.ts'
import { compareResults, hasRegression } from './compare-results.ts'

const runOf = (brief: string, run: number, choice: number, more: Partial<RunRecord> = {}): RunRecord => ({
  brief,
  run,
  status: 'measured',
  finish: 'answer',
  answer: '',
  shown: [],
  rejected: [],
  scores: { choice, restraint: 1 },
  total: choice,
  notes: [],
  measures: { model_calls: 2, repairs: 0 },
  ...more,
})

/** A result in which brief `n` has these choices, one for each run. */
function resultOf(name: string, choices: readonly (readonly number[])[], more: Partial<EvalResult> = {}): EvalResult {
  return {
    format: 'pf-eval-result',
    version: 1,
    created_at: '2026-11-30T00:00:00.000Z',
    suite: { name: 'own', digest: 'd', briefs: choices.length },
    configuration: { name, model: 'm', registry_version: '1', registry_digest: 'r', replayed: false },
    runs_per_brief: 3,
    runs: choices.flatMap((runs, brief) => runs.map((choice, run) => runOf(`b${brief}`, run, choice))),
    ...more,
  }
}

const repeat = (times: number, choices: readonly number[]) => Array.from({ length: times }, () => choices)
const good = resultOf('good', repeat(12, [1, 1, 1]))
const verdicts = (before: EvalResult, after: EvalResult) =>
  Object.fromEntries(compareResults(before, after).metrics.map(({ metric, verdict }) => [metric, verdict]))

describe('compareResults', () => {
  it('[003-play-02] shows a significant difference, with its size and interval, and what did not change', () => {
    const worse = resultOf('worse', [...repeat(9, [0, 0, 1]), ...repeat(3, [1, 1, 1])])
    const comparison = compareResults(good, worse)
    expect(comparison.metrics[0]).toMatchObject({
      metric: 'total',
      before: 1,
      after: 0.5,
      pairs: 12,
      changed: 9,
      method: 'exact',
      p: 2 / 512,
      verdict: 'worse',
    })
    expect(verdicts(good, worse)).toMatchObject({ choice: 'worse', restraint: 'same', model_calls: 'same' })
    expect(hasRegression(comparison)).toBe(true)
    expect(hasRegression(compareResults(worse, good))).toBe(false)
    expect(verdicts(worse, good)).toMatchObject({ total: 'better', choice: 'better' })
    expect(comparisonText(comparison)).toMatch(/total +100\.0 % +50\.0 % +−50\.0 % .* 9 +0\.004 +WORSE/)
  })

  it('says that there is not enough data where no difference could be significant', () => {
    expect(verdicts(resultOf('a', repeat(4, [1])), resultOf('b', repeat(4, [0])))).toMatchObject({ total: 'too_few', choice: 'too_few', restraint: 'too_few' })
    expect(verdicts(good, resultOf('b', [...repeat(5, [0]), ...repeat(7, [1])]))).toMatchObject({ total: 'too_few' })
  })

  it('says that changes in both directions show no difference', () => {
    expect(verdicts(resultOf('a', [...repeat(6, [1]), ...repeat(6, [0])]), resultOf('b', [...repeat(6, [0]), ...repeat(6, [1])]))).toMatchObject({
      total: 'not_shown',
    })
  })

  it('counts fewer calls as better, and costs as no regression', () => {
    const more = { ...good, runs: good.runs.map((run) => ({ ...run, measures: { model_calls: 3, repairs: 0 } })) }
    expect(verdicts(good, more)).toMatchObject({ model_calls: 'worse', total: 'same' })
    expect(hasRegression(compareResults(good, more))).toBe(false)
    expect(verdicts(more, good)).toMatchObject({ model_calls: 'better' })
  })

  it('judges single briefs only with enough runs', () => {
    const few = compareResults(good, resultOf('few', [[0, 0, 0], ...repeat(11, [1, 1, 1])]))
    expect(few.changed).toEqual([{ brief: 'b0', before: 1, after: 0, runs: [3, 3], verdict: 'too_few' }])
    expect(comparisonText(few)).toMatch(/b0 +100\.0 % +0\.0 % +3 and 3 +not enough runs/)
    const many = compareResults(resultOf('a', repeat(2, new Array(5).fill(1))), resultOf('b', [new Array(5).fill(0), new Array(5).fill(1)]))
    expect(many.changed).toMatchObject([{ brief: 'b0', verdict: 'worse' }])
  })

  it('uses only briefs that both measured, and says so', () => {
    const failed = { ...runOf('b11', 0, 0), status: 'failed' as const, error: { code: 'network', message: 'x' } }
    const partial = resultOf('partial', repeat(11, [1]), { stopped: 'cancelled' })
    const comparison = compareResults(good, { ...partial, runs: [...partial.runs, failed] })
    expect(comparison).toMatchObject({ briefs: 11, unpaired: ['b11'] })
    expect(comparison.remarks).toEqual([
      'partial was ended early (it was cancelled).',
      '1 runs of partial failed outside the model and do not count.',
      '1 briefs were measured under one configuration only and do not count.',
      'partial ran each brief once, so that how much the model varies is not known. Run each brief at least 3 times.',
    ])
    const nothing = compareResults(good, resultOf('none', []))
    expect(nothing).toMatchObject({ briefs: 0, metrics: [] })
    expect(nothing.remarks).toContain('No brief was measured under both configurations, so nothing can be compared.')
  })

  it('refuses results of different suites', () => {
    expect(() => compareResults(good, { ...good, suite: { ...good.suite, digest: 'other' } })).toThrow('different suites')
  })
})

it('the report in the terminal has no control characters of models and files', () => {
  const hostile = resultOf('a\u001b[2J', [[0.5]])
  hostile.runs = [runOf('b\u001b[31m', 0, 0.5, { notes: ['\u001b]0;title\u0007 \u202ereversed'] })]
  const text = resultText(hostile) + comparisonText(compareResults(hostile, hostile))
  expect(text).toContain('reversed')
  expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u)
})
