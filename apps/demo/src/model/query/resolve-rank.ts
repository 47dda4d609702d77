import type { Dataset, Measure } from '../datasets/dataset.ts'
import type { AggregateName } from '../question/chunk.ts'
import type { KeyPart, SuperlativePart } from '../question/slots.ts'
import { countCell, grainKey, labelColumns, measureCell, measureColumn, ofOneName } from './columns.ts'
import { type Context, countingFilters, namesOneEntity, whereOf } from './context.ts'
import { measureOf } from './filters.ts'
import { type Cell, type Column, type Filter, type GroupsQuery, type Key, type Problem, problem, type Query, type RowsQuery } from './query.ts'
import { hasGrain, keyOf, unusedFlags } from './slot-checks.ts'

const defaultLimit = 10

/** Words that rank only lengths and durations. */
const lengthWords = /\b(longest|shortest|deepest|shallowest)\b/i
const hasLength = /length|depth|life|acceleration/

/** Resolves superlatives: the rows or groups with the highest or lowest value. */
export function resolveRank(context: Context): Query | Problem {
  const { slots } = context
  const unused = unusedFlags(slots, ['ever', 'when', 'where', 'list', 'how much', 'by measure', 'did', 'count', 'distinct'])
  if (unused) return problem(unused)
  const superlatives =
    slots.superlatives.length > 0
      ? slots.superlatives
      : slots.aggregates.map(({ name, ...part }): SuperlativePart => ({ ...part, direction: name === 'min' ? 'min' : 'max' }))
  const named = superlatives.filter(({ ranked }) => !ranked)
  const [superlative] = named.length > 0 ? named : superlatives
  if (!superlative) return problem('I did not find what to rank by.')
  if (named.length === 2 && superlatives.some(({ count = 1, nth = 1 }) => count > 1 || nth > 1))
    return problem('I can list several rows from one end at a time. Ask for the highest and for the lowest ones separately.')
  if (named.length === 2) return bothEnds(context, named)
  if (named.length > 2 || superlatives.length > 2) return problem('I can rank by one thing at a time.')
  const count = superlatives.find((part) => part.count !== undefined)?.count
  return rank(context, count === undefined ? superlative : { ...superlative, count }, slots.superlatives.length > 0)
}

/** Resolves both ends of one measure, as in "the heaviest and the lightest". */
function bothEnds(context: Context, [first, second]: readonly SuperlativePart[]): Query | Problem {
  const measures = [first, second].map((part) => part && orderMeasure(context, part))
  const [one, other] = measures
  const ids = (one && 'id' in one ? [one.id] : []).concat(other && 'id' in other ? [other.id] : [])
  const same = ids[0] === ids[1] || ids.every((id) => id === 'temp_max_c' || id === 'temp_min_c')
  if (!same || first?.direction === second?.direction || context.slots.keys.some(({ entity }) => !entity))
    return problem('I can answer one superlative at a time, or the highest and the lowest of one column.')
  const found = [...new Set(ids)].flatMap((id) => measureOf(context.dataset, id) ?? [])
  return {
    kind: 'summary',
    dataset: context.dataset,
    where: whereOf(context),
    notes: context.notes,
    measures: found,
    ends: true,
    form: context.slots.form?.form,
  }
}

function rank(context: Context, superlative: SuperlativePart, withAggregate: boolean): Query | Problem {
  const { slots, dataset } = context
  const target = targetOf(context, superlative)
  if (target && 'kind' in target) return target
  const aggregates = withAggregate ? slots.aggregates : []
  const plural = withAggregate && asksForSeveral(context, superlative, target)
  if (aggregates.length > 1) return problem('I can rank by one figure at a time.')
  const behind = slots.keys.find(({ at, how }) => how === 'mention' && at === superlative.at + 1)
  if (superlative.amount && !superlative.common && behind?.dimension && slots.keys.indexOf(behind) >= 0 && isNumber(dataset, behind))
    return problem(`I cannot rank by ${behind.text}. I can count or list the ones with a certain number, for example “8 ${behind.text}”.`)
  const counted = countsRows(context, superlative)
  const measure = counted ? undefined : orderMeasure(context, superlative)
  if (measure && 'kind' in measure) return measure
  if (!counted && !measure)
    return problem(`“${superlative.text}” does not say by which column. The table ${dataset.table} has ${dataset.measures.map(({ name }) => name).join(', ')}.`)
  if (measure && lengthWords.test(superlative.text) && superlative.measure === undefined && !hasLength.test(measure.id))
    return problem(`“${superlative.text}” does not go with ${measure.name}. Ask for the highest or the lowest.`)
  const direction = directionOf(superlative, measure)
  if (!direction) return problem(`I do not know what “${superlative.text}” means for ${measure?.name}. Ask for the highest or the lowest.`)
  const groups = slots.keys.filter(({ how }) => how === 'by')
  if (groups.length > 0) return bestOfEachGroup(context, { groups, measure, direction, aggregate: aggregates[0]?.name, superlative })
  const ofRow = !counted && aggregates.length === 0 && asksAboutRow(context, superlative, target)
  const key = ofRow ? undefined : groupOf(context, target, aggregates.length > 0, counted)
  if (key && 'kind' in key && key.kind === 'problem') return key as Problem
  if (key && aggregates.length > 0 && context.pinned && target?.dimension === dataset.entity)
    return problem('I can rank values or combine them, but not combine the ranked ones.')
  if (key) return rankedGroups(context, { key: key as Key, measure, direction, aggregate: aggregates[0]?.name, superlative, plural })
  if (aggregates.length > 0 || counted || !measure)
    return problem(`Say for which groups I should compare, for example “by ${dataset.dimensions[0]?.name ?? 'year'}”.`)
  return rankedRows(context, { measure, direction, superlative, plural: plural && !ofRow })
}

/** True if the values of a dimension are numbers, such as the number of cylinders: "the most cylinders" then does not refer to a number of rows. */
const isNumber = (dataset: Dataset, { dimension }: KeyPart) =>
  dataset.dimensions.find(({ id }) => id === dimension)?.values.every(({ values }) => values.every((value) => typeof value === 'number')) === true

interface Ranking {
  measure: Measure | undefined
  direction: 'max' | 'min'
  superlative: SuperlativePart
}

function rankedRows(context: Context, { measure, direction, superlative, plural }: Ranking & { measure: Measure; plural: boolean }): RowsQuery {
  const { dataset, slots, notes } = context
  const others = slots.measures.flatMap(({ ids }) => (ids.length === 1 ? ids : [])).filter((id) => id !== measure.id)
  const more = [...new Set(others)].flatMap((id) => measureOf(dataset, id) ?? [])
  const column = measureColumn(measure)
  return {
    kind: 'rows',
    dataset,
    where: whereOf(context),
    notes: [...notes, ...reading(superlative, measure, direction)],
    form: slots.form?.form,
    columns: [...labelColumns(dataset), column, ...more.map(measureColumn)],
    order: { column, direction },
    ...(superlative.nth === undefined ? { limit: superlative.count ?? (plural ? defaultLimit : 1) } : { nth: superlative.nth }),
  }
}

function rankedGroups(
  context: Context,
  { key, measure, direction, aggregate, superlative, plural }: Ranking & { key: Key; aggregate: AggregateName | undefined; plural: boolean },
): GroupsQuery {
  const { dataset, slots, notes } = context
  const { where, counted } = measure ? { where: whereOf(context), counted: [] } : countingFilters(context, [key])
  const figure = measure ? measureCell(measure, aggregate) : countCell(dataset, counted)
  const main = key.dimension !== undefined && key.dimension === dataset.entity ? ofOneName(figure) : figure
  const cells: Cell[] = measure && aggregate === undefined && !key.grain ? [main, measureCell(measure, direction)] : [main]
  const limit = superlative.count ?? (key.grain === 'day' || key.grain === 'month' ? (plural ? defaultLimit : 1) : undefined)
  const note = measure && aggregate === undefined ? [`The ${key.plural} are ranked by the ${main.name}.`] : []
  return {
    kind: 'groups',
    dataset,
    where,
    ...(counted.length > 0 ? { counted } : {}),
    notes: [...notes, ...(measure ? reading(superlative, measure, direction) : []), ...note],
    form: slots.form?.form,
    keys: [key],
    cells,
    ranked: true,
    order: { cell: main, direction },
    ...(superlative.nth === undefined ? {} : { nth: superlative.nth }),
    ...(limit === undefined || superlative.nth !== undefined ? {} : { limit }),
  }
}

function bestOfEachGroup(
  context: Context,
  { groups, measure, direction, aggregate, superlative }: Ranking & { groups: readonly KeyPart[]; aggregate: AggregateName | undefined },
): Query | Problem {
  const { dataset, slots, notes } = context
  const keys = groups.map((part) => keyOf(dataset, part))
  const [only] = keys
  if (!measure || aggregate || superlative.count !== undefined || superlative.nth !== undefined || keys.length !== 1 || !only)
    return problem(`I can give the highest or lowest value of each group, but not “${superlative.text}” of each.`)
  const label = labelColumns(dataset).find(
    ({ kind, alias }) => alias !== only.alias && (kind === 'date' || kind === 'month' || alias === 'name' || alias === dataset.entity),
  )
  const cells = [measureCell(measure, direction), ...(label ? [ownerCell(label, measure, direction)] : [])]
  return {
    kind: 'groups',
    dataset,
    where: whereOf(context),
    notes: [...notes, ...reading(superlative, measure, direction)],
    keys: [only],
    cells,
    form: slots.form?.form,
  }
}

function ownerCell({ sql, title, kind, alias }: Column, measure: Measure, direction: 'max' | 'min'): Cell {
  return { alias: `${alias}_of_it`, sql: `arg_${direction}(${sql}, ${measure.sql})`, title, kind, aggregate: direction, name: title.toLowerCase() }
}

/** Returns the ranked thing: the one after "which", otherwise the one named after the superlative. */
function targetOf({ slots, dataset }: Context, { at }: SuperlativePart): KeyPart | Problem | undefined {
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
function groupOf(context: Context, target: KeyPart | undefined, aggregated: boolean, counted: boolean): Key | Problem | undefined {
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
function asksAboutRow({ slots, dataset }: Context, { at, count = 1, nth }: SuperlativePart, target: KeyPart | undefined): boolean {
  if (!target || target.entity) return false
  const asksKey = target.how === 'which' || (target.how === 'count' && isNumber(dataset, target))
  if (!asksKey || (target.grain !== undefined && !hasGrain(target.grain))) return false
  const row = slots.entities.find((part) => part.at > target.at || slots.flags.has('where'))
  if (!row) return false
  const isAdjacent = row.at === at + 1 || (row.at < at && at - row.at <= 3)
  return isAdjacent && (count > 1 || nth !== undefined || !/s$/i.test(row.text))
}

/** True if rows are counted, as in "the island with the most penguins", but not in "the most horsepower". */
function countsRows({ slots }: Context, { amount, ranked, measure, at, common }: SuperlativePart): boolean {
  if (common) return slots.measures.length === 0
  if (!(amount || ranked) || measure) return false
  const behind = slots.measures.filter((part) => part.at > at)
  return behind.length === 0 && slots.measures.length === 0 && (slots.entities.length > 0 || slots.presets.length > 0 || slots.values.length > 0)
}

/** Returns the column by which rows are ranked: that of the adjective, otherwise the next one named after the superlative, otherwise the last one before it. */
function orderMeasure({ slots, dataset }: Context, { measure, weak, at, direction, text }: SuperlativePart): Measure | Problem | undefined {
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

function directionOf({ quality, direction }: SuperlativePart, measure: Measure | undefined): 'max' | 'min' | undefined {
  if (!quality) return direction
  if (!measure?.better) return undefined
  return direction === 'max' ? measure.better : measure.better === 'max' ? 'min' : 'max'
}

function reading({ text }: SuperlativePart, { name, words }: Measure, direction: 'max' | 'min'): string[] {
  const plain =
    /^(top|bottom|\d|the )?.*\b(highest|lowest|most|least|fewest|max\w*|min\w*|largest|greatest)\b/i.test(text) ||
    words.some((word) => text.toLowerCase().includes(word))
  return plain || text.toLowerCase().startsWith('top') || text.toLowerCase().startsWith('bottom')
    ? []
    : [`“${text.replace(/^(the |top |\d+ )+/i, '')}” is read as the ${direction === 'max' ? 'highest' : 'lowest'} ${name}.`]
}

/** True if several rows are requested, as in "the heaviest penguins", but not in "the highest body mass of penguins". */
function asksForSeveral({ slots }: Context, { at }: SuperlativePart, target: KeyPart | undefined): boolean {
  const between = slots.measures.some((measure) => target !== undefined && at < measure.at && measure.at < target.at)
  return isPlural(target) && !between
}

const isPlural = (target: KeyPart | undefined) => target !== undefined && /(?:[^s]s|ies)$/i.test(target.text) && !/series|species/i.test(target.text)

const timeAliases = ['date', 'month', 'year', 'model_year']

/** Resolves the first or the newest rows that meet the conditions. */
export function resolveTimeRank(context: Context): Query | Problem {
  const { slots, dataset, notes } = context
  const unused = unusedFlags(slots, ['first', 'latest', 'when', 'list', 'ever', 'did', 'how much', 'count'])
  if (unused) return problem(unused)
  if (slots.flags.has('first') && slots.flags.has('latest')) return problem('I can look for the first or for the latest row, one at a time.')
  const time = labelColumns(dataset).find(({ alias }) => timeAliases.includes(alias))
  if (!dataset.time || !time) return problem(`The ${dataset.noun.many} of this table have no date, so I do not know the first or the latest.`)
  const strange = slots.superlatives.length > 0 || slots.aggregates.length > 0 || slots.flags.has('count') || slots.keys.some(({ how }) => how === 'by')
  if (strange) return problem('I can look for the first or the latest row, but not together with another ranking, a count or groups.')
  const measures =
    slots.measures.length > 0
      ? slots.measures.flatMap(({ ids }) => ids)
      : slots.conditions.length > 0
        ? slots.conditions.flatMap(({ ids }) => ids)
        : dataset.measures.map(({ id }) => id)
  const columns = [...new Set(measures)].flatMap((id) => measureOf(dataset, id) ?? []).map(measureColumn)
  const where: Filter[] = [...whereOf(context), ...amountFilters(context)]
  return {
    kind: 'rows',
    dataset,
    where,
    notes,
    columns: [...labelColumns(dataset), ...columns],
    order: { column: time, direction: slots.flags.has('first') ? 'min' : 'max' },
    limit: 1,
    form: slots.form?.form,
  }
}

/** Returns filters for an amount: "the first rain" is the first day with any rain, because a column that is summed and may be 0 is selected by its amount. */
function amountFilters({ slots, dataset }: Context): Filter[] {
  if (slots.conditions.length > 0 || slots.presets.length > 0) return []
  const named = slots.measures.flatMap(({ ids }) => (ids.length === 1 ? ids : [])).flatMap((id) => measureOf(dataset, id) ?? [])
  return named.flatMap(({ id, sql, name, unit }) => (id === 'precipitation_mm' ? [{ sql: `${sql} > 0`, text: `${name} above 0 ${unit}` }] : []))
}
