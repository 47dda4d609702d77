import type { JsonObject } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import { plotlyMessages } from '../../messages/plotly.ts'
import { plainText } from '../../text/plain-text.ts'
import { titleText } from './plot-rows.ts'

/** The title, description and accessible label of a chart. */
export interface PlotLabels {
  title: string | undefined
  /** Accessible label of the chart. */
  label: string
}

/** Reads the title of a layout and describes the traces briefly. */
export function plotLabels(props: JsonObject, given: string | undefined, fixed = plotlyMessages): PlotLabels {
  const own = titleText(isRecord(props.layout) ? props.layout.title : undefined)
  const title = plainText(given ?? own ?? '', 300) || undefined
  const data: readonly unknown[] = Array.isArray(props.data) ? props.data : []
  const traces = data.filter(isRecord)
  const described = traces.slice(0, MAX_DESCRIBED).map((trace) => describeTrace(trace, fixed))
  if (traces.length > MAX_DESCRIBED) described.push(fixed.moreTraces(traces.length - MAX_DESCRIBED))
  return { title, label: [title ?? fixed.chart, described.join(', ')].filter((part) => part !== '').join(': ') }
}

/** Number of traces that the accessible label describes. */
const MAX_DESCRIBED = 12

function describeTrace(trace: Readonly<Record<string, unknown>>, fixed: typeof plotlyMessages): string {
  const type = typeof trace.type === 'string' ? plainText(trace.type, 40) : 'scatter'
  const name = typeof trace.name === 'string' ? ` ${plainText(trace.name, 80)}` : ''
  const values = [trace.y, trace.values, trace.x, trace.z].find((list) => Array.isArray(list))
  const figures = (Array.isArray(values) ? values : []).slice(0, 50_000).filter((value) => typeof value === 'number' && Number.isFinite(value))
  if (figures.length === 0) return `${type}${name}`
  const [min, max] = figures.reduce<[number, number]>(([low, high], value) => [Math.min(low, value), Math.max(high, value)], [figures[0] ?? 0, figures[0] ?? 0])
  return `${type}${name} (${fixed.traceStatistics({ count: figures.length, min, max })})`
}
