import { PfError } from '@pf/core'
import type { EvalResult, RunRecord } from '../result/eval-result.ts'
import { type MeasureName, measureNames, type ScoreName, scoreNames } from '../result/score-names.ts'
import { holm, type PairedTest, pairedTest, smallestP } from '../statistics/paired-test.ts'
import { mean, spreadOf } from '../statistics/spread.ts'
import { twoSampleTest } from '../statistics/two-sample-test.ts'

export type MetricName = ScoreName | MeasureName | 'total'

/**
 * `better` and `worse`: significant at 5 % after the correction. `same`: no brief changed. `not_shown`: changes that may be chance.
 * `too_few`: so few briefs changed, or exist, that no difference between them could be significant.
 */
export type Verdict = 'better' | 'worse' | 'same' | 'not_shown' | 'too_few'

/** A metric under both configurations, over the briefs that both measured. */
export interface MetricComparison extends PairedTest {
  metric: MetricName
  before: number
  after: number
  /** The p value, corrected by the method of Holm for the metrics of its family. */
  corrected_p: number
  verdict: Verdict
}

/** A brief whose total changed. */
export interface BriefComparison {
  brief: string
  before: number
  after: number
  /** Runs of each side. */
  runs: [number, number]
  /** Corrected for the number of briefs that changed. `too_few`: these numbers of runs could not show any difference. */
  verdict: Exclude<Verdict, 'same'>
}

/** The comparison of two results of the same suite. */
export interface Comparison {
  format: 'pf-eval-comparison'
  version: 1
  before: string
  after: string
  suite: string
  level: 0.05
  /** Number of briefs that were measured under both configurations. */
  briefs: number
  /** Briefs that were measured under one configuration only; their ids. */
  unpaired: string[]
  metrics: MetricComparison[]
  changed: BriefComparison[]
  /** What limits the comparison, in full sentences. */
  remarks: string[]
}

const level = 0.05
/** `total` is the question, tested alone; the scores explain it and the measures are costs, each family corrected in itself. */
const families: readonly (readonly MetricName[])[] = [['total'], scoreNames, measureNames]
const isLowerBetter = (metric: MetricName) => measureNames.some((name) => name === metric)

/** Compares two results of the same suite brief by brief. Throws PfError `invalid_input` if their suites differ. */
export function compareResults(before: EvalResult, after: EvalResult): Comparison {
  if (before.suite.digest !== after.suite.digest) {
    throw new PfError(
      'invalid_input',
      `The results are of different suites (${before.suite.name}, ${after.suite.name}) or of different versions of one. Run both on the same briefs.`,
    )
  }
  const sides = [byBrief(before.runs), byBrief(after.runs)] as const
  const paired = [...sides[0].keys()].filter((brief) => sides[1].has(brief))
  const unpaired = [...new Set([...sides[0].keys(), ...sides[1].keys()])].filter((brief) => !paired.includes(brief))
  const metrics = families.flatMap((family) => compareFamily(family, paired, sides))
  return {
    format: 'pf-eval-comparison',
    version: 1,
    before: before.configuration.name,
    after: after.configuration.name,
    suite: before.suite.name,
    level,
    briefs: paired.length,
    unpaired,
    metrics,
    changed: changedBriefs(paired, sides),
    remarks: remarksOf([before, after], { paired: paired.length, unpaired: unpaired.length }),
  }
}

type Side = ReadonlyMap<string, readonly RunRecord[]>
type Sides = readonly [Side, Side]

function byBrief(runs: readonly RunRecord[]): Side {
  const briefs = new Map<string, RunRecord[]>()
  for (const run of runs) if (run.status === 'measured') briefs.set(run.brief, [...(briefs.get(run.brief) ?? []), run])
  return briefs
}

/** Returns the value of a metric in a run. */
export function metricOf({ total, scores, measures }: RunRecord, metric: MetricName): number | undefined {
  if (metric === 'total') return total
  return isLowerBetter(metric) ? measures[metric as MeasureName] : scores[metric as ScoreName]
}

const valuesOf = (side: Side, brief: string, metric: MetricName) => (side.get(brief) ?? []).flatMap((run) => metricOf(run, metric) ?? [])

function compareFamily(family: readonly MetricName[], paired: readonly string[], sides: Sides): MetricComparison[] {
  const tests = family.flatMap((metric) => {
    const pairs = paired.flatMap((brief) => {
      const [before, after] = [mean(valuesOf(sides[0], brief, metric)), mean(valuesOf(sides[1], brief, metric))]
      return before === undefined || after === undefined ? [] : [{ before, after }]
    })
    if (pairs.length === 0) return []
    const test = pairedTest(pairs.map(({ before, after }) => after - before))
    return [{ metric, ...test, before: mean(pairs.map(({ before }) => before)) ?? 0, after: mean(pairs.map(({ after }) => after)) ?? 0 }]
  })
  const corrected = holm(tests.map(({ p }) => p))
  return tests.map((test, index) => {
    const corrected_p = corrected[index] ?? 1
    return { ...test, corrected_p, verdict: verdictOf(test, corrected_p, tests.length) }
  })
}

function verdictOf(
  { metric, changed, difference, pairs }: Pick<MetricComparison, 'metric' | 'changed' | 'difference' | 'pairs'>,
  p: number,
  tests: number,
): Verdict {
  if (p <= level) return difference > 0 === isLowerBetter(metric) ? 'worse' : 'better'
  // With so few briefs, no result could have been significant, not even if all of them had changed.
  if (smallestP(pairs) * tests > level) return 'too_few'
  if (changed === 0) return 'same'
  return smallestP(changed) * tests > level ? 'too_few' : 'not_shown'
}

function changedBriefs(paired: readonly string[], sides: Sides): BriefComparison[] {
  const changed = paired.flatMap((brief) => {
    const [before, after] = [valuesOf(sides[0], brief, 'total'), valuesOf(sides[1], brief, 'total')]
    if (before.length === 0 || after.length === 0) return []
    const test = twoSampleTest(before, after)
    return Math.abs(test.difference) < 1e-9
      ? []
      : [{ brief, before: mean(before) ?? 0, after: mean(after) ?? 0, runs: [before.length, after.length] as [number, number], test }]
  })
  const corrected = holm(changed.map(({ test }) => test.p))
  return changed
    .map(({ test, ...brief }, index) => ({ ...brief, verdict: briefVerdict(test, corrected[index] ?? 1, changed.length) }))
    .sort((a, b) => a.after - a.before - (b.after - b.before))
}

function briefVerdict({ difference, smallest_p }: { difference: number; smallest_p: number }, p: number, tests: number): BriefComparison['verdict'] {
  if (p <= level) return difference > 0 ? 'better' : 'worse'
  return smallest_p * tests > level ? 'too_few' : 'not_shown'
}

function remarksOf(results: readonly [EvalResult, EvalResult], { paired, unpaired }: { paired: number; unpaired: number }): string[] {
  const remarks: string[] = []
  for (const { configuration, stopped, runs } of results) {
    const failed = runs.filter(({ status }) => status === 'failed').length
    if (stopped) remarks.push(`${configuration.name} was ended early (${stopped === 'budget' ? 'its budget was used up' : 'it was cancelled'}).`)
    if (failed > 0) remarks.push(`${failed} runs of ${configuration.name} failed outside the model and do not count.`)
  }
  if (unpaired > 0) remarks.push(`${unpaired} briefs were measured under one configuration only and do not count.`)
  if (paired === 0) remarks.push('No brief was measured under both configurations, so nothing can be compared.')
  const once = results.filter(({ configuration, runs }) => !configuration.replayed && largestCount(runs) < 2)
  if (once.length > 0)
    remarks.push(
      `${once.map(({ configuration }) => configuration.name).join(' and ')} ran each brief once, so that how much the model varies is not known. Run each brief at least 3 times.`,
    )
  if (results[0].configuration.registry_digest !== results[1].configuration.registry_digest)
    remarks.push('The registries differ: other components or other descriptions.')
  if (results[0].configuration.model !== results[1].configuration.model) remarks.push('The models differ.')
  return remarks
}

const largestCount = (runs: readonly RunRecord[]) => Math.max(0, ...[...byBrief(runs).values()].map(({ length }) => length))

/** Returns mean and spread of a metric in one result. */
export const summaryOf = (result: EvalResult, metric: MetricName) =>
  spreadOf([...byBrief(result.runs).values()].map((runs) => runs.flatMap((run) => metricOf(run, metric) ?? [])))

/** Returns true if a comparison shows that `total` or one of the scores is significantly worse. Costs do not count. */
export const hasRegression = ({ metrics }: Comparison): boolean => metrics.some(({ metric, verdict }) => verdict === 'worse' && !isLowerBetter(metric))
