import type { TokenUsage } from '@pf/core'
import type { ModelChunk } from '../model/model.ts'

/** Returns a text chunk; no chunk if the value is not a string or is empty. */
export function textChunks(type: 'text' | 'reasoning', value: unknown): ModelChunk[] {
  return typeof value === 'string' && value !== '' ? [{ type, text: value }] : []
}

const maxNameChars = 200

/** Returns the chunk that names a response; no chunk if neither name is known. */
export function responseChunks(id: unknown, model: unknown): ModelChunk[] {
  const names = Object.fromEntries(Object.entries({ id, model }).filter(([, name]) => typeof name === 'string' && name !== '' && name.length <= maxNameChars))
  return Object.keys(names).length === 0 ? [] : [{ type: 'response', ...names }]
}

/** Returns a usage chunk; no chunk without counts. Parts are included in the totals. Counts that were not reported are omitted and not set to 0. */
export function usageChunks(model: string, counts: Partial<Record<'input' | 'output' | 'cached' | 'reasoning', unknown>>): ModelChunk[] {
  const known = Object.fromEntries(Object.entries(counts).filter(([, value]) => isCount(value)))
  const usage: TokenUsage = { model, ...known }
  return usage.input === undefined && usage.output === undefined ? [] : [{ type: 'usage', usage }]
}

/** Returns the sum of counts; undefined if none of them is a number. */
export function sumOf(...values: readonly unknown[]): number | undefined {
  const known = values.filter(isCount)
  return known.length === 0 ? undefined : known.reduce((sum, value) => sum + value, 0)
}

const isCount = (value: unknown): value is number => typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
