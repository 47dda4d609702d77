import { type Comparison, summaryOf } from '../compare/compare-results.ts'
import type { EvalResult, RunRecord } from '../result/eval-result.ts'
import { measureNames, scoreNames } from '../result/score-names.ts'
import { formatDifference, formatMetric, formatP, verdictTexts } from './format.ts'

const worstBriefs = 10
const maxChanged = 15

/** Returns the report of a result as text for a terminal. */
export function resultText(result: EvalResult): string {
  const { configuration, suite, runs } = result
  const measured = runs.filter(({ status }) => status === 'measured')
  const metrics = (['total', ...scoreNames, ...measureNames] as const).flatMap((metric) => {
    const spread = summaryOf(result, metric)
    if (!spread) return []
    const format = (value: number | undefined) => (value === undefined ? '' : formatMetric(metric, value))
    return [[metric, format(spread.mean), format(spread.standard_error), format(spread.between_runs), String(spread.briefs)]]
  })
  return [
    `${safe(configuration.name)}: ${safe(configuration.model)}${configuration.replayed ? ' (recorded calls)' : ''}, registry ${safe(configuration.registry_version)}`,
    `${safe(suite.name)}: ${suite.briefs} briefs, ${measured.length} runs measured${countText(runs)}`,
    ...(result.stopped ? [stoppedText(result)] : []),
    '',
    ...textTable(['', 'mean', 'standard error', 'between runs', 'briefs'], metrics),
    '',
    ...worst(measured),
  ].join('\n')
}

/** Returns the report of a comparison as text for a terminal. */
export function comparisonText(comparison: Comparison): string {
  const { before, after, suite, briefs, metrics, changed, remarks } = comparison
  const rows = metrics.map(({ metric, before, after, difference, interval, changed, corrected_p, verdict }) => [
    metric,
    formatMetric(metric, before),
    formatMetric(metric, after),
    formatDifference(metric, difference),
    interval ? `${formatDifference(metric, interval[0])} to ${formatDifference(metric, interval[1])}` : '',
    String(changed),
    formatP(corrected_p),
    verdictTexts[verdict],
  ])
  const briefRows = changed
    .slice(0, maxChanged)
    .map(({ brief, before, after, runs, verdict }) => [
      safe(brief),
      formatMetric('total', before),
      formatMetric('total', after),
      runs.join(' and '),
      verdict === 'too_few' ? 'not enough runs' : verdictTexts[verdict],
    ])
  return [
    `${safe(suite)}: ${safe(before)} against ${safe(after)}, ${briefs} briefs under both`,
    '',
    ...textTable(['', 'before', 'after', 'difference', '95 % interval', 'changed', 'p', ''], rows),
    ...(briefRows.length > 0
      ? ['', `Briefs whose total changed (${changed.length}), the worst first:`, ...textTable(['', 'before', 'after', 'runs', ''], briefRows)]
      : []),
    ...(remarks.length > 0 ? ['', ...remarks.map(safe)] : []),
  ].join('\n')
}

function countText(runs: readonly RunRecord[]): string {
  const failed = runs.filter(({ status }) => status === 'failed')
  if (failed.length === 0) return ''
  const codes = [...new Set(failed.map(({ error }) => error?.code ?? 'unknown'))]
  return `, ${failed.length} failed outside the model (${safe(codes.join(', '))}: ${safe(failed[0]?.error?.message.slice(0, 160) ?? '')})`
}

const stoppedText = ({ stopped, suite, runs, runs_per_brief }: EvalResult) =>
  `Ended early after ${runs.length} of ${suite.briefs * runs_per_brief} runs: ${stopped === 'budget' ? 'the budget is used up' : 'cancelled'}.`

function worst(runs: readonly RunRecord[]): string[] {
  const low = runs.filter(({ total }) => total !== undefined && total < 0.999).sort((a, b) => (a.total ?? 0) - (b.total ?? 0))
  if (low.length === 0) return runs.some(({ total }) => total !== undefined) ? ['No points were lost.'] : ['Nothing was measured.']
  const rows = low.slice(0, worstBriefs).map(({ brief, total, notes }) => [safe(brief), formatMetric('total', total ?? 0), safe(notes[0] ?? '')])
  return [`Runs with the lowest totals (${low.length} lost points):`, ...textTable(['', 'total', 'first reason'], rows)]
}

/** Text of models and files must not control the terminal. */
const safe = (text: string) => text.replace(/[\p{Cc}\p{Cf}]/gu, ' ').slice(0, 160)

const wide = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/gu
/** The number of columns of a text in a terminal, in which East Asian characters take two. */
const widthOf = (text: string) => [...text].length + (text.match(wide)?.length ?? 0)

/** Returns the lines of a table with aligned columns. Cells that look like numbers are aligned to the right. */
function textTable(header: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const widths = header.map((title, index) => Math.max(widthOf(title), ...rows.map((row) => widthOf(row[index] ?? ''))))
  const isNumeric = header.map((_, index) => rows.length > 0 && rows.every((row) => /^(?:[+−±<]? ?[\d,.]+ ?[%s]?)?$/.test(row[index] ?? '')))
  const line = (cells: readonly string[]) =>
    widths
      .map((width, index) => {
        const cell = cells[index] ?? ''
        const space = ' '.repeat(width - widthOf(cell))
        return isNumeric[index] ? space + cell : cell + space
      })
      .join('  ')
      .trimEnd()
  return [`  ${line(header)}`, ...rows.map((row) => `  ${line(row)}`)]
}
