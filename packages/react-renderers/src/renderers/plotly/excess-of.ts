import { isRecord } from '@pf/core/internal'
import type { Excess } from '../shared/excess.ts'
import { mostParts } from './trace-rules.ts'

type Fields = Readonly<Record<string, unknown>>

/** What a figure has too much of, in the first trace that is too large and cannot be thinned; undefined where all of it can be drawn. */
export function excessOf(traces: readonly Fields[]): Excess | undefined {
  for (const trace of traces) {
    const most = mostParts.get(String(trace.type))
    const count = most === undefined ? 0 : partsOf(trace)
    if (most !== undefined && count > most) return { count, most }
  }
  return undefined
}

function partsOf({ labels, values, z, node, link }: Fields): number {
  const flow = [isRecord(node) ? node.label : undefined, isRecord(link) ? link.value : undefined]
  const cells = Array.isArray(z) ? z.reduce<number>((sum, row) => sum + (Array.isArray(row) ? row.length : 1), 0) : 0
  return Math.max(cells, lengthOf(labels), lengthOf(values), ...flow.map(lengthOf))
}

const lengthOf = (list: unknown) => (Array.isArray(list) ? list.length : 0)
