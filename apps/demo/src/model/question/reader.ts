import type { Dataset } from '../datasets/dataset.ts'
import { type Chunk, isWord } from './chunk.ts'
import type { MeasurePart, Slots } from './slots.ts'

/** The input of a rule: all chunks, the slots so far, and the current position. */
export interface Reader {
  dataset: Dataset
  chunks: readonly Chunk[]
  slots: Slots
}

/** Returns the last measure, if only words without meaning separate it from this position. */
export function measureBefore({ chunks, slots }: Reader, at: number): MeasurePart | undefined {
  const last = slots.measures.at(-1)
  const gap = last ? chunks.slice(last.at + 1, at) : []
  return last && gap.every((chunk) => chunk.kind === 'filler' || isWord(chunk, 'of', 'is', 'in', 'with', 'first', 'ever', 'did', 'from') || isName(chunk))
    ? last
    : undefined
}

/** True for a name. "The life expectancy of India" is still about life expectancy. */
const isName = (chunk: Chunk | undefined) => chunk?.kind === 'value' || chunk?.kind === 'name'
