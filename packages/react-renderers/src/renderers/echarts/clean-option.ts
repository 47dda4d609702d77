import { isRecord } from '@pf/core/internal'
import type { LimitExceeded } from '../chart/limit-exceeded.ts'
import { escapeObjectKeys, escapeTemplate } from './clean-text.ts'
import { baseSeries, droppedKeys, lazySeries, markContainers, maxNumbers, shortLists, themedParents } from './option-rules.ts'
import { listOf } from './option-values.ts'
import { countDatasetRows, limitSeries } from './series-limits.ts'

/** An option of which every part has been looked at. */
export type CleanOption = Record<string, unknown>

const MAX_DEPTH = 32
const MAX_SERIES = 200
/** Axes, grids, legends … of one chart. */
const MAX_PARTS = 24
/** What stands around or over the data: each of it is an element with its own label. */
const MAX_MARKS = 200
const MAX_TEXT = 20_000
const IMAGE = /^\s*image:\/\//i
const RASTER = /^(?:image:\/\/)?data:image\/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/]+=*$/
const MAX_RASTER = 200_000

/**
 * Copies an option without anything that could load, run, navigate, or be put into the page as HTML: ECharts leaves that to its caller.
 * Functions do not survive, tooltips draw themselves as canvas text, images are raster data or none. Undefined where nothing can be drawn.
 */
export function cleanOption(option: unknown): CleanOption | undefined {
  if (!isRecord(option)) return undefined
  const cleaned = clean(firstFrame(option), { key: '', parent: '', depth: 0 })
  if (!isRecord(cleaned)) return undefined
  const series = listOf(cleaned.series).filter(isRecord).filter(drawable).slice(0, MAX_SERIES)
  if (series.length === 0) return undefined
  const tooltip = isRecord(cleaned.tooltip) ? cleaned.tooltip : listOf(cleaned.tooltip).find(isRecord)
  const shortened = Object.fromEntries(
    Object.entries(cleaned).map(([key, value]) => [key, Array.isArray(value) && key !== 'dataset' ? value.slice(0, MAX_PARTS) : value]),
  )
  const dataset = listOf(cleaned.dataset).filter(isRecord).map(withSource)
  const rows = countDatasetRows(dataset)
  const limited = series.map((one) => limitSeries(one, rows))
  return { ...shortened, ...(dataset.length > 0 && { dataset }), series: limited, tooltip: tooltip ?? safeTooltip({}) }
}

/** A dataset whose rows have not come yet: ECharts throws at one that has neither rows nor a way to make them. */
const withSource = (dataset: Record<string, unknown>) =>
  ['source', 'transform', 'fromDatasetIndex', 'fromDatasetId'].some((key) => dataset[key] !== undefined) ? dataset : { ...dataset, source: [] }

/** An option with several frames shows its first; a wrapped base option is unwrapped. */
function firstFrame(option: Record<string, unknown>): Record<string, unknown> {
  const base = isRecord(option.baseOption) ? option.baseOption : option
  const { baseOption: _, options, media: __, timeline: ___, ...rest } = base === option ? option : { ...base, options: option.options ?? base.options }
  const frame = listOf(options).find(isRecord)
  return frame ? overlay(rest, frame, 0) : rest
}

function overlay(base: Record<string, unknown>, over: Record<string, unknown>, depth: number): Record<string, unknown> {
  const merged = new Map(Object.entries(base))
  for (const [key, value] of Object.entries(over)) {
    const known = merged.get(key)
    if (depth > 8) merged.set(key, value)
    else if (isRecord(known) && isRecord(value)) merged.set(key, overlay(known, value, depth + 1))
    else if (key === 'series' && Array.isArray(known) && Array.isArray(value)) merged.set(key, overlayList(known, value, depth))
    else merged.set(key, value)
  }
  return Object.fromEntries(merged)
}

function overlayList(known: readonly unknown[], over: readonly unknown[], depth: number): unknown[] {
  const length = Math.max(known.length, over.length)
  return Array.from({ length }, (_, index) => {
    const below = known[index]
    const above = over[index]
    return isRecord(below) && isRecord(above) ? overlay(below, above, depth + 1) : (above ?? below)
  })
}

interface ValueLocation {
  key: string
  /** Key of the object the value stands in. */
  parent: string
  depth: number
}

function clean(value: unknown, location: ValueLocation): unknown {
  if (typeof value === 'string') return cleanText(value, location.key)
  if (typeof value === 'number') return cleanNumber(value, location.key)
  if (typeof value === 'boolean' || value === null) return value
  if (location.depth > MAX_DEPTH) return undefined
  if (location.key === 'source' && location.parent === 'dataset') return cleanSource(value)
  if (Array.isArray(value)) return cleanList(value, location)
  return isRecord(value) ? cleanRecord(value, location) : undefined
}

/** An item that may not stay leaves a hole, so that the others keep their place. */
function cleanList(items: readonly unknown[], location: ValueLocation): unknown[] {
  const shortened = shortLists.has(location.key) || (location.key === 'data' && markContainers.has(location.parent)) ? items.slice(0, MAX_MARKS) : items
  return shortened.map((item) => clean(item, { ...location, depth: location.depth + 1 }) ?? null)
}

function cleanRecord(record: Record<string, unknown>, { key: own, parent, depth }: ValueLocation): unknown {
  const flat = solidColor(record)
  if (flat !== undefined) return flat
  const entries = Object.entries(record).flatMap(([key, value]) => {
    if (!isAllowed(key, value, { own, parent })) return []
    const cleaned = clean(value, { key, parent: own, depth: depth + 1 })
    return cleaned === undefined ? [] : [[escapeObjectKeys(key), cleaned] as const]
  })
  const copy = Object.fromEntries(entries)
  return own === 'tooltip' ? safeTooltip(copy) : copy
}

function isAllowed(key: string, value: unknown, { own, parent }: { own: string; parent: string }): boolean {
  if (droppedKeys.has(key) || key.startsWith('animation') || key.startsWith('progressive')) return false
  // Dashes given as numbers may be so short that drawing a line never ends.
  if (key === 'type' || key === 'borderType') return typeof value === 'string'
  if (key === 'logBase') return typeof value === 'number' && value >= 2
  // A filter transform compiles `reg` to a regular expression of the model's own.
  if (key === 'transform') return !holdsKey(value, 'reg', 0)
  if (key === 'color')
    return !themedParents.has(own) && !(own === 'lineStyle' && themedParents.has(parent)) && !isAxisLine(own, parent) && !(own === '' && Array.isArray(value))
  if (key === 'image') return typeof value === 'string' && value.length <= MAX_RASTER && RASTER.test(value)
  return true
}

const isAxisLine = (own: string, parent: string) => own === 'lineStyle' && parent === 'axisLine'

/** A gradient becomes its first colour, a pattern without a picture becomes nothing. */
function solidColor(record: Record<string, unknown>): string | undefined {
  if (!Array.isArray(record.colorStops)) return undefined
  const first: unknown = record.colorStops[0]
  return isRecord(first) && typeof first.color === 'string' ? first.color.slice(0, 60) : undefined
}

function cleanText(text: string, key: string): string | undefined {
  if (IMAGE.test(text)) return text.length <= MAX_RASTER && RASTER.test(text.trim()) ? text.trim() : undefined
  if (/formatter$/i.test(key)) return escapeTemplate(withoutTags(text))
  return escapeObjectKeys(text.length > MAX_TEXT ? text.slice(0, MAX_TEXT).toWellFormed() : text)
}

/** Templates were often written for HTML tooltips: line breaks stay, tags go. */
const withoutTags = (text: string) =>
  text
    .slice(0, 2_000)
    .replace(/<br\s*\/?>/gi, '\n')
    .replace(/<[^<>]*>?/g, '')

function cleanNumber(value: number, key: string): number | undefined {
  if (!Number.isFinite(value)) return undefined
  const max = maxNumbers.get(key)
  return max === undefined ? value : Math.min(max, Math.max(-max, value))
}

const UNSAFE = new Set(['__proto__', 'constructor', 'prototype'])
const isScalar = (value: unknown) =>
  value === null || typeof value === 'string' || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))

/** Rows of a dataset are data: their keys are columns, not settings. */
function cleanSource(source: unknown): unknown {
  const scalar = (value: unknown) => (typeof value === 'string' ? escapeObjectKeys(value) : isScalar(value) ? value : null)
  const row = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(scalar)
    if (!isRecord(value)) return scalar(value)
    return Object.fromEntries(
      Object.entries(value)
        .filter(([key, item]) => !UNSAFE.has(key) && (isScalar(item) || Array.isArray(item)))
        .map(([key, item]) => [escapeObjectKeys(key), Array.isArray(item) ? row(item) : scalar(item)]),
    )
  }
  return Array.isArray(source) ? source.map(row) : columnsOf(row(source))
}

/** A source that is an object holds columns; anything else, such as a reference that is not read yet, has none, and ECharts throws at it. */
function columnsOf(source: unknown): unknown {
  if (!isRecord(source)) return []
  const columns = Object.entries(source).filter(([, column]) => Array.isArray(column))
  return columns.length === 0 ? [] : Object.fromEntries(columns)
}

const safeTooltip = (tooltip: Record<string, unknown>) => ({ ...tooltip, renderMode: 'richText', confine: true })

function holdsKey(value: unknown, key: string, depth: number): boolean {
  if (depth > MAX_DEPTH) return true
  if (Array.isArray(value)) return value.some((item) => holdsKey(item, key, depth + 1))
  return isRecord(value) && (Object.hasOwn(value, key) || Object.values(value).some((inner) => holdsKey(inner, key, depth + 1)))
}

const drawable = (series: Record<string, unknown>) => typeof series.type === 'string' && (baseSeries.has(series.type) || lazySeries.has(series.type))

/** How many series an option has when `cleanOption` drops some of them, and how many it keeps; undefined when it keeps all. */
export function findOmittedSeries(option: unknown): LimitExceeded | undefined {
  const count = isRecord(option) ? listOf(firstFrame(option).series).filter(isRecord).filter(drawable).length : 0
  return count > MAX_SERIES ? { count, max: MAX_SERIES } : undefined
}

/** True when a chart needs the series that are loaded only on demand. */
export const needsLazySeries = (option: CleanOption): boolean =>
  listOf(option.series).some((series) => isRecord(series) && typeof series.type === 'string' && lazySeries.has(series.type))
