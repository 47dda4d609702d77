import { isRecord } from '@pf/core/internal'
import { cleanFormat, cleanTemplate, cleanText } from './clean-text.ts'
import { thin } from './thin.ts'
import { cartesian, droppedAnywhere, droppedFromLayout, larger, largest } from './trace-rules.ts'

type Fields = Record<string, unknown>

/** A figure of which every part has been looked at. */
export interface CleanFigure {
  /** Each has its type. */
  traces: readonly Fields[]
  layout: Fields
  /** Every nth point of the largest trace is drawn; 1 is all. */
  every: number
}

const MAX_TRACES = 100
const MAX_DEPTH = 16
const MAX_PARTS = 100
const MAX_AXES = 24
const MAX_STEPS = 400
const DASH = /^(?:solid|dot|dash|longdash|dashdot|longdashdot)$/

/** Copies what a chart is made of without anything that could load, link, or never end. Undefined where nothing can be drawn. */
export function cleanFigure(data: unknown, layout: unknown): CleanFigure | undefined {
  const foreign = (Array.isArray(data) ? data : []).slice(0, MAX_TRACES).filter(isRecord).filter(known)
  if (foreign.length === 0) return undefined
  const thinned = foreign.map((trace) => thin(withType(clean(trace, '', 0) as Fields), foreign.length))
  return { traces: thinned.map(({ trace }) => trace), layout: cleanLayout(layout), every: Math.max(...thinned.map(({ every }) => every)) }
}

/** The types of these traces that a bundle does not have. */
export const missingTypes = (traces: readonly Fields[], available: ReadonlySet<string>): string[] => [
  ...new Set(traces.map((trace) => String(trace.type)).filter((type) => !available.has(type))),
]

const typeOf = (trace: Fields) => (trace.type === undefined ? 'scatter' : trace.type)
const known = (trace: Fields) => {
  const type = typeOf(trace)
  return typeof type === 'string' && (cartesian.has(type) || larger.has(type))
}
const withType = (trace: Fields): Fields => ({ ...trace, type: typeOf(trace) })

function cleanLayout(layout: unknown): Fields {
  if (!isRecord(layout)) return {}
  const kept = Object.entries(layout).filter(([key]) => !droppedFromLayout.test(key))
  let axes = 0
  const few = kept.filter(([key]) => !/^[xy]axis\d*$|^scene\d*$|^polar\d*$|^ternary\d*$|^smith\d*$|^coloraxis\d*$/.test(key) || ++axes <= MAX_AXES)
  return clean(Object.fromEntries(few), '', 0) as Fields
}

function clean(value: unknown, key: string, depth: number): unknown {
  if (typeof value === 'string') return cleanString(value, key)
  if (typeof value === 'number') return cleanNumber(value, key)
  if (typeof value === 'boolean' || value === null) return value
  if (depth > MAX_DEPTH) return undefined
  if (Array.isArray(value)) return cleanList(value, key, depth)
  return isRecord(value) ? cleanRecord(value, key, depth) : undefined
}

/** A list of parts is short; a list of data keeps its places. */
function cleanList(items: readonly unknown[], key: string, depth: number): unknown[] {
  const few = items.some(isRecord) || key === 'tickvals' || key === 'ticktext' ? items.slice(0, MAX_PARTS) : items
  return few.map((item) => clean(item, key, depth + 1) ?? null)
}

function cleanRecord(record: Fields, own: string, depth: number): Fields | undefined {
  // Bins that are not bounded on both sides could be millions.
  if (/^[xyz]bins$/.test(own) && !boundedBins(record)) return undefined
  // So could lines of one height.
  const endless = ['start', 'end', 'size'].filter((key) => Object.hasOwn(record, key)).length > 1 && !boundedBins(record)
  const entries = Object.entries(record).flatMap(([key, value]) => {
    if ((endless && /^(?:start|end|size)$/.test(key)) || droppedAnywhere.test(key) || (/font$/i.test(own) && key === 'color')) return []
    const kept = clean(value, key, depth + 1)
    return kept === undefined ? [] : [[key, kept] as const]
  })
  return Object.fromEntries(entries)
}

function cleanString(text: string, key: string): string | undefined {
  if (/format$/i.test(key)) return cleanFormat(text)
  if (/template$/i.test(key)) return cleanTemplate(text)
  if (/color$/i.test(key) && /url\(|[;{}]/i.test(text)) return undefined
  if (key === 'dash') return DASH.test(text) ? text : undefined
  return cleanText(text)
}

function cleanNumber(value: number, key: string): number | undefined {
  if (!Number.isFinite(value) || (key === 'sizeref' && value < 1e-3)) return undefined
  const most = key === 'width' || key === 'size' ? 1_000 : largest.get(key)
  return most === undefined ? value : Math.min(most, Math.max(-most, value))
}

function boundedBins({ start, end, size }: Fields): boolean {
  if (typeof start !== 'number' || typeof end !== 'number' || typeof size !== 'number') return false
  return size > 0 && end > start && (end - start) / size <= MAX_STEPS
}
