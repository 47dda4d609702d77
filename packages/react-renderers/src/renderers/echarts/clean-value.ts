import { isRecord } from '@pf/core/internal'
import { cleanColor, colorKeys, solidColor } from './clean-color.ts'
import { cleanNumber, cleanText } from './clean-scalar.ts'
import { cleanSource } from './clean-source.ts'
import { escapeObjectKeys } from './clean-text.ts'
import { isAllowedOption } from './is-allowed-option.ts'
import { longLists, MAX_DATASETS, MAX_DEPTH, MAX_LIST, markContainers } from './option-rules.ts'
import { findRange, hasDataRange, recordsWithOwnKeys } from './option-table.ts'

/** Maximum number of keys in a record with arbitrary keys. */
const MAX_OWN_KEYS = 200
/** The location of a value in a record with arbitrary keys. */
const FREE = '*'

interface ValueLocation {
  key: string
  /** Key of the parent object. */
  parent: string
  depth: number
}

/** Copies a value of an option without anything that is not allowed at its location. Returns undefined for a value that is removed. */
export function cleanValue(value: unknown, location: ValueLocation): unknown {
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
  return shortened.map((item) => (isData && typeof item === 'number' && Number.isFinite(item) ? item : (cleanValue(item, inner) ?? null)))
}

function cleanRecord(record: Record<string, unknown>, { key: own, parent, depth }: ValueLocation): unknown {
  const flat = solidColor(record)
  if (flat !== undefined) return flat
  const free = recordsWithOwnKeys.has(own)
  const entries = (free ? Object.entries(record).slice(0, MAX_OWN_KEYS) : Object.entries(record)).flatMap(([key, value]) => {
    if (!isAllowedOption(key, value, { own, parent })) return []
    const unknown = free && (!findRange(key) || recordsWithOwnKeys.has(key))
    const cleaned = cleanValue(value, { key: unknown ? FREE : key, parent: own, depth: depth + 1 })
    return cleaned === undefined ? [] : [[escapeObjectKeys(key), cleaned] as const]
  })
  const copy = Object.fromEntries(entries)
  return own === 'tooltip' ? safeTooltip(copy) : copy
}

/** A tooltip that is drawn as text inside the canvas. */
export const safeTooltip = (tooltip: Record<string, unknown>) => ({ ...tooltip, renderMode: 'richText', confine: true })
