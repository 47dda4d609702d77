import { isRecord } from '@pf/core/internal'
import { listOf } from './option-values.ts'

/** Resolves `baseOption` and the first frame of `options`. */
export function firstFrame(option: Record<string, unknown>): Record<string, unknown> {
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
