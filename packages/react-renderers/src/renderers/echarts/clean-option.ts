import { isRecord } from '@pf/core/internal'
import type { LimitExceeded } from '../chart/limit-exceeded.ts'
import { cleanValue, safeTooltip } from './clean-value.ts'
import { countDatasetRows } from './count-elements.ts'
import { withDayColumns, withDays } from './day-values.ts'
import { firstFrame } from './first-frame.ts'
import { limitCategories } from './limit-categories.ts'
import { limitTicks } from './limit-ticks.ts'
import { baseSeries, droppedKeys, lazySeries, MAX_DATASETS, MAX_LIST, MAX_PARTS, MAX_SERIES } from './option-rules.ts'
import { listOf } from './option-values.ts'
import { withAxisTypes, withoutCrowdedTooltip } from './point-positions.ts'
import { limitSeries } from './series-limits.ts'
import { withFigures } from './text-figures.ts'

/** A sanitized option. */
export type CleanOption = Record<string, unknown>

/**
 * Copies an option without anything that could load resources, run code, navigate, or insert HTML. ECharts does not check these. Functions
 * are removed, tooltips are drawn as canvas text, and images must be raster data. Returns undefined if nothing can be drawn.
 */
export function cleanOption(option: unknown): CleanOption | undefined {
  if (!isRecord(option)) return undefined
  const cleaned = cleanValue(firstFrame(option), { key: '', parent: '', depth: 0 })
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
