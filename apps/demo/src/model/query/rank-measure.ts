import type { Measure } from '../datasets/dataset.ts'
import type { SuperlativePart } from '../question/slots.ts'
import type { Context } from './context.ts'
import { measureOf } from './filters.ts'
import { type Problem, problem } from './query.ts'

/** True if rows are counted, as in "the island with the most penguins", but not in "the most horsepower". */
export function countsRows({ slots }: Context, { amount, ranked, measure, at, common }: SuperlativePart): boolean {
  if (common) return slots.measures.length === 0
  if (!(amount || ranked) || measure) return false
  const behind = slots.measures.filter((part) => part.at > at)
  return behind.length === 0 && slots.measures.length === 0 && (slots.entities.length > 0 || slots.presets.length > 0 || slots.values.length > 0)
}

/** Returns the column by which rows are ranked: that of the adjective, otherwise the next one named after the superlative, otherwise the last one before it. */
export function orderMeasure({ slots, dataset }: Context, { measure, weak, at, direction, text }: SuperlativePart): Measure | Problem | undefined {
  const behind = slots.measures.find((part) => part.at > at)
  const named = behind ?? slots.measures.at(-1)
  if (measure && !(weak && named)) return measureOf(dataset, measure)
  if (!named) return undefined
  const side = direction === 'max' ? named.max : named.min
  const id =
    side ??
    (named.ids.length === 1
      ? named.ids[0]
      : named.ids.find((each) => (/long|short/i.test(text) && each.includes('length')) || (/deep|shallow/i.test(text) && each.includes('depth'))))
  if (id === undefined) return problem(`“${named.text}” can be ${named.ids.map((each) => measureOf(dataset, each)?.name).join(' or ')}. Name one of them.`)
  return measureOf(dataset, id)
}

/** Returns the end of the column that ranks first; undefined if "best" and "worst" mean nothing for the column. */
export function directionOf({ quality, direction }: SuperlativePart, measure: Measure | undefined): 'max' | 'min' | undefined {
  if (!quality) return direction
  if (!measure?.better) return undefined
  return direction === 'max' ? measure.better : measure.better === 'max' ? 'min' : 'max'
}

/** Returns a note on how a superlative was read, unless it says so itself. */
export function readingNotes({ text }: SuperlativePart, { name, words }: Measure, direction: 'max' | 'min'): string[] {
  const plain =
    /^(top|bottom|\d|the )?.*\b(highest|lowest|most|least|fewest|max\w*|min\w*|largest|greatest)\b/i.test(text) ||
    words.some((word) => text.toLowerCase().includes(word))
  return plain || text.toLowerCase().startsWith('top') || text.toLowerCase().startsWith('bottom')
    ? []
    : [`“${text.replace(/^(the |top |\d+ )+/i, '')}” is read as the ${direction === 'max' ? 'highest' : 'lowest'} ${name}.`]
}
