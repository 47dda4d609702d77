import { isRecord } from '@pf/core/internal'
import { mostPoints } from './trace-rules.ts'

type Fields = Record<string, unknown>

const ALL_POINTS = 20_000
const DOTS = 5_000

/** A trace with as many points as a page can hold: above that every nth of all its lists, and no single dots beside boxes. */
export function thin(trace: Fields, traces: number): { trace: Fields; every: number } {
  if (/^(?:contour|histogram2dcontour)$/.test(String(trace.type))) return { trace: cellsOf(trace) > FEW_CELLS ? asGrid(trace) : trace, every: 1 }
  const length = Math.max(0, ...['x', 'y', 'a', 'b', 'values', 'labels'].map((key) => (Array.isArray(trace[key]) ? trace[key].length : 0)))
  const most = mostPoints.get(String(trace.type))
  if (most === undefined) return { trace: length > DOTS ? { ...trace, points: false, boxpoints: false } : trace, every: 1 }
  const every = Math.ceil(length / Math.min(most, Math.max(200, Math.floor(ALL_POINTS / traces))))
  const told = length > FEW_WORDS ? quiet(trace) : trace
  return every > 1 ? { trace: sampled(told, length, every), every } : { trace: told, every: 1 }
}

const FEW_CELLS = 2_500
const FEW_WORDS = 300

/** Lines of one height are followed from cell to cell, which of a large grid of noise never ends: it is drawn as the grid that it is. */
function asGrid({ contours: _, ncontours: __, ...trace }: Fields): Fields {
  return { ...trace, type: trace.type === 'contour' ? 'heatmap' : 'histogram2d' }
}

function cellsOf({ z, x, y }: Fields): number {
  if (Array.isArray(z)) return z.reduce<number>((sum, row) => sum + (Array.isArray(row) ? row.length : 1), 0)
  return Math.max(0, ...[x, y].map((list) => (Array.isArray(list) ? list.length : 0)))
}

/** Words at hundreds of points are measured one by one, and nobody could read them; they are still told of the point under the pointer. */
const quiet = (trace: Fields): Fields => ({
  ...trace,
  ...(trace.type === 'bar' ? { textposition: 'none' } : {}),
  ...(typeof trace.mode === 'string'
    ? {
        mode:
          trace.mode
            .split('+')
            .filter((part) => part !== 'text')
            .join('+') || 'markers',
      }
    : {}),
})

function sampled(fields: Fields, length: number, every: number): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([key, value]) => {
      if (Array.isArray(value)) return [key, value.length === length ? value.filter((_, index) => index % every === 0) : value]
      return [key, isRecord(value) ? sampled(value, length, every) : value]
    }),
  )
}
