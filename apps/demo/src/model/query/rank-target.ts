import type { Dataset } from '../datasets/dataset.ts'
import type { KeyPart, SuperlativePart } from '../question/slots.ts'
import { grainKey } from './columns.ts'
import { type Context, namesOneEntity } from './context.ts'
import { type Key, type Problem, problem } from './query.ts'
import { hasGrain, keyOf } from './slot-checks.ts'

/** Returns the ranked thing: the one after "which", otherwise the one named after the superlative. */
export function targetOf({ slots, dataset }: Context, { at }: SuperlativePart): KeyPart | Problem | undefined {
  const asked = slots.keys.filter(({ how }) => how === 'which' || how === 'count')
  const mentioned = slots.keys.filter(({ how }) => how === 'mention')
  if (asked.length + mentioned.length > 1) {
    const different = new Set([...asked, ...mentioned].map(({ dimension, grain, entity }) => dimension ?? grain ?? String(entity)))
    if (different.size > 1) return problem(`I can rank one thing at a time, not ${[...asked, ...mentioned].map(({ text }) => text).join(' and ')}.`)
  }
  const [found] = [...asked, ...mentioned]
  if (found) return found
  if (slots.flags.has('where')) return placeOf(dataset, at)
  return slots.entities[0] ? { ...slots.entities[0], entity: true, how: 'mention' } : undefined
}

function placeOf({ dimensions, entity }: Dataset, at: number): KeyPart | Problem {
  const place = dimensions.find(({ id }) => id === 'island' || id === 'origin' || (id === 'country' && entity === id))
  return place ? { at, text: 'where', dimension: place.id, how: 'which' } : problem('This table has no column for places, so I cannot say where.')
}

/** Returns the group of the target, or undefined if the rows themselves are ranked. */
export function groupOf(
  context: Context,
  target: KeyPart | undefined,
  { aggregated, counted }: { aggregated: boolean; counted: boolean },
): Key | Problem | undefined {
  const { dataset, pinned, slots } = context
  const single = namesOneEntity(slots, dataset)
  if (target === undefined || target.entity) {
    const askedWhen = slots.flags.has('when') || target?.grain !== undefined
    return askedWhen && dataset.entity && !single && dataset.time ? grainKey(dataset, dataset.time.grain) : undefined
  }
  if (target.grain && target.grain === dataset.time?.grain && dataset.table !== 'cars' && (single || !dataset.entity) && !aggregated && !counted)
    return undefined
  if (target.dimension === dataset.entity && dataset.entity && (pinned || slots.flags.has('ever')) && !aggregated && !counted) return undefined
  return keyOf(dataset, target) ?? problem(`The table ${dataset.table} has no ${target.text}.`)
}

/** True if the question asks for a property of ranked rows, as in "Which species is the heaviest penguin" and "In which year was the hottest day". */
export function asksAboutRow({ slots, dataset }: Context, { at, count = 1, nth }: SuperlativePart, target: KeyPart | undefined): boolean {
  if (!target || target.entity) return false
  const asksKey = target.how === 'which' || (target.how === 'count' && isNumber(dataset, target))
  if (!asksKey || (target.grain !== undefined && !hasGrain(target.grain))) return false
  const row = slots.entities.find((part) => part.at > target.at || slots.flags.has('where'))
  if (!row) return false
  const isAdjacent = row.at === at + 1 || (row.at < at && at - row.at <= 3)
  return isAdjacent && (count > 1 || nth !== undefined || !/s$/i.test(row.text))
}

/** True if the values of a dimension are numbers, such as the number of cylinders: "the most cylinders" then does not refer to a number of rows. */
export const isNumber = (dataset: Dataset, { dimension }: KeyPart) =>
  dataset.dimensions.find(({ id }) => id === dimension)?.values.every(({ values }) => values.every((value) => typeof value === 'number')) === true

/** True if several rows are requested, as in "the heaviest penguins", but not in "the highest body mass of penguins". */
export function asksForSeveral({ slots }: Context, { at }: SuperlativePart, target: KeyPart | undefined): boolean {
  const between = slots.measures.some((measure) => target !== undefined && at < measure.at && measure.at < target.at)
  return isPlural(target) && !between
}

const isPlural = (target: KeyPart | undefined) => target !== undefined && /(?:[^s]s|ies)$/i.test(target.text) && !/series|species/i.test(target.text)
