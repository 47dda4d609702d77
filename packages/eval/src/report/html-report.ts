import type { Brief } from '../briefs/brief.ts'
import { type Comparison, type MetricName, summaryOf } from '../compare/compare-results.ts'
import type { EvalResult, RunRecord, ShownRecord } from '../result/eval-result.ts'
import { measureNames, scoreNames, scoreTitles } from '../result/score-names.ts'
import { mean } from '../statistics/spread.ts'
import { Html, html } from './escape-html.ts'
import { formatDifference, formatMetric, formatP, verdictTexts } from './format.ts'

/** Pictures of what was drawn, by `pictureKey`. */
export type Pictures = ReadonlyMap<string, Picture>

/** A picture of one component, a PNG file as base64 with its size in pixels, or the reason why there is none. */
export type Picture = { png: string; width: number; height: number; note?: string } | { missing: string }

/** What a report shows. */
export interface HtmlReportInput {
  results: readonly EvalResult[]
  comparisons?: readonly Comparison[]
  /** The briefs, for their questions and reasons. */
  briefs?: readonly Brief[]
  pictures?: Pictures
  /** Why there are no pictures, in a sentence. */
  withoutPictures?: string
}

/** Returns the sentence for a report without pictures. */
export const noPictures = (reason: string): string => `No pictures: ${reason} Components are shown in their text form.`

const withPictures =
  'Pictures show components as a page with the same policy draws them, in the light scheme. Nothing is loaded from other servers for them, so images, videos and embedded pages are not in them.'

/** Returns the key of the picture of a component. */
export const pictureKey = (result: number, { brief, run }: Pick<RunRecord, 'brief' | 'run'>, shown: number): string => `${result}/${brief}/${run}/${shown}`

/** Returns a report as one HTML page without scripts and without addresses that a browser would load. All texts are escaped. */
export function htmlReport(input: HtmlReportInput): string {
  const { results, comparisons = [], pictures, withoutPictures } = input
  const names = results.map(({ configuration }) => configuration.name).join(' and ')
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<title>Evaluation of ${names}</title>
<style>${new Html(style)}</style>
</head>
<body>
<h1>${results[0]?.suite.name ?? 'Evaluation'}</h1>
<p class="quiet">${results[0]?.created_at.slice(0, 10)}, ${results[0]?.suite.briefs} briefs, ${names}</p>
${withoutPictures !== undefined && html`<p>${withoutPictures}</p>`}${pictures !== undefined && html`<p class="quiet">${withPictures}</p>`}
${comparisons.map(comparisonSection)}
${results.map((result, index) => resultSection(result, index, input))}
</body>
</html>
`
  return page.text
}

const verdictClass = (verdict: string) => (verdict === 'worse' ? 'bad' : verdict === 'better' ? 'good' : 'quiet')

function comparisonSection({ before, after, briefs, metrics, changed, remarks }: Comparison): Html {
  return html`<h2>${before} against ${after}</h2>
<p class="quiet">${briefs} briefs were measured under both. Differences are tested brief by brief and corrected for several scores.</p>
<div class="frame"><table>
<tr><th></th><th class="n">before</th><th class="n">after</th><th class="n">difference</th><th class="n">95 % interval</th><th class="n">changed briefs</th><th class="n">p</th><th></th></tr>
${metrics.map(
  ({ metric, verdict, interval, ...row }) =>
    html`<tr><td>${metric}</td><td class="n">${formatMetric(metric, row.before)}</td><td class="n">${formatMetric(metric, row.after)}</td><td class="n">${formatDifference(metric, row.difference)}</td><td class="n">${interval && `${formatDifference(metric, interval[0])} to ${formatDifference(metric, interval[1])}`}</td><td class="n">${row.changed}</td><td class="n">${formatP(row.corrected_p)}</td><td class="${verdictClass(verdict)}">${verdictTexts[verdict].toLowerCase()}</td></tr>\n`,
)}</table></div>
${changed.length > 0 && html`<h3>Briefs whose total changed, the worst first</h3><div class="frame"><table><tr><th>brief</th><th class="n">before</th><th class="n">after</th><th>runs</th><th></th></tr>${changed.slice(0, 100).map((brief) => html`<tr><td>${brief.brief}</td><td class="n">${formatMetric('total', brief.before)}</td><td class="n">${formatMetric('total', brief.after)}</td><td>${brief.runs.join(' and ')}</td><td class="${verdictClass(brief.verdict)}">${brief.verdict === 'too_few' ? 'not enough runs' : verdictTexts[brief.verdict].toLowerCase()}</td></tr>\n`)}</table></div>`}
${remarks.length > 0 && html`<ul class="quiet">${remarks.map((remark) => html`<li>${remark}</li>`)}</ul>`}`
}

function resultSection(result: EvalResult, index: number, input: HtmlReportInput): Html {
  const { configuration, runs, stopped } = result
  const failed = runs.filter(({ status }) => status === 'failed')
  return html`<h2>${configuration.name}</h2>
<p class="quiet">Model ${configuration.model}${configuration.replayed && ' (recorded calls)'}, registry ${configuration.registry_version}, ${runs.length - failed.length} runs measured.</p>
${stopped && html`<p class="bad">Ended early: ${stopped === 'budget' ? 'the budget was used up' : 'it was cancelled'}.</p>`}
${failed.length > 0 && html`<p class="bad">${failed.length} runs failed outside the model and are not scored: ${[...new Set(failed.map(({ error }) => error?.code ?? 'unknown'))].join(', ')}.</p>`}
<div class="frame"><table><tr><th></th><th class="n">mean</th><th></th><th class="n">standard error</th><th class="n">between runs</th><th class="n">briefs</th><th></th></tr>
${(['total', ...scoreNames, ...measureNames] as const).map((metric) => metricRow(metric, result))}</table></div>
<h3>Briefs, the lowest totals first</h3>
${briefsOf(runs).map(({ id, records, total }) => briefSection({ id, records, total, index }, input))}`
}

function metricRow(metric: MetricName, result: EvalResult): Html {
  const spread = summaryOf(result, metric)
  if (!spread) return html``
  const format = (value: number | undefined) => value !== undefined && formatMetric(metric, value)
  const title = Object.hasOwn(scoreTitles, metric) ? scoreTitles[metric as keyof typeof scoreTitles] : undefined
  const bar = title !== undefined && html`<span class="bar"><i style="width: ${Math.round(spread.mean * 100)}%"></i></span>`
  return html`<tr><td>${metric}</td><td class="n">${format(spread.mean)}</td><td>${bar}</td><td class="n">${format(spread.standard_error)}</td><td class="n">${format(spread.between_runs)}</td><td class="n">${spread.briefs}</td><td class="wide">${title}</td></tr>\n`
}

interface BriefRuns {
  id: string
  records: readonly RunRecord[]
  total: number | undefined
}

function briefsOf(runs: readonly RunRecord[]): BriefRuns[] {
  const ids = [...new Set(runs.map(({ brief }) => brief))]
  const all = ids.map((id) => {
    const records = runs.filter(({ brief }) => brief === id)
    return { id, records, total: mean(records.flatMap(({ total }) => total ?? [])) }
  })
  return all.sort((a, b) => (a.total ?? -1) - (b.total ?? -1))
}

function briefSection({ id, records, total, index }: BriefRuns & { index: number }, input: HtmlReportInput): Html {
  const brief = input.briefs?.find((known) => known.id === id)
  const wanted = brief && [
    ...brief.expect.components.map(({ component, grade }) => `${component} (${grade})`),
    ...(brief.expect.none > 0 ? [`no component (${brief.expect.none})`] : []),
  ]
  return html`<details><summary><span class="id">${id}</span><span class="quiet">${[...new Set(records.flatMap(({ shown }) => shown.map(({ component }) => component)))].join(', ') || 'text'}</span><span class="n">${total === undefined ? 'failed' : formatMetric('total', total)}</span></summary>
${brief && html`<blockquote lang="${brief.language}">${brief.question}</blockquote><p class="quiet">Expected: ${wanted?.join(', ')}. ${brief.expect.reason}</p>`}
${records.map((record) => runSection(record, index, input))}
</details>
`
}

function runSection(record: RunRecord, index: number, { pictures }: HtmlReportInput): Html {
  const { run, status, error, scores, notes, answer, shown, finish } = record
  const parts = scoreNames.flatMap((name) => (scores[name] === undefined ? [] : [html`<span>${name} ${formatMetric(name, scores[name])}</span> `]))
  return html`<div class="run"><h3>Run ${run + 1}${finish !== 'answer' && `, ended with ${finish}`}</h3>
${error && html`<p class="bad">${error.code}: ${error.message}</p>`}
${status === 'measured' && html`<p class="scores">${parts}</p>`}
${notes.length > 0 && html`<ul>${notes.map((note) => html`<li>${note}</li>`)}</ul>`}
${answer !== '' && html`<blockquote>${answer.slice(0, 4_000)}</blockquote>`}
${shown.map((component, at) => figureOf(component, pictures?.get(pictureKey(index, record, at))))}
</div>`
}

function figureOf({ component, title, references, text, question }: ShownRecord, picture: Picture | undefined): Html {
  const caption = html`<figcaption>${component}${title !== undefined && `: ${title}`}${question && ', waits for the user'}${references.length > 0 && `, data of ${references.join(', ')}`}${picture && 'note' in picture && picture.note !== undefined && `, ${picture.note}`}</figcaption>`
  if (picture && 'png' in picture)
    return html`<figure><img src="data:image/png;base64,${picture.png}" width="${picture.width}" height="${picture.height}" alt="${text}">${caption}</figure>`
  return html`<figure><pre>${text}</pre>${caption}${picture && html`<p class="quiet">No picture: ${picture.missing}</p>`}</figure>`
}

/** The style of reports. Colours follow the scheme of the reader. */
const style = `
:root { color-scheme: light dark; --surface: light-dark(oklch(99% 0.003 95), oklch(19% 0.008 260)); --raised: light-dark(oklch(97.3% 0.004 95), oklch(22.5% 0.009 260)); --text: light-dark(oklch(24% 0.012 260), oklch(94% 0.005 95)); --quiet: light-dark(oklch(44% 0.014 260), oklch(78% 0.01 260)); --line: light-dark(oklch(89% 0.007 95), oklch(31% 0.012 260)); --accent: light-dark(oklch(50% 0.11 240), oklch(76% 0.1 238)); --good: light-dark(oklch(46% 0.1 155), oklch(76% 0.12 155)); --bad: light-dark(oklch(50% 0.16 28), oklch(74% 0.13 25)); --track: light-dark(oklch(91% 0.008 95), oklch(31% 0.013 260)); }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 24px 16px 64px; max-width: 1080px; background: var(--surface); color: var(--text); font: 15px/1.5 system-ui, sans-serif; font-variant-numeric: tabular-nums; }
h1 { font-size: 24px; line-height: 1.25; margin: 0 0 4px; } h2 { font-size: 18px; margin: 40px 0 8px; } h3 { font-size: 15px; margin: 16px 0 4px; }
p { margin: 4px 0; max-width: 720px; } .quiet { color: var(--quiet); } .bad { color: var(--bad); } .good { color: var(--good); }
.frame { overflow-x: auto; } table { border-collapse: collapse; width: 100%; font-size: 13px; }
th, td { text-align: left; padding: 6px 12px 6px 0; border-bottom: 1px solid var(--line); vertical-align: top; white-space: nowrap; }
th { font-weight: 600; color: var(--quiet); } td.n, th.n { text-align: right; } td.wide { white-space: normal; min-width: 200px; color: var(--quiet); }
.bar { display: block; width: 96px; height: 8px; margin-top: 6px; background: var(--track); border-radius: 4px; overflow: hidden; } .bar i { display: block; height: 100%; background: var(--accent); }
details { border-bottom: 1px solid var(--line); } summary { display: flex; gap: 12px; padding: 8px 0; cursor: pointer; align-items: baseline; } summary .id { flex: 1; overflow-wrap: anywhere; } summary .n { min-width: 64px; text-align: right; }
summary:focus-visible, a:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.run { padding: 0 0 16px; } .run + .run { border-top: 1px solid var(--line); } blockquote { margin: 4px 0; padding: 0 0 0 12px; border-left: 2px solid var(--line); max-width: 720px; overflow-wrap: anywhere; white-space: pre-wrap; }
ul { margin: 4px 0; padding-left: 20px; } li { overflow-wrap: anywhere; } .scores { display: flex; flex-wrap: wrap; gap: 4px 16px; font-size: 13px; }
figure { margin: 12px 0; } figcaption { font-size: 13px; color: var(--quiet); overflow-wrap: anywhere; } figure img { display: block; max-width: 100%; height: auto; border: 1px solid var(--line); border-radius: 8px; }
pre { margin: 0; padding: 12px; background: var(--raised); border-radius: 8px; overflow-x: auto; font: 13px/1.5 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere; max-height: 320px; }
@media print { :root { color-scheme: light; } details > * { display: block; } }
`
