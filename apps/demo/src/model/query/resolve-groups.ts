import type { Grain, Measure } from '../datasets/dataset.ts'
import type { AggregateName } from '../question/chunk.ts'
import type { KeyPart } from '../question/slots.ts'
import { countCell, dimensionKey, labelColumns, measureColumn, ofOneName } from './columns.ts'
import { type Context, countingFilters, namesOneEntity, whereOf } from './context.ts'
import { measureOf } from './filters.ts'
import { asValue, cellsOf, comparesAll, isOneRowEach, notesOf, withHaving } from './group-cells.ts'
import { keysOf, withTime } from './group-keys.ts'
import { type Key, type Problem, problem, type Query } from './query.ts'
import { keyOf, unusedFlags } from './slot-checks.ts'

const maxKeys = 2

/** Resolves figures by groups, over time or for all rows; without a measure, the rows themselves. */
export function resolveGroups(context: Context): Query | Problem {
  const { slots, dataset } = context
  const unused = unusedFlags(slots, ['trend', 'compare', 'difference', 'how much', 'count', 'list', 'distinct', 'ever', 'when', 'where', 'by measure'])
  if (unused) return problem(unused)
  const parts = slots.keys.filter((part) => !part.entity && !isOnlyNoun(context, part))
  const rowKeys = parts.filter(({ how, dimension, grain }) => how !== 'by' && listsRows(context, dimension, grain))
  const asked = parts.filter((part) => !rowKeys.includes(part)).map((part) => keyOf(dataset, part))
  const missing = parts.filter((part) => !rowKeys.includes(part)).find((part) => !keyOf(dataset, part))
  if (missing) return problem(`The table ${dataset.table} has no values by ${missing.grain ?? missing.text}.`)
  const place = slots.flags.has('where') ? dataset.dimensions.find(({ id }) => id === 'island' || id === 'origin') : undefined
  if (slots.flags.has('where') && !place) return problem('This table has no column for places, so I cannot say where.')
  const keys = keysOf(context, [...asked, ...(place ? [dimensionKey(place)] : [])], [])
  if ('kind' in keys) return keys
  const timed = withTime(context, keys)
  if ('kind' in timed) return timed
  if (timed.length > maxKeys) return problem('I can group by two things at most.')
  const [measure, second] = slots.measures
  if (slots.flags.has('by measure') && (!measure || second) && !comparesAll(context))
    return problem(
      `I can group by ${dataset.dimensions.map(({ name }) => name).join(', ')}${dataset.time ? ' or time' : ''}, but not by a column of numbers. Ask for a scatter plot of two columns instead.`,
    )
  return timed.length > 0 ? grouped(context, timed) : ungrouped(context)
}

/** True for a dimension that names the averaged things and not groups, such as the countries in "The average life expectancy of countries by region". */
function isOnlyNoun({ slots, dataset }: Context, { dimension, how }: KeyPart): boolean {
  const others = slots.aggregates.length > 0 || slots.keys.some((key) => key.how === 'by')
  return how === 'mention' && dimension !== undefined && dimension === dataset.entity && others
}

/** True if the question lists rows, as in "Which countries have a fertility below 2 in 2005"; "by country" groups them. */
function listsRows({ dataset, slots, pinned }: Context, dimension: string | undefined, grain: Grain | undefined): boolean {
  if (slots.aggregates.length > 0 || slots.flags.has('trend')) return false
  const wanted = slots.conditions.length > 0 || slots.measures.length > 0
  if (dimension !== undefined) return dimension === dataset.entity && pinned && wanted
  return grain === dataset.time?.grain && grain !== 'year' && wanted && dataset.entity === undefined
}

function grouped(context: Context, keys: readonly Key[]): Query | Problem {
  const { slots, dataset } = context
  const cells = cellsOf(context)
  if ('kind' in cells) return cells
  const which = slots.keys.some(({ how, entity }) => how === 'which' && !entity)
  const onGroups = which && slots.conditions.length > 0 && slots.entities.length === 0
  const single = isOneRowEach(context, keys)
  const ofOne = namesOneEntity(slots, dataset) || keys.some(({ dimension }) => dimension !== undefined && dimension === dataset.entity)
  const base = {
    kind: 'groups' as const,
    dataset,
    notes: single ? context.notes : notesOf(context, cells, keys),
    form: slots.form?.form,
    keys,
    cells: single ? cells.map(asValue) : ofOne ? cells.map(ofOneName) : cells,
  }
  const [cell] = base.cells
  const order = keys.some(({ grain }) => grain) || keys.length > 1 || !cell ? {} : { order: { cell, direction: 'max' as const } }
  if (onGroups) return withHaving(context, { ...base, ...order })
  if (!cells.some(({ aggregate }) => aggregate === 'count')) return { ...base, where: whereOf(context), ...order }
  const { where, counted } = countingFilters(context, keys)
  const names =
    slots.keys.every(({ how }) => how !== 'by') &&
    keys.length === 1 &&
    !keys[0]?.grain &&
    !comparesAll({ slots }) &&
    ['pie', 'bar'].every((form) => slots.form?.form !== form)
  return {
    ...base,
    where,
    cells: cells.map((each) => (each.aggregate === 'count' ? countCell(dataset, counted) : each)),
    ...order,
    ...(counted.length > 0 ? { counted } : {}),
    ...(names && slots.keys.length > 0 ? { counting: true } : {}),
  }
}

function ungrouped(context: Context): Query | Problem {
  const { slots, dataset, notes } = context
  const where = whereOf(context)
  const form = slots.form?.form
  if (slots.aggregates.length > 0 && !isTwoEnds(slots.aggregates)) {
    const cells = cellsOf(context)
    if ('kind' in cells) return cells
    return {
      kind: 'groups',
      dataset,
      where,
      notes: notesOf(context, cells),
      form,
      keys: [],
      cells: namesOneEntity(slots, dataset) ? cells.map(ofOneName) : cells,
    }
  }
  const measures = slots.measures
    .flatMap(({ ids }) => ids)
    .filter((id, index, all) => all.indexOf(id) === index)
    .flatMap((id) => measureOf(dataset, id) ?? [])
  if (measures.length > 0 && slots.aggregates.length === 0 && (slots.names.length > 0 || isList(context))) return listed(context, measures)
  if (measures.length > 0)
    return {
      kind: 'summary',
      dataset,
      where,
      notes: summaryNotes(context, measures),
      ...(namesOneEntity(slots, dataset) ? { ofOne: true } : {}),
      form,
      measures,
      ...(slots.aggregates.length > 0 ? { ends: true } : {}),
    }
  if (slots.aggregates.length > 0)
    return problem(`“${slots.aggregates[0]?.text}” of what? The table ${dataset.table} has ${dataset.measures.map(({ name }) => name).join(', ')}.`)
  if (slots.flags.has('how much')) return problem(`How much of what? The table ${dataset.table} has ${dataset.measures.map(({ name }) => name).join(', ')}.`)
  return { ...listed(context, dataset.measures), notes }
}

const isTwoEnds = (aggregates: readonly { name: AggregateName }[]) =>
  aggregates.length === 2 && aggregates.every(({ name }) => name === 'min' || name === 'max')

function summaryNotes({ notes, dataset, slots }: Context, measures: readonly Measure[]): string[] {
  return namesOneEntity(slots, dataset) ? [...notes] : [...notes, ...new Set(measures.flatMap((measure) => measure.note?.[measure.combine] ?? []))]
}

/** True if the question asks for the rows that meet a condition, or for a table of them. */
function isList({ slots, dataset }: Context): boolean {
  const asksRows = slots.keys.some(({ how, dimension }) => how === 'which' || dimension === dataset.entity) || slots.entities.length > 0
  return (
    slots.flags.has('list') ||
    slots.flags.has('by measure') ||
    slots.form?.form === 'table' ||
    slots.flags.has('when') ||
    (asksRows && slots.conditions.length > 0) ||
    slots.keys.some(({ dimension }) => dimension !== undefined && dimension === dataset.entity)
  )
}

function listed(context: Context, measures: readonly Measure[]): Extract<Query, { kind: 'rows' }> {
  const { slots, dataset, notes } = context
  const wanted = [...measures, ...slots.conditions.flatMap(({ ids }) => measureOf(dataset, ids[0] ?? '') ?? [])].filter(
    (measure, index, all) => all.indexOf(measure) === index,
  )
  const [first] = slots.measures.length > 0 ? measures : slots.conditions.flatMap(({ ids }) => measureOf(dataset, ids[0] ?? '') ?? [])
  const low = slots.measures.length === 0 && /^</.test(slots.conditions[0]?.comparison ?? '')
  const ordered =
    first && slots.names.length === 0 && slots.conditions.every(({ comparison }) => comparison !== 'missing') && dataset.table !== 'co2'
      ? { order: { column: measureColumn(first), direction: low ? ('min' as const) : ('max' as const) } }
      : {}
  return {
    kind: 'rows',
    dataset,
    where: whereOf(context),
    notes,
    form: slots.form?.form,
    columns: [...labelColumns(dataset), ...wanted.map(measureColumn)],
    ...ordered,
  }
}
