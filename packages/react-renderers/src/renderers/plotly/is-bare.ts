import { isRecord } from '@pf/core/internal'
import type { CleanFigure } from './clean-figure.ts'

type Fields = Readonly<Record<string, unknown>>

/** Parts of a trace that are looks, not data. */
const LOOKS = /^(?:marker|line|domain|colorscale)$/

/** True while no trace has a value and nothing is written over the axes: a chart of it would be bare axes. */
export const isBare = ({ traces, layout }: CleanFigure): boolean =>
  !traces.some(hasData) && ![layout.shapes, layout.annotations].some((list) => Array.isArray(list) && list.length > 0)

function hasData(trace: Fields): boolean {
  // Points of which one half has not come.
  if (trace.z === undefined && [trace.x, trace.y].some((list) => Array.isArray(list) && !holdsValue(list, 0))) return false
  return typeof trace.value === 'number' || Object.entries(trace).some(([key, part]) => !LOOKS.test(key) && holdsValue(part, 0))
}

function holdsValue(part: unknown, depth: number): boolean {
  if (Array.isArray(part)) return part.some((item) => (typeof item === 'object' ? holdsValue(item, depth + 1) : item !== undefined))
  return isRecord(part) && depth < 4 && Object.values(part).some((inner) => typeof inner === 'object' && holdsValue(inner, depth + 1))
}
