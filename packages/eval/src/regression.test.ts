import { readFile } from 'node:fs/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { compareResults, hasRegression } from './compare/compare-results.ts'
import { replayRuns } from './recording/recorded-runs.ts'
import { readRecording } from './recording/recording-file.ts'
import { comparisonText } from './report/terminal-text.ts'
import { runSuite } from './run/run-suite.ts'
import { plantedSuite, policyWith, recordingPath, startReader, worsened } from './test-support/planted.ts'

const suite = await plantedSuite()
const reader = await startReader()
afterAll(() => reader.close())

async function replay(side: 'before' | 'after') {
  const modelFor = replayRuns(await readRecording(recordingPath(side)), 'order')
  const policy = policyWith(suite, side === 'after' ? worsened : undefined)
  return runSuite({ suite, configuration: { name: side, model: reader.model, policy, replayed: true }, modelFor })
}

const [before, after] = [await replay('before'), await replay('after')]

describe('a description that was worsened on purpose', () => {
  it('[003-play-02] is found on recordings: the choice of components is significantly worse, and nothing else', () => {
    const comparison = compareResults(before, after)
    const verdicts = Object.fromEntries(comparison.metrics.map(({ metric, verdict }) => [metric, verdict]))
    expect(Object.keys(verdicts).filter((metric) => verdicts[metric] === 'worse')).toEqual(['total', 'choice'])
    expect(verdicts).toMatchObject({ provenance: 'same', restraint: 'too_few', figures: 'too_few' })
    expect(hasRegression(comparison)).toBe(true)
    expect(comparisonText(comparison)).toMatch(/choice .* WORSE/)
    expect(comparison.remarks).toEqual(['The registries differ: other components or other descriptions.'])
    // The fault is where it was planted: in briefs whose best component is the chart.
    const best = new Map(suite.briefs.map(({ id, expect: { components } }) => [id, components[0]?.component]))
    expect(new Set(comparison.changed.map(({ brief }) => best.get(brief)))).toEqual(new Set(['echarts']))
  })

  it('is not found where there is none, nor with a single brief', async () => {
    const same = compareResults(before, await replay('before'))
    expect(hasRegression(same)).toBe(false)
    expect(same.changed).toEqual([])
    const one = (result: typeof before) => ({ ...result, runs: result.runs.filter(({ brief }) => brief === 'sales-by-region-bars') })
    const comparison = compareResults(one(before), one(after))
    expect(comparison.metrics.map(({ verdict }) => verdict)).not.toContain('worse')
    expect(comparison.metrics[0]).toMatchObject({ metric: 'total', verdict: 'too_few' })
  })

  it('changes what the stand-in chooses, because it reads the descriptions in its prompt', async () => {
    const short = { ...suite, briefs: suite.briefs.filter(({ id }) => ['sales-by-region-bars', 'open-invoices-list', 'greeting'].includes(id)) }
    const choices = async (override: typeof worsened | undefined) => {
      const { runs } = await runSuite({ suite: short, configuration: { name: 'live', model: reader.model, policy: policyWith(suite, override) } })
      return Object.fromEntries(runs.map(({ brief, shown }) => [brief, shown.map(({ component }) => component).join()]))
    }
    const [good, bad] = [await choices(undefined), await choices(worsened)]
    expect(good).toEqual({ 'sales-by-region-bars': 'echarts', 'open-invoices-list': 'datagrid', greeting: '' })
    expect(bad).toMatchObject({ 'open-invoices-list': 'datagrid', greeting: '' })
    expect(bad['sales-by-region-bars']).not.toBe('echarts')
    for (const [result, live] of [
      [before, good],
      [after, bad],
    ] as const)
      for (const [brief, choice] of Object.entries(live))
        expect(
          result.runs
            .find((run) => run.brief === brief)
            ?.shown.map(({ component }) => component)
            .join(),
        ).toBe(choice)
  })

  it('has recordings that stay small', async () => {
    for (const side of ['before', 'after'] as const) expect((await readFile(recordingPath(side))).length).toBeLessThan(150_000)
  })
})
