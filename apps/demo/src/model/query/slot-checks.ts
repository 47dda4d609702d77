import type { Dataset, Grain } from '../datasets/dataset.ts'
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

/** True for a time that the date of a row shows, such as its year; a season and a decade have no column of their own. */
export const hasGrain = (grain: Grain): boolean => grain === 'year' || grain === 'month' || grain === 'day'
