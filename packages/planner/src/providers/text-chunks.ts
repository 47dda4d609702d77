import type { TokenUsage } from '@pf/core'
import type { ModelChunk } from '../model/model.ts'

/** A text chunk; none for what is no text or empty. */
export function textChunks(type: 'text' | 'reasoning', value: unknown): ModelChunk[] {
  return typeof value === 'string' && value !== '' ? [{ type, text: value }] : []
}

/** A usage chunk; none without counts. Parts are inside the totals; what was not reported is left out, never 0. */
export function usageChunks(model: string, counts: Partial<Record<'input' | 'output' | 'cached' | 'reasoning', unknown>>): ModelChunk[] {
  const known = Object.fromEntries(Object.entries(counts).filter(([, value]) => isCount(value)))
  const usage: TokenUsage = { model, ...known }
  return usage.input === undefined && usage.output === undefined ? [] : [{ type: 'usage', usage }]
}

/** The sum of counts; undefined when none of them is one. */
export function sumOf(...values: readonly unknown[]): number | undefined {
  const known = values.filter(isCount)
  return known.length === 0 ? undefined : known.reduce((sum, value) => sum + value, 0)
}

const isCount = (value: unknown): value is number => typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
