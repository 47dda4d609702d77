import type { Dataset, Grain, Measure } from '../datasets/dataset.ts'
import type { AggregateName } from '../question/chunk.ts'
import type { KeyPart, Period } from '../question/slots.ts'
import { countCell, dimensionKey, distinctCell, grainKey, labelColumns, measureCell, measureColumn, ofOneName } from './columns.ts'
import { type Context, countingFilters, namesOneEntity, whereOf } from './context.ts'
import { conditionFilter, measureOf, nameCondition } from './filters.ts'
import { literal } from './pivots.ts'
import { type Cell, type Key, type Problem, problem, type Query } from './query.ts'
import { keyOf, unusedFlags } from './slot-checks.ts'

const maxKeys = 2

/** Counts rows or the different values of a column. */
export function resolveCount(context: Context): Query | Problem {
  const { slots, dataset, notes } = context
  const unused = unusedFlags(slots, ['count', 'distinct', 'list', 'compare', 'ever', 'where', 'how much'])
  if (unused) return problem(unused)
  if (slots.aggregates.some(({ name }) => name !== 'sum')) return averageCount(context)
  const target = slots.keys.find(({ how }) => how === 'count')
  const others = slots.keys.filter((part) => part !== target && !part.entity)
  const keys = keysOf(
    context,
    others.map((part) => keyOf(dataset, part)),
    target ? [target.dimension, target.grain] : [],
  )
  if ('kind' in keys) return keys
  const measured = slots.measures.filter(({ at }) => !slots.conditions.some((condition) => condition.at === at))
  if (measured.length > 0) return problem(`I can count ${dataset.noun.many}, or give figures of “${measured[0]?.text}”, but not both at once.`)
  const counted = target && !target.entity ? keyOf(dataset, target) : undefined
  if (target && !target.entity && !counted) return problem(`The table ${dataset.table} has no ${target.text}.`)
  const base = { kind: 'groups' as const, dataset, where: whereOf(context), notes, form: slots.form?.form }
  const ofGroups =
    counted !== undefined &&
    slots.conditions.length > 0 &&
    slots.entities.length === 0 &&
    (counted.grain !== undefined || (counted.dimension === dataset.entity && !context.pinned))
  if (counted && keys.length === 0 && ofGroups) return withHaving(context, { ...base, keys: [counted], cells: [countCell(dataset)], counting: true })
  if (counted && keys.length === 0) return { ...base, keys: [counted], cells: [countCell(dataset)], counting: true }
  if (counted) return { ...base, keys, cells: [distinctCell(counted)] }
  if (!target && dataset.entity && slots.entities.length === 0 && slots.conditions.length > 0)
    return problem(`Say what to count: ${dataset.dimensions.map(({ plural }) => plural).join(' or ')}.`)
  const { where, counted: conditions } = countingFilters(context, keys)
  return { ...base, where, keys, cells: [countCell(dataset, conditions)], ...(conditions.length > 0 ? { counted: conditions } : {}) }
}

const averageCount = ({ dataset }: Context) => problem(`I can count ${dataset.noun.many} or give the average of a column, but not both at once.`)

/** Figures by groups, over time or for all rows; without a measure, the rows themselves. */
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

/** "The average life expectancy of countries by region": the countries are what is averaged, and no groups. */
function isOnlyNoun({ slots, dataset }: Context, { dimension, how }: KeyPart): boolean {
  const others = slots.aggregates.length > 0 || slots.keys.some((key) => key.how === 'by')
  return how === 'mention' && dimension !== undefined && dimension === dataset.entity && others
}

/** "Which countries have a fertility below 2 in 2005" lists rows; "by country" groups them. */
function listsRows({ dataset, slots, pinned }: Context, dimension: string | undefined, grain: Grain | undefined): boolean {
  if (slots.aggregates.length > 0 || slots.flags.has('trend')) return false
  const wanted = slots.conditions.length > 0 || slots.measures.length > 0
  if (dimension !== undefined) return dimension === dataset.entity && pinned && wanted
  return grain === dataset.time?.grain && grain !== 'year' && wanted && dataset.entity === undefined
}

/** The keys, with one for names or times that the question compares. */
function keysOf(context: Context, asked: readonly (Key | undefined)[], taken: readonly (string | undefined)[]): Key[] | Problem {
  const { slots, dataset } = context
  const keys = asked.flatMap((key) => key ?? []).filter((key, index, all) => all.findIndex(({ alias }) => alias === key.alias) === index)
  const compared = dataset.dimensions.filter(({ id }) => {
    const values = slots.values.filter(({ dimension, negated }) => dimension === id && !negated)
    return !taken.includes(id) && values.length > 1 && !joinedByOr(context, values)
  })
  const named = namesKey(joinedByOr(context, slots.names) ? [] : slots.names)
  const times = comparedTimes(
    dataset,
    slots.periods.filter(({ negated }) => !negated).map(({ period }) => period),
  )
  if (times && 'kind' in times && times.kind === 'problem') return times as Problem
  const more = [...compared.map(dimensionKey), ...(named ? [named] : []), ...(times ? [times as Key] : [])]
  const all = [...keys, ...more.filter(({ alias }) => !keys.some((key) => key.alias === alias))]
  const comparing = slots.flags.has('compare') || slots.flags.has('difference')
  if (comparing && all.length === 0)
    return slots.names.length > 1 ? [] : problem('I did not find the two things to compare. Name two of them, for example two countries, species or years.')
  return all
}

/** "Dream or Torgersen" is one selection; "Dream and Torgersen" are two to look at. */
function joinedByOr({ slots }: Context, parts: readonly { at: number }[]): boolean {
  const [first, last] = [parts[0]?.at ?? 0, parts.at(-1)?.at ?? 0]
  return !slots.flags.has('compare') && slots.ors.some((at) => first < at && at < last)
}

/** "Ford against Chevrolet": one group for each name of a model that the question lists. */
function namesKey(names: Context['slots']['names']): Key | undefined {
  const wanted = names.filter(({ negated }) => !negated)
  if (wanted.length < 2) return undefined
  const cases = wanted.map((part) => `WHEN ${nameCondition(part)} THEN ${literal(part.phrase)}`)
  return { alias: 'model_name', sql: `CASE ${cases.join(' ')} END`, title: 'Name', kind: 'text', plural: 'names' }
}

function comparedTimes(dataset: Dataset, periods: readonly Period[]): Key | Problem | undefined {
  if (periods.length < 2) return undefined
  const grain = commonGrain(periods)
  return (grain && grainKey(dataset, grain)) ?? problem('I can compare years with years, or months with months.')
}

function commonGrain(periods: readonly Period[]): Grain | undefined {
  const every = (test: (period: Period) => boolean) => periods.every(test)
  if (every(({ from, to, months }) => !months && from?.slice(0, 4) === to?.slice(0, 4) && from?.endsWith('-01-01') === true && to?.endsWith('-12-31') === true))
    return 'year'
  if (every(({ from, to }) => from !== undefined && from === to)) return 'day'
  if (every(({ from, to, months }) => !months && from !== undefined && from.slice(0, 7) === to?.slice(0, 7))) return 'month'
  if (every(({ from, months }) => !from && months?.length === 1)) return 'calendar month'
  if (every(({ from, months }) => !from && months?.length === 3)) return 'season'
  return every(({ from, to, months }) => !months && from?.endsWith('0-01-01') === true && to?.slice(3) === '9-12-31') ? 'decade' : undefined
}

const dailyLimit = 100

/** Adds a time key where the question is about a development or asks for a line. */
function withTime(context: Context, keys: readonly Key[]): Key[] | Problem {
  const { slots, dataset } = context
  const wants = slots.flags.has('trend') || slots.form?.form === 'line' || undecidedSeries(context) || drawsValues(context, keys)
  if (!wants || keys.some(({ grain }) => grain)) return [...keys]
  if (!dataset.time) return problem(`The ${dataset.noun.many} of this table have no date, so there is no development over time to show.`)
  const key = grainKey(
    dataset,
    trendGrain(
      dataset,
      slots.periods.map(({ period }) => period),
    ),
  )
  return key ? [key, ...keys] : [...keys]
}

/** "Life expectancy in the UK since 1980 as a bar chart" has one bar for each time. */
function drawsValues({ slots, dataset, pinned }: Context, keys: readonly Key[]): boolean {
  const drawn = slots.form?.form === 'bar' || slots.form?.form === 'chart'
  return (
    drawn &&
    keys.length === 0 &&
    dataset.time !== undefined &&
    !pinned &&
    slots.measures.length > 0 &&
    slots.aggregates.length === 0 &&
    slots.conditions.length === 0 &&
    slots.names.length === 0
  )
}

/** A measure alone, in a table over time, is shown over time. */
function undecidedSeries({ slots, dataset }: Context): boolean {
  const series = dataset.time !== undefined && dataset.table !== 'cars' && dataset.table !== 'weather' && dataset.latest === undefined
  return (
    series &&
    slots.measures.length > 0 &&
    slots.periods.length === 0 &&
    slots.aggregates.length === 0 &&
    slots.keys.length === 0 &&
    slots.conditions.length === 0 &&
    !slots.flags.has('compare') &&
    slots.form?.form !== 'table'
  )
}

function trendGrain({ time }: Dataset, periods: readonly Period[]): Grain {
  if (time?.grain === 'year') return 'year'
  const [only] = periods
  const days = only?.from && only.to ? (Date.parse(only.to) - Date.parse(only.from)) / 86_400_000 : Number.POSITIVE_INFINITY
  if (time?.grain === 'day') return days < dailyLimit ? 'day' : 'month'
  return 'month'
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

/** The figure of a single row is no average. */
function asValue(cell: Cell): Cell {
  return cell.measure && (cell.aggregate === 'avg' || cell.aggregate === 'sum')
    ? { ...cell, name: cell.measure.name, title: measureColumn(cell.measure).title, decimals: cell.measure.decimals }
    : cell
}

/** "Which years had a total precipitation above 1000 mm": the condition holds for the figure of each group. */
function withHaving(context: Context, base: Omit<Extract<Query, { kind: 'groups' }>, 'where' | 'having'>): Query | Problem {
  const { slots, dataset, names, times } = context
  const [aggregate] = slots.aggregates
  const conditions = slots.conditions.map((condition) => ({ condition, measure: measureOf(dataset, condition.ids[0] ?? '') }))
  if (conditions.some(({ measure }) => !measure)) return problem('I can set limits on columns of numbers only.')
  const cells = conditions.flatMap(({ measure }) => (measure ? [measureCell(measure, aggregate?.name)] : []))
  const having = conditions.flatMap(({ condition }, index) => {
    const cell = cells[index]
    return cell ? [conditionFilter(condition, { sql: cell.sql, name: cell.name, unit: cell.unit ?? '', decimals: cell.decimals ?? 0 })] : []
  })
  const all = [...cells, ...base.cells.filter(({ alias }) => alias !== 'number_of_rows' && !cells.some((cell) => cell.alias === alias))]
  return { ...base, cells: all, where: [...names, ...times], having, ...(base.order && all[0] ? { order: { cell: all[0], direction: 'max' as const } } : {}) }
}

/** The figures that the question asks for. */
function cellsOf({ slots, dataset }: Context): Cell[] | Problem {
  const measures = slots.measures
    .flatMap(({ ids }) => ids)
    .filter((id, index, all) => all.indexOf(id) === index)
    .flatMap((id) => measureOf(dataset, id) ?? [])
  const names = slots.aggregates.map(({ name }) => name).filter((name, index, all) => all.indexOf(name) === index)
  const conditioned = slots.conditions.length > 0 && measures.length === 0
  if (measures.length === 0 && names.length > 0 && !conditioned)
    return problem(`“${slots.aggregates[0]?.text}” of what? The table ${dataset.table} has ${dataset.measures.map(({ name }) => name).join(', ')}.`)
  if (measures.length === 0)
    return comparesAll({ slots })
      ? dataset.measures.map((measure) => measureCell(measure, measure.combine === 'sum' ? undefined : 'avg'))
      : [countCell(dataset)]
  if (names.length > 1 && slots.measures.length > 1)
    return problem('I can give several figures of one column, or one figure of several columns, but not a different one for each.')
  const sums = names.includes('sum') ? measures.find((measure) => measure.combine === 'avg' && measure.together === undefined && !measure.summable) : undefined
  if (sums) return problem(`A sum of ${sums.name} means nothing. Ask for the average instead.`)
  return measures.flatMap((measure) => (names.length === 0 ? [measureCell(measure)] : names.map((name) => measureCell(measure, name))))
}

const comparesAll = ({ slots }: Pick<Context, 'slots'>) => slots.flags.has('compare') || slots.flags.has('difference')

/** Whether each group is one row of the table, so that its figure is a value and no average. */
function isOneRowEach({ dataset, slots, pinned }: Context, keys: readonly Key[]): boolean {
  const entity = dataset.entity === undefined || keys.some(({ dimension }) => dimension === dataset.entity) || namesOneEntity(slots, dataset)
  return (
    dataset.time !== undefined &&
    dataset.table !== 'cars' &&
    entity &&
    (pinned || keys.some(({ grain }) => grain !== undefined && grain === dataset.time?.grain))
  )
}

function notesOf({ notes, slots, dataset }: Context, cells: readonly Cell[], keys: readonly Key[] = []): string[] {
  if (namesOneEntity(slots, dataset) || keys.some(({ dimension }) => dimension !== undefined && dimension === dataset.entity)) return [...notes]
  const own = cells.flatMap(({ measure, aggregate }) => (measure && (aggregate === 'avg' || aggregate === 'sum') ? (measure.note?.[aggregate] ?? []) : []))
  return [...notes, ...new Set(own)]
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

/** Rows are listed where the question asks which of them meet a condition, or for a table of them. */
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
