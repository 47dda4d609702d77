import { isRecord } from '@pf/core/internal'
import { warnAboutOption } from '../chart/warn-about-option.ts'
import { FORMATTER_KEY, isAllowedRaster } from './clean-scalar.ts'
import { droppedKeys, MAX_DEPTH, themedParents } from './option-rules.ts'
import { findRange, findShape, recordsWithOwnKeys } from './option-table.ts'

/** True for an option that is passed to ECharts. `own` is the key of the object that contains it, and `parent` the key of the object above. */
export function isAllowedOption(key: string, value: unknown, { own, parent }: { own: string; parent: string }): boolean {
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

function holdsKey(value: unknown, key: string, depth: number): boolean {
  if (depth > MAX_DEPTH) return true
  if (Array.isArray(value)) return value.some((item) => holdsKey(item, key, depth + 1))
  return isRecord(value) && (Object.hasOwn(value, key) || Object.values(value).some((inner) => holdsKey(inner, key, depth + 1)))
}
