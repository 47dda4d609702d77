import { isRecord } from '@pf/core/internal'
import { AXES } from './axis-cost.ts'
import { countDatasetRows } from './count-elements.ts'
import { listOf } from './option-values.ts'
import { type Fields, records } from './theme-context.ts'

/** Maximum number of categories that an axis can name one by one. */
const MAX_NAMED = 200
/** Parts of an axis that are repeated at each category or at every nth one. */
const REPEATED = ['axisLabel', 'axisTick', 'splitLine', 'splitArea']
/** A character that can be seen. ECharts names all categories if their names have no width. */
const VISIBLE = /(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{N}\p{P}\p{S}]/u
const MIN_FONT_SIZE = 8

/**
 * Limits the categories of axes: an axis ends at its last category, and ECharts chooses which categories are named if there are hundreds of
 * them, from the axis itself, from datasets or from the data of series.
 */
export function limitCategories(option: Fields): Fields {
  const found = Math.max(
    countDatasetRows(option.dataset),
    records(option.series).reduce((max, { data }) => Math.max(max, listOf(data).length), 0),
  )
  const isBlank =
    found > MAX_NAMED && (records(option.dataset).some(({ source }) => hasBlank(source, 0)) || records(option.series).some(({ data }) => hasBlank(data, 0)))
  const limited = AXES.flatMap((key) => {
    const axes = option[key]
    const limit = (axis: unknown) => (isRecord(axis) ? limitAxis(boundAxis(axis, key, found), { found, isBlank }) : axis)
    return axes === undefined ? [] : [[key, Array.isArray(axes) ? axes.map(limit) : limit(axes)] as const]
  })
  return { ...option, ...Object.fromEntries(limited) }
}

/** Returns an axis of categories that ends at its last one. ECharts counts to `min` and `max`, also where there are no categories. */
function boundAxis(axis: Fields, key: string, found: number): Fields {
  const isCategory = axis.type === 'category' || (axis.type === undefined && (axis.data !== undefined || key === 'xAxis'))
  if (!isCategory) return axis
  const { startValue: _, dataMin: __, dataMax: ___, ...bounded } = axis
  const count = axis.data === undefined ? found : listOf(axis.data).length
  for (const edge of ['min', 'max']) {
    const value = bounded[edge]
    if (typeof value === 'number') bounded[edge] = Math.min(count, Math.max(0, value))
  }
  return bounded
}

function limitAxis(axis: Fields, { found, isBlank }: { found: number; isBlank: boolean }): Fields {
  const own = listOf(axis.data)
  const count = axis.data === undefined ? found : own.length
  if (count <= MAX_NAMED || (axis.type !== undefined && axis.type !== 'category' && axis.data === undefined)) return axis
  const interval = (axis.data === undefined ? isBlank : hasBlank(own, 0)) ? Math.ceil(count / MAX_NAMED) : 'auto'
  const parts = REPEATED.flatMap((key) => {
    const part = axis[key]
    if (key !== 'axisLabel' && !isRecord(part)) return []
    return [[key, { ...(isRecord(part) ? part : {}), interval }]]
  })
  const repeated = Object.fromEntries(parts) as Fields
  return { ...axis, ...repeated, axisLabel: visibleLabel(repeated.axisLabel as Fields) }
}

/** A label whose width is that of its category at least. */
function visibleLabel({ rich: _, formatter, fontSize, ...label }: Fields): Fields {
  const isKept = typeof formatter === 'string' && formatter.includes('{value}')
  return { ...label, ...(isKept ? { formatter } : {}), ...(typeof fontSize === 'number' ? { fontSize: Math.max(MIN_FONT_SIZE, fontSize) } : {}) }
}

function hasBlank(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return !VISIBLE.test(value)
  if (Array.isArray(value)) return depth < 3 && value.some((item) => hasBlank(item, depth + 1))
  return isRecord(value) && depth < 3 && Object.values(value).some((item) => hasBlank(item, depth + 1))
}
