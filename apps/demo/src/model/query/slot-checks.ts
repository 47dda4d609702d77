import type { Dataset } from '../datasets/dataset.ts'
import type { Flag, KeyPart, Slots } from '../question/slots.ts'
import { dimensionKey, grainKey } from './columns.ts'
import type { Key } from './query.ts'

/** Returns a sentence about the first part of the question that a resolver cannot use. */
export function unusedFlags({ flags }: Slots, used: readonly Flag[]): string | undefined {
  const unused = [...flags].find(([flag]) => !used.includes(flag) && flag !== 'did')
  return unused ? `I know the word “${unused[1].text}”, but not together with the rest of the question.` : undefined
}

/** Returns the column to group by, or undefined if the table has none for it. */
export function keyOf(dataset: Dataset, { dimension, grain }: KeyPart): Key | undefined {
  if (grain) return grainKey(dataset, grain)
  const found = dataset.dimensions.find(({ id }) => id === dimension)
  return found && dimensionKey(found)
}
