import { isRecord } from '@pf/core'
import { mostPoints } from './trace-rules.ts'

type Fields = Record<string, unknown>

const ALL_POINTS = 20_000
const DOTS = 5_000

/** A trace with as many points as a page can hold: above that every nth of all its lists, and no single dots beside boxes. */
export function thin(trace: Fields, traces: number): { trace: Fields; every: number } {
  const length = Math.max(0, ...['x', 'y', 'a', 'b', 'values', 'labels'].map((key) => (Array.isArray(trace[key]) ? trace[key].length : 0)))
  const most = mostPoints.get(String(trace.type))
  if (most === undefined) return { trace: length > DOTS ? { ...trace, points: false, boxpoints: false } : trace, every: 1 }
  const every = Math.ceil(length / Math.min(most, Math.max(200, Math.floor(ALL_POINTS / traces))))
  return every > 1 ? { trace: sampled(trace, length, every), every } : { trace, every: 1 }
}

function sampled(fields: Fields, length: number, every: number): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([key, value]) => {
      if (Array.isArray(value)) return [key, value.length === length ? value.filter((_, index) => index % every === 0) : value]
      return [key, isRecord(value) ? sampled(value, length, every) : value]
    }),
  )
}
