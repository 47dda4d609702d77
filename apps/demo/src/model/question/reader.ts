import type { Dataset } from '../datasets/dataset.ts'
import type { Chunk } from './chunk.ts'
import type { Slots } from './slots.ts'

/** What a rule sees: all chunks, the slots so far, and where it stands. */
export interface Reader {
  dataset: Dataset
  chunks: readonly Chunk[]
  slots: Slots
}
