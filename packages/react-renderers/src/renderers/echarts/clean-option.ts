import { isRecord } from '@pf/core/internal'
import type { LimitExceeded } from '../chart/limit-exceeded.ts'
import { warnAboutOption } from '../chart/warn-about-option.ts'
import { escapeObjectKeys, escapeTemplate, isFunctionText, limitParts } from './clean-text.ts'
import { countDatasetRows } from './count-elements.ts'
import { withDayColumns, withDays } from './day-values.ts'
import { limitCategories } from './limit-categories.ts'
import { limitTicks } from './limit-ticks.ts'
import { baseSeries, droppedKeys, lazySeries, longLists, markContainers, themedParents } from './option-rules.ts'
import { findRange, findShape, hasDataRange, OTHER_RANGE, recordsWithOwnKeys, symbols } from './option-table.ts'
import { listOf } from './option-values.ts'
import { withAxisTypes, withoutCrowdedTooltip } from './point-positions.ts'
import { isSmallRaster } from './raster-size.ts'
import { limitSeries } from './series-limits.ts'
import { groupedFigure, withFigures } from './text-figures.ts'

/** A sanitized option. */
export type CleanOption = Record<string, unknown>

const MAX_DEPTH = 32
const MAX_SERIES = 200
/** Maximum number of axes, grids, legends and other components of a chart. */
const MAX_PARTS = 24
/** Maximum number of datasets, each of which can transform the rows of another one. */
const MAX_DATASETS = 100
/** Maximum length of a list of settings, and of the marks over a chart, which are drawn as separate elements with labels. */
const MAX_LIST = 200
const MAX_TEXT = 2_000
/** Maximum length of the path of a symbol, which is drawn for each point. */
const MAX_PATH = 1_000
/** Maximum number of keys in a record with arbitrary keys. */
const MAX_OWN_KEYS = 200
const IMAGE = /^\s*image:\/\//i
/** Keys whose values are texts of the data. Under any other key, the source of a function as text is removed. */
const textKeys: ReadonlySet<string> = new Set(['data', 'name', 'text', 'subtext', 'value', 'id', 'source', 'description'])
/** A day that a database stores as a time. On an axis in the reader's time zone, it could be shown as the previous day. */
const MIDNIGHT = /^\d{4}-\d{2}-\d{2}[T ]00:00(?::00(?:\.0+)?)?(?:Z|\s?(?:UTC|GMT)|\+00(?::?00)?)$/
const RASTER = /^(?:image:\/\/)?data:image\/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/]+=*$/
const MAX_RASTER = 200_000

/**
 * Copies an option without anything that could load resources, run code, navigate, or insert HTML. ECharts does not check these. Functions
 * are removed, tooltips are drawn as canvas text, and images must be raster data. Returns undefined if nothing can be drawn.
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
  const dataset = listOf(cleaned.dataset)
    .slice(0, MAX_DATASETS)
    .filter(isRecord)
    .map(withSource)
    .map((one) => withDayColumns(one, cleaned))
  const rows = countDatasetRows(dataset)
  const limited = series.map((one) => limitSeries(withDays(withFigures(one), cleaned), rows))
  const typed = withAxisTypes({ ...shortened, ...(dataset.length > 0 && { dataset }), series: limited, tooltip: tooltip ?? safeTooltip({}) })
  return limitCategories(limitTicks(withoutCrowdedTooltip(typed)))
}

/** Adds an empty source to a dataset without one, for which ECharts would throw an error. */
const withSource = (dataset: Record<string, unknown>) =>
  ['source', 'transform', 'fromDatasetIndex', 'fromDatasetId'].some((key) => dataset[key] !== undefined) ? dataset : { ...dataset, source: [] }

/** Resolves `baseOption` and the first frame of `options`. */
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
  /** Key of the parent object. */
  parent: string
  depth: number
}

function clean(value: unknown, location: ValueLocation): unknown {
  if (typeof value === 'string') return cleanText(colorKeys.has(location.key) ? cleanColor(value, location.parent) : value, location.key)
  if (typeof value === 'number') return cleanNumber(value, location.key)
  if (typeof value === 'boolean' || value === null) return value
  if (location.depth > MAX_DEPTH) return undefined
  if (location.key === 'source' && location.parent === 'dataset') return cleanSource(value)
  if (Array.isArray(value)) return cleanList(value, location)
  return isRecord(value) ? cleanRecord(value, location) : undefined
}

/** Replaces removed items with null, so that the others keep their positions. */
function cleanList(items: readonly unknown[], location: ValueLocation): unknown[] {
  const isLong = longLists.has(location.key) && !(location.key === 'data' && markContainers.has(location.parent))
  const shortened = isLong ? items : items.slice(0, location.key === 'dataset' ? MAX_DATASETS : MAX_LIST)
  const inner = { ...location, depth: location.depth + 1 }
  // Data can have hundreds of thousands of numbers.
  const isData = hasDataRange(location.key)
  return shortened.map((item) => (isData && typeof item === 'number' && Number.isFinite(item) ? item : (clean(item, inner) ?? null)))
}

function cleanRecord(record: Record<string, unknown>, { key: own, parent, depth }: ValueLocation): unknown {
  const flat = solidColor(record)
  if (flat !== undefined) return flat
  const free = recordsWithOwnKeys.has(own)
  const entries = (free ? Object.entries(record).slice(0, MAX_OWN_KEYS) : Object.entries(record)).flatMap(([key, value]) => {
    if (!isAllowed(key, value, { own, parent })) return []
    const unknown = free && (!findRange(key) || recordsWithOwnKeys.has(key))
    const cleaned = clean(value, { key: unknown ? FREE : key, parent: own, depth: depth + 1 })
    return cleaned === undefined ? [] : [[escapeObjectKeys(key), cleaned] as const]
  })
  const copy = Object.fromEntries(entries)
  return own === 'tooltip' ? safeTooltip(copy) : copy
}

/** The location of a value in a record with arbitrary keys. */
const FREE = '*'

function isAllowed(key: string, value: unknown, { own, parent }: { own: string; parent: string }): boolean {
  if (droppedKeys.has(key) || key.startsWith('animation') || key.startsWith('progressive')) return false
  if (!recordsWithOwnKeys.has(own) && !findRange(key)) return warnAboutOption('ECharts', key)
  if (!hasKnownShape(key, value, own)) return false
  // Numeric dash lengths can be so short that drawing a line does not terminate.
  if (key === 'type' || key === 'borderType') return typeof value === 'string'
  // ECharts passes any other value on as the text of a label, and throws an error where it is an object.
  if (FORMATTER_KEY.test(key)) return typeof value === 'string'
  if (key === 'logBase') return typeof value === 'number' && value >= 2
  // Filter transforms compile `reg` to an untrusted regular expression.
  if (key === 'transform') return !holdsKey(value, 'reg', 0)
  if (key === 'color')
    return !themedParents.has(own) && !(own === 'lineStyle' && themedParents.has(parent)) && !isAxisLine(own, parent) && !(own === '' && Array.isArray(value))
  if (key === 'image') return typeof value === 'string' && isAllowedRaster(value)
  return true
}

/** Channels of a visual map, whose options are lists: the values for its minimum and maximum. */
const CHANNELS: ReadonlySet<string> = new Set(['inRange', 'outOfRange'])

/** False for a list in the place of one number, and for anything but an object in the place of an object. */
function hasKnownShape(key: string, value: unknown, own: string): boolean {
  const shape = recordsWithOwnKeys.has(own) || CHANNELS.has(own) ? undefined : findShape(key)
  if (shape === 'value') return typeof value !== 'object' || value === null
  return shape !== 'object' || isRecord(value) || typeof value === 'boolean' || value === null
}

const isAxisLine = (own: string, parent: string) => own === 'lineStyle' && parent === 'axisLine'

/** Returns the first colour of a gradient. */
function solidColor(record: Record<string, unknown>): string | undefined {
  if (!Array.isArray(record.colorStops)) return undefined
  const first: unknown = record.colorStops[0]
  return isRecord(first) && typeof first.color === 'string' ? first.color.slice(0, 60) : undefined
}

function cleanText(text: string | undefined, key: string): string | undefined {
  if (text === undefined) return undefined
  if (isFunctionText(text) && !textKeys.has(key)) return undefined
  if (IMAGE.test(text)) return isAllowedRaster(text.trim()) ? text.trim() : undefined
  if (FORMATTER_KEY.test(key)) return escapeTemplate(limitParts(withoutTags(text)))
  if (SYMBOL_KEY.test(key)) return symbols.has(text) || (text.startsWith('path://') && text.length <= MAX_PATH) ? text : undefined
  if (!isWithinRange(text, key) || (channelKeys.has(key) && text !== 'none' && !Number.isFinite(Number(text)))) return undefined
  if (MIDNIGHT.test(text)) return text.slice(0, 10)
  return escapeObjectKeys(limitParts(text.length > MAX_TEXT ? text.slice(0, MAX_TEXT).toWellFormed() : text))
}

/** Options whose texts are colours. */
const colorKeys: ReadonlySet<string> = new Set([
  'color',
  'color0',
  'borderColor',
  'borderColor0',
  'borderColorDoji',
  'inactiveColor',
  'inactiveBorderColor',
  'pageIconColor',
  'pageIconInactiveColor',
  'fillerColor',
  'contentColor',
])
/** Words that ECharts replaces by another colour. Where it makes gradients of colours, it does not replace them. */
const COLOR_WORD = /^(?:inherit|auto|none|gradient|source|target)$/
const gradientParents: ReadonlySet<string> = new Set(['itemStyle', 'inRange', 'outOfRange'])
const COLOR = /^(?:#[\da-f]{3,8}|[a-z]+|(?:rgb|hsl)a?\([^()]*\))$/i
const WIDE_KEYWORD = /^(?:initial|unset|revert|inherit)$/i

/** Removes texts that are no colours. A canvas throws an error for them in a gradient, each time it is painted. */
function cleanColor(text: string, parent: string): string | undefined {
  if (COLOR_WORD.test(text)) {
    if (!gradientParents.has(parent)) return text
    return text === 'none' ? 'transparent' : undefined
  }
  if (!COLOR.test(text) || WIDE_KEYWORD.test(text)) return undefined
  return typeof CSS === 'undefined' || CSS.supports('color', text) ? text : undefined
}

const isAllowedRaster = (text: string) => text.length <= MAX_RASTER && RASTER.test(text) && isSmallRaster(text)

const FORMATTER_KEY = /formatter$/i
/** Parts of a colour, which are numbers. */
const channelKeys: ReadonlySet<string> = new Set(['opacity', 'colorAlpha', 'colorHue', 'colorLightness', 'colorSaturation'])
const SYMBOL_KEY = /^(?:symbol|edgeSymbol|icon|itemSymbol|\w+Icon)$/
const MAX_PERCENT = 1_000

/** False for a text with a number or percentage outside of the range of its option. */
function isWithinRange(text: string, key: string): boolean {
  const range = findRange(key)
  const [, digits, percent] = NUMERIC.exec(text) ?? []
  if (!range || digits === undefined) return true
  const value = Number(digits)
  return percent === undefined ? value >= range[0] && value <= range[1] : Math.abs(value) <= MAX_PERCENT
}

const NUMERIC = /^\s*([-+]?[\d.]+(?:e[-+]?\d+)?)\s*(%)?/i

/** Converts line breaks and removes other tags, because templates are often written for HTML tooltips. */
const withoutTags = (text: string) =>
  text
    .slice(0, 2_000)
    .replace(/<br\s*\/?>/gi, '\n')
    .replace(/<[^<>]*>?/g, '')

function cleanNumber(value: number, key: string): number | undefined {
  if (!Number.isFinite(value)) return undefined
  const [min, max] = findRange(key) ?? OTHER_RANGE
  // Lines that are thinner cannot be seen, and their dashes are so short that drawing them takes long.
  if (WIDTH_KEY.test(key) && Math.abs(value) < MIN_WIDTH) return 0
  return Math.min(max, Math.max(min, value))
}

const WIDTH_KEY = /width$/i
const MIN_WIDTH = 0.1

const isScalar = (value: unknown) =>
  value === null || typeof value === 'string' || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))

/** Sanitizes the rows of a dataset, whose keys are columns and not settings. */
function cleanSource(source: unknown): unknown {
  const scalar = (value: unknown) => (typeof value === 'string' ? (groupedFigure(value) ?? cleanText(value, 'source') ?? null) : isScalar(value) ? value : null)
  const row = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(scalar)
    if (!isRecord(value)) return scalar(value)
    return Object.fromEntries(
      Object.entries(value)
        .filter(([, item]) => isScalar(item) || Array.isArray(item))
        .map(([key, item]) => [escapeObjectKeys(key), Array.isArray(item) ? row(item) : scalar(item)]),
    )
  }
  return Array.isArray(source) ? source.map(row) : columnsOf(row(source))
}

/** Keeps the columns of an object source. Other objects, such as unresolved references, would make ECharts throw an error. */
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

/** Returns the number of series in an option and the number that `cleanOption` keeps, if it removes some of them; otherwise undefined. */
export function findOmittedSeries(option: unknown): LimitExceeded | undefined {
  const count = isRecord(option) ? listOf(firstFrame(option).series).filter(isRecord).filter(drawable).length : 0
  return count > MAX_SERIES ? { count, max: MAX_SERIES } : undefined
}

/** Returns the number of axes, grids, marks and other components that `cleanOption` removes because of a limit. */
export function countOmittedElements(option: unknown): number {
  if (!isRecord(option)) return 0
  const frame = firstFrame(option)
  const components = Object.entries(frame).filter(([key, value]) => Array.isArray(value) && !ignoredLists.has(key) && !droppedKeys.has(key))
  const omittedComponents = components.reduce((sum, [, list]) => sum + Math.max(0, listOf(list).length - MAX_PARTS), 0)
  const marks = listOf(frame.series)
    .slice(0, MAX_SERIES)
    .filter(isRecord)
    .flatMap((series) => ['markPoint', 'markLine', 'markArea'].map((key) => series[key]))
  return marks.reduce<number>((sum, mark) => sum + Math.max(0, (isRecord(mark) ? listOf(mark.data).length : 0) - MAX_LIST), omittedComponents)
}

const ignoredLists: ReadonlySet<string> = new Set(['dataset', 'series', 'color'])

/** True if a chart has series types that are loaded on demand. */
export const needsLazySeries = (option: CleanOption): boolean =>
  listOf(option.series).some((series) => isRecord(series) && typeof series.type === 'string' && lazySeries.has(series.type))
