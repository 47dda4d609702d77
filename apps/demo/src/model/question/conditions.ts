import type { Dataset } from '../datasets/dataset.ts'
import { type Chunk, type Comparison, isWord } from './chunk.ts'
import type { ConditionPart, MeasurePart } from './slots.ts'
import { isYear } from './times.ts'

/** A condition and the number of chunks that state it. */
interface Found {
  condition: Omit<ConditionPart, 'at' | 'text'>
  length: number
  /** True if the measure before the condition belongs to it. */
  takesMeasure: boolean
}

/** The state that a condition can refer to. */
export interface ConditionContext {
  dataset: Dataset
  chunks: readonly Chunk[]
  /** The measure directly before the condition. */
  before: MeasurePart | undefined
}

const inverse: Readonly<Record<Comparison, Comparison>> = { '>': '<=', '>=': '<', '<': '>=', '<=': '>', '=': '<>', '<>': '=' }

export const invert = (comparison: ConditionPart['comparison']): ConditionPart['comparison'] | undefined =>
  comparison === 'between' || comparison === 'missing' ? undefined : inverse[comparison]

/** Reads "more than 20 mm of rain", "heavier than 5 kg", "between 20 and 25 degrees" or "200 hp or more" at a position. */
export function readCondition(context: ConditionContext, at: number): Found | undefined {
  const opening = readOpening(context, at)
  return opening ? readOperand(context, opening) : (readBetween(context, at) ?? readPlain(context, at))
}

interface Opening {
  at: number
  start: number
  comparison: Comparison
  measure?: string
}

function readOpening({ chunks }: ConditionContext, at: number): Opening | undefined {
  const chunk = chunks[at]
  if (chunk?.kind === 'comparison') return { at: at + 1, start: at, comparison: chunk.comparison }
  if (isWord(chunk, 'exceed')) return { at: at + 1, start: at, comparison: /^reach/i.test(chunk?.text ?? '') ? '>=' : '>' }
  if ((chunk?.kind === 'adjective' || chunk?.kind === 'degree') && chunk.degree === 'comparative' && isWord(chunks[at + 1], 'than'))
    return {
      at: at + 2,
      start: at,
      comparison: chunk.direction === 'max' ? '>' : '<',
      ...(chunk.kind === 'adjective' ? { measure: chunk.measure } : {}),
    }
  return undefined
}

function readOperand(context: ConditionContext, { at, start, comparison, measure }: Opening): Found | undefined {
  const { chunks } = context
  const operand = chunks[at]
  if (operand?.kind === 'value' && operand.dimension === 'cylinders' && typeof operand.values[0] === 'number')
    return { condition: { ids: ['cylinders'], comparison, value: operand.values[0] }, length: at + 1 - start, takesMeasure: false }
  if (operand?.kind !== 'number') return undefined
  return withUnit(context, { start, at: at + 1, comparison, value: operand.value, ...(measure ? { measure } : {}) })
}

function readBetween(context: ConditionContext, at: number): Found | undefined {
  const { chunks } = context
  const opened = isWord(chunks[at], 'between', 'from')
  const first = chunks[at + 1]
  if (!opened || first?.kind !== 'number') return undefined
  const joint = chunks[at + 2]?.kind === 'unit' ? at + 3 : at + 2
  const second = chunks[joint + 1]
  if (!isWord(chunks[joint], 'and', 'to') || second?.kind !== 'number' || (isYear(first) && isYear(second))) return undefined
  return withUnit(context, { start: at, at: joint + 2, comparison: 'between', value: first.value, to: second.value })
}

/** Reads a number with a unit that implies its measure, or a number after its measure: "200 hp", "a body mass of 5000". */
function readPlain(context: ConditionContext, at: number): Found | undefined {
  const { chunks, before, dataset } = context
  const chunk = chunks[at]
  const cylinders = dataset.dimensions.some(({ id }) => id === 'cylinders')
  if (chunk?.kind !== 'number') return undefined
  if (cylinders && chunks[at + 1]?.kind === 'dimension' && /^cyl/i.test(chunks[at + 1]?.text ?? ''))
    return { condition: { ids: ['cylinders'], comparison: '=', value: chunk.value }, length: 2, takesMeasure: false }
  const found = withUnit(context, { start: at, at: at + 1, comparison: '=', value: chunk.value })
  if (!found) return undefined
  return found.length > 1 || (before && isWord(chunks[at - 1], 'of') && !isYear(chunk)) ? found : undefined
}

interface Bounds {
  start: number
  at: number
  comparison: Comparison | 'between'
  value: number
  to?: number
  measure?: string
}

/** Finds the measure of a condition and converts its numbers: from an adjective, from the unit, from the measure after or before it. */
function withUnit({ dataset, chunks, before }: ConditionContext, bounds: Bounds): Found | undefined {
  let at = bounds.at
  let comparison = bounds.comparison
  const takeSuffix = () => {
    const more = isWord(chunks[at], 'or more')
    if (bounds.comparison !== '=' || !(more || isWord(chunks[at], 'or less'))) return
    comparison = more ? '>=' : '<='
    at++
  }
  takeSuffix()
  const unit = chunks[at]?.text.toLowerCase() ?? ''
  const measures = dataset.measures.map((measure) => ({ measure, factor: measure.units?.[unit] }))
  const implied = measures.filter(({ measure, factor }) => factor !== undefined && measure.impliedBy?.includes(unit))
  const groups = (dataset.measureGroups ?? []).filter(({ ids }) =>
    ids.every((id) => dataset.measures.find((measure) => measure.id === id)?.units?.[unit] !== undefined),
  )
  const isUnit = measures.some(({ factor }) => factor !== undefined)
  if (isUnit) at++
  takeSuffix()
  const behindAt = isWord(chunks[at], 'of', 'in') ? at + 1 : at
  const behind = chunks[behindAt]
  const ids = idsOf()
  if (ids.ids.length === 0) return undefined
  const factor = isUnit ? dataset.measures.find(({ id }) => id === ids.ids[0])?.units?.[unit] : 1
  if (factor === undefined) return undefined
  const convert = (value: number) => (typeof factor === 'function' ? factor(value) : value * factor)
  const to = bounds.to === undefined ? {} : { to: convert(bounds.to) }
  return { condition: { ids: ids.ids, comparison, value: convert(bounds.value), ...to }, length: at - bounds.start, takesMeasure: ids.before === true }

  function idsOf(): { ids: readonly string[]; before?: true } {
    if (bounds.measure) return { ids: [bounds.measure], ...(before?.ids.includes(bounds.measure) ? { before: true } : {}) }
    if (behind?.kind === 'measure' && !isUnitOnly(behind)) {
      at = behindAt + 1
      return { ids: side(behind) }
    }
    if (before) return { ids: side(before), before: true }
    if (implied.length === 1) return { ids: implied.map(({ measure }) => measure.id) }
    const group = groups.find(({ max }) => max) ?? groups[0]
    return { ids: group && isUnit ? side({ ids: group.ids, ...(group.max ? { max: group.max } : {}), ...(group.min ? { min: group.min } : {}) }) : [] }
  }
  /** True for words that are only a unit, as in "20 degrees"; "200 horsepower" is both and is read as a unit above. */
  function isUnitOnly(chunk: Chunk) {
    return isUnit && chunks.indexOf(chunk) === bounds.at
  }
  /** Selects a measure of a group such as the temperatures: the upper one for a lower limit, and the lower one for an upper limit. */
  function side({ ids: all, max, min }: { ids: readonly string[]; max?: string; min?: string }): readonly string[] {
    const one = comparison === '<' || comparison === '<=' ? min : max
    return one ? [one] : all
  }
}
