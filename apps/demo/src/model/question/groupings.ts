import { type Chunk, isWord } from './chunk.ts'
import type { Reader } from './reader.ts'
import type { KeyPart } from './slots.ts'

/** Reads "by species and sex", "each island", "which year" and "how many countries" at a position. */
export function readGrouping(reader: Reader, at: number): number {
  const { chunks, slots } = reader
  const chunk = chunks[at]
  if (isWord(chunk, 'by')) return readBy(reader, at)
  if (isWord(chunk, 'each')) return readEach(reader, at)
  if (isWord(chunk, 'how many')) {
    slots.flags.set('count', { at, text: chunk?.text ?? '' })
    return 1 + readTarget(reader, at + 1, 'count')
  }
  if (!isWord(chunk, 'which', 'what')) return 0
  const used = readTarget(reader, at + 1, 'which')
  return used === 0 ? 0 : 1 + used
}

/** Reads the thing after "which" or "how many": a dimension, a time or the rows themselves. */
function readTarget({ chunks, slots }: Reader, start: number, how: 'which' | 'count'): number {
  let at = start
  while (chunks[at]?.kind === 'filler' || isWord(chunks[at], 'distinct', 'of')) at++
  const key = keyAt(chunks, at, how)
  if (!key) return 0
  const distinct = key.entity ? chunks.slice(start, at).find((chunk) => isWord(chunk, 'distinct')) : undefined
  if (distinct) slots.flags.set('distinct', { at: start, text: distinct.text })
  slots.keys.push(key)
  return at + 1 - start
}

function keyAt(chunks: readonly Chunk[], at: number, how: KeyPart['how']): KeyPart | undefined {
  const chunk = chunks[at]
  if (chunk?.kind === 'dimension') return { at, text: chunk.text, dimension: chunk.id, how }
  if (chunk?.kind === 'grain') return { at, text: chunk.text, grain: chunk.grain, how }
  if (chunk?.kind === 'entity') return { at, text: chunk.text, entity: true, how }
  return undefined
}

function readBy({ chunks, slots }: Reader, start: number): number {
  let at = start + 1
  let used = 0
  for (;;) {
    while (chunks[at]?.kind === 'filler') at++
    const key = keyAt(chunks, at, 'by')
    if (!key) break
    if (!key.entity) slots.keys.push(key)
    used = at + 1 - start
    at++
    if (!isWord(chunks[at], 'and', 'by')) break
    at++
  }
  if (used > 0) return used
  const measure = chunks[at]
  const order = measure?.kind === 'aggregate' || measure?.kind === 'degree' || measure?.kind === 'measure'
  if (!order) return 0
  slots.flags.set('by measure', { at: start, text: chunks[start]?.text ?? '' })
  return 1
}

function readEach({ chunks, slots }: Reader, at: number): number {
  const key = keyAt(chunks, at + 1, 'by')
  if (!key) return 0
  if (!key.entity) slots.keys.push(key)
  return 2
}
