import { isRecord } from '@pf/core/internal'
import type { CleanOption } from './clean-option.ts'
import { listOf } from './option-values.ts'

const DATA = ['data', 'nodes', 'links', 'edges']
const MARKS = ['markLine', 'markPoint', 'markArea']

/** True if no series has values or marks and no dataset has rows, so that only axes would be drawn. */
export function isEmpty(option: CleanOption): boolean {
  const marked = (mark: unknown) => isRecord(mark) && filled(mark.data)
  const hasContent = (one: Readonly<Record<string, unknown>>) => DATA.some((key) => filled(one[key])) || MARKS.some((key) => marked(one[key]))
  return (
    !listOf(option.series).filter(isRecord).some(hasContent) &&
    !listOf(option.dataset)
      .filter(isRecord)
      .some(({ source }) => hasRows(source))
  )
}

const filled = (list: unknown) => Array.isArray(list) && list.some(isValue)

/** ECharts cannot draw a text, also '-', which it treats as a missing value. */
const isValue = (item: unknown): boolean => {
  if (isRecord(item) && Object.hasOwn(item, 'value')) return isValue(item.value)
  return typeof item === 'string' ? item.trim() !== '' && !Number.isNaN(Number(item)) : item !== null && item !== undefined
}

function hasRows(source: unknown): boolean {
  if (isRecord(source)) return Object.values(source).some(filled)
  const [first, ...others] = Array.isArray(source) ? source : []
  const heading = Array.isArray(first) && first.every((cell) => typeof cell === 'string')
  return heading ? others.length > 0 : first !== undefined
}
