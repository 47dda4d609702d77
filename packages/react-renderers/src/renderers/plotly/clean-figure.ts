import { isRecord } from '@pf/core/internal'
import { labelLink } from '../../text/link-label.ts'
import { safeUrl } from '../../text/safe-url.ts'
import type { LimitExceeded } from '../chart/limit-exceeded.ts'
import { warnAboutOption } from '../chart/warn-about-option.ts'
import { downsample } from './figure-limits.ts'
import { limitTicks } from './limit-ticks.ts'
import { findRange, OTHER_RANGE } from './option-table.ts'
import { cartesianTypes, droppedKeys, droppedLayoutKeys, optionalTypes } from './trace-rules.ts'

type Fields = Record<string, unknown>

/** A sanitized figure. */
export interface CleanFigure {
  /** The traces; each has an explicit type. */
  traces: readonly Fields[]
  layout: Fields
  /** Every nth point of the largest trace is drawn; 1 means all points. */
  every: number
}

const MAX_TRACES = 100
const MAX_DEPTH = 16
const MAX_PARTS = 100
const MAX_AXES = 24
const AXIS = /^[xy]axis\d*$|^scene\d*$|^polar\d*$|^ternary\d*$|^smith\d*$|^coloraxis\d*$/
const MAX_STEPS = 400
/** Records whose `size` is a distance between values. */
const BINS = /^(?:[xyz]bins|contours|[xyz])$/
const DASH = /^(?:solid|dot|dash|longdash|dashdot|longdashdot)$/

/** Copies a figure without anything that could load resources, create links, or cause endless loops. Returns undefined if nothing can be drawn. */
export function cleanFigure(data: unknown, layout: unknown): CleanFigure | undefined {
  const foreign = (Array.isArray(data) ? data : []).slice(0, MAX_TRACES).filter(isRecord).filter(isDrawable)
  if (foreign.length === 0) return undefined
  const downsampled = foreign.map((trace) => downsample(withType(clean(trace, '', 0) as Fields), foreign.length))
  const figure = { traces: downsampled.map(({ trace }) => trace), layout: cleanLayout(layout) }
  return { ...limitTicks(figure), every: Math.max(...downsampled.map(({ every }) => every)) }
}

/** Returns the number of traces in the data and the number that `cleanFigure` keeps, if it removes some of them; otherwise undefined. */
export const findOmittedTraces = (data: unknown): LimitExceeded | undefined =>
  Array.isArray(data) && data.length > MAX_TRACES ? { count: data.length, max: MAX_TRACES } : undefined

/** Returns the number of shapes, annotations, images and axes that `cleanFigure` removes because of a limit. */
export function countOmittedElements(layout: unknown): number {
  if (!isRecord(layout)) return 0
  const entries = Object.entries(layout).filter(([key]) => !droppedLayoutKeys.test(key))
  const lists = entries.map(([, value]) => (Array.isArray(value) && value.some(isRecord) ? value.length : 0))
  return lists.reduce((sum, length) => sum + Math.max(0, length - MAX_PARTS), Math.max(0, entries.filter(([key]) => AXIS.test(key)).length - MAX_AXES))
}

/** Returns the types of these traces that a bundle does not support. */
export const missingTypes = (traces: readonly Fields[], available: ReadonlySet<string>): string[] => [
  ...new Set(traces.map((trace) => String(trace.type)).filter((type) => !available.has(type))),
]

const typeOf = (trace: Fields) => (trace.type === undefined ? 'scatter' : trace.type)
const isDrawable = (trace: Fields) => {
  const type = typeOf(trace)
  return typeof type === 'string' && (cartesianTypes.has(type) || optionalTypes.has(type))
}
const withType = (trace: Fields): Fields => ({ ...trace, type: typeOf(trace) })

function cleanLayout(layout: unknown): Fields {
  if (!isRecord(layout)) return {}
  const cleaned = Object.entries(layout).filter(([key]) => !droppedLayoutKeys.test(key))
  let axes = 0
  const shortened = cleaned.filter(([key]) => !AXIS.test(key) || ++axes <= MAX_AXES)
  return clean(Object.fromEntries(shortened), '', 0) as Fields
}

/** The location of a value in a record with arbitrary keys. */
const FREE = '*'
/** Records whose keys are arbitrary names. */
const RECORD_WITH_OWN_KEYS = /^(?:customdata|labelalias)$/

function clean(value: unknown, key: string, depth: number): unknown {
  if (typeof value === 'string') return cleanString(value, key)
  if (typeof value === 'number') return cleanNumber(value, key)
  if (typeof value === 'boolean' || value === null) return value
  if (depth > MAX_DEPTH) return undefined
  if (Array.isArray(value)) return cleanList(value, key, depth)
  return isRecord(value) ? cleanRecord(value, key, depth) : undefined
}

/** Shortens lists of objects; items of data lists are kept in their positions. */
function cleanList(items: readonly unknown[], key: string, depth: number): unknown[] {
  const shortened = items.some(isRecord) || key === 'tickvals' || key === 'ticktext' ? items.slice(0, MAX_PARTS) : items
  return shortened.map((item) => clean(item, key, depth + 1) ?? null)
}

function cleanRecord(record: Fields, own: string, depth: number): Fields | undefined {
  // Bins without bounds on both sides could be millions.
  if (/^[xyz]bins$/.test(own) && !boundedBins(record)) return undefined
  // The same applies to contour lines.
  const endless = ['start', 'end', 'size'].filter((key) => Object.hasOwn(record, key)).length > 1 && !boundedBins(record)
  const free = RECORD_WITH_OWN_KEYS.test(own)
  const bins = BINS.test(own)
  const entries = Object.entries(record).flatMap(([key, value]) => {
    if ((endless && /^(?:start|end|size)$/.test(key)) || droppedKeys.test(key) || (/font$/i.test(own) && key === 'color')) return []
    if (!free && !findRange(key)) return warnAboutOption('Plotly', key) || []
    const cleaned = clean(value, free || (bins && key === 'size') ? FREE : key, depth + 1)
    return cleaned === undefined ? [] : [[key, cleaned] as const]
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
  const [min, max] = key === FREE ? [value, value] : (findRange(key) ?? OTHER_RANGE)
  return Math.min(max, Math.max(min, value))
}

function boundedBins({ start, end, size }: Fields): boolean {
  if (typeof start !== 'number' || typeof end !== 'number' || typeof size !== 'number') return false
  return size > 0 && end > start && (end - start) / size <= MAX_STEPS
}

const KEPT = /^<\/?(?:b|i|em|strong|sub|sup|s|u|br|extra)\s*\/?>$/i
const LINK = /<a\b[^<>]*?\bhref\s*=\s*(?:"([^"<>]*)"|'([^'<>]*)')[^<>]*>([^<>]*)<\/a\s*>/gi
const TAG = /^<\/?[a-z]/i
const MAX_TEXT = 2_000

/**
 * Removes the tags that Plotly would convert to links and styles. A link becomes its text and its host. Other angle brackets become
 * entities, because Plotly joins texts, such as a prefix, a value and a suffix, and would recognize a tag that is split between them.
 */
export function cleanText(text: string): string {
  const short = text.length > MAX_TEXT ? text.slice(0, MAX_TEXT).toWellFormed() : text
  if (!/[<>]/.test(short)) return short
  return short.replace(LINK, nameHost).replace(/<[^<>]*>|[<>]/g, (part) => (KEPT.test(part) ? part : TAG.test(part) ? '' : escapeBrackets(part)))
}

const escapeBrackets = (text: string) => text.replaceAll('<', '&lt;').replaceAll('>', '&gt;')

function nameHost(_: string, double: string | undefined, single: string | undefined, text: string): string {
  const url = safeUrl(double ?? single)
  if (!url) return text
  const label = labelLink(text, url)
  return label.host === undefined ? label.text : `${label.text} (${label.host})`
}

/** Returns a number format; undefined if it requests hundreds of digits. */
export const cleanFormat = (format: string): string | undefined => (format.length > 60 || /\d{3}/.test(format) ? undefined : cleanText(format))

/** Returns a text template; undefined if one of its number formats is not allowed. */
export function cleanTemplate(template: string): string | undefined {
  const formats = template.match(/%\{[^}]*\}/g) ?? []
  return formats.some((format) => /[:|].*\d{3}/.test(format)) ? undefined : cleanText(template)
}
