import type { Dataset } from '../datasets/dataset.ts'
import type { Chunk } from './chunk.ts'
import type { Slots } from './slots.ts'

/** The input of a rule: all chunks, the slots so far, and the current position. */
export interface Reader {
  dataset: Dataset
  chunks: readonly Chunk[]
  slots: Slots
}
