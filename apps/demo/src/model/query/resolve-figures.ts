import type { Dataset, Measure } from '../datasets/dataset.ts'
import type { Period, Slots } from '../question/slots.ts'
import { dimensionKey, measureCell } from './columns.ts'
import { type Context, namesOneEntity, whereOf } from './context.ts'
import { measureOf, periodFilter, timeParts, valueFilters } from './filters.ts'
import { type Filter, type Key, type Problem, problem, type Query } from './query.ts'
import { resolveCount } from './resolve-count.ts'
import { keyOf, unusedFlags } from './slot-checks.ts'

const measuresOf = ({ slots, dataset }: Context): Measure[] =>
  slots.measures
    .flatMap(({ ids }) => ids)
    .filter((id, index, all) => all.indexOf(id) === index)
    .flatMap((id) => measureOf(dataset, id) ?? [])

/** Resolves the share of rows that meet the condition behind "are". The part before it selects the rows. */
export function resolveShare(context: Context): Query | Problem {
  const { slots, dataset, notes } = context
  const unused = unusedFlags(slots, ['share', 'count', 'how much', 'distinct', 'list'])
  if (unused) return problem(unused)
  if (slots.measures.length > 0 || slots.superlatives.length > 0 || slots.aggregates.length > 0)
    return problem('I can give the share of rows that meet a condition, but not the share of a sum.')
  const behind = (at: number) => slots.copula !== undefined && at > slots.copula
  const split =
    [...slots.values, ...slots.presets, ...slots.conditions, ...slots.names].some(({ at }) => !behind(at)) &&
    [...slots.values, ...slots.presets, ...slots.conditions, ...slots.names].some(({ at }) => behind(at))
  const filtersOf = (test: (at: number) => boolean): Filter[] => partFilters(context, test)
  const part = split ? filtersOf(behind) : filtersOf(() => true)
  const base = split ? filtersOf((at) => !behind(at)) : []
  if (part.length === 0) return resolveCount(context)
  if (!split && part.length > 1) return problem('Say of which rows you want the share, for example “What percentage of Adelie penguins are female?”')
  if (slots.keys.some(({ entity, dimension }) => !entity && !(context.pinned && dimension === dataset.entity)))
    return problem('I can give one share at a time, not one for each group.')
  return { kind: 'share', dataset, where: [...base, ...context.times], part, notes, form: slots.form?.form }
}

function partFilters({ slots, dataset, conditions }: Context, test: (at: number) => boolean): Filter[] {
  const values = valueFilters({ ...slots, values: slots.values.filter(({ at }) => test(at)) }, dataset)
  const presets = slots.presets
    .filter(({ at }) => test(at))
    .map(({ sql, label, negated }) => (negated ? { sql: `NOT (${sql})`, text: `not ${label}` } : { sql, text: label }))
  return [...values, ...presets, ...slots.conditions.flatMap(({ at }, index) => (test(at) ? (conditions[index] ?? []) : []))]
}

/** Resolves a question about the relation of two measures. */
export function resolveRelation(context: Context): Query | Problem {
  const { slots, dataset, notes } = context
  const unused = unusedFlags(slots, ['relation', 'compare', 'by measure', 'difference', 'how much'])
  if (unused) return problem(unused)
  const [x, y, third] = measuresOf(context)
  if (!x || !y || third)
    return problem(
      `A scatter plot needs exactly two columns of numbers; I found ${
        measuresOf(context)
          .map(({ name }) => name)
          .join(', ') || 'none'
      }. The table ${dataset.table} has ${dataset.measures.map(({ name }) => name).join(', ')}.`,
    )
  if (slots.superlatives.length > 0 || slots.aggregates.length > 0)
    return problem('I can draw every row of two columns, but not together with a ranking or an average.')
  const keys = slots.keys.filter(({ entity }) => !entity).map((part) => keyOf(dataset, part))
  const [by] = keys
  if (keys.length > 1 || (keys.length === 1 && (!by || by.dimension === undefined || by.dimension === 'country')))
    return problem('I can colour a scatter plot by one column of names.')
  return { kind: 'relation', dataset, where: whereOf(context), notes, x, y, ...(by ? { by } : {}), form: slots.form?.form }
}

/** Resolves a question about the frequency of the values of a measure. */
export function resolveDistribution(context: Context): Query | Problem {
  const { slots, dataset, notes } = context
  const unused = unusedFlags(slots, ['distribution', 'how much'])
  if (unused) return problem(unused)
  const measures = measuresOf(context)
  const [measure] = measures
  if (!measure && slots.keys.length > 0) return resolveCount({ ...context, slots: withoutFlag(slots) })
  if (!measure || measures.length > 1)
    return problem(`A distribution is of one column. The table ${dataset.table} has ${dataset.measures.map(({ name }) => name).join(', ')}.`)
  if (slots.keys.some(({ entity }) => !entity) || slots.superlatives.length > 0 || slots.aggregates.length > 0)
    return problem('I can show the distribution of one column, but not one for each group.')
  return { kind: 'distribution', dataset, where: whereOf(context), notes, measure, form: slots.form?.form }
}

const withoutFlag = (slots: Slots): Slots => ({ ...slots, flags: new Map([...slots.flags].filter(([flag]) => flag !== 'distribution')) })

/** Resolves a question about the change of a measure between two times. */
export function resolveChange(context: Context): Query | Problem {
  const { slots, dataset, notes } = context
  const unused = unusedFlags(slots, ['change', 'fall', 'difference', 'how much', 'did', 'compare'])
  if (unused) return problem(unused)
  const measures = measuresOf(context)
  const [measure] = measures
  if (!dataset.time) return problem(`The ${dataset.noun.many} of this table have no date, so nothing in it rises or falls.`)
  if (!measure || measures.length > 1) return problem(`Say of which column you want the change: ${dataset.measures.map(({ name }) => name).join(', ')}.`)
  if (slots.aggregates.length > 0 || slots.superlatives.length > 1 || slots.conditions.length > 0)
    return problem('I can give the change of a column between two times, but not together with averages or limits.')
  const ends = endsOf(context)
  if ('kind' in ends) return ends
  const by = changeKey(context)
  if (by && 'kind' in by && by.kind === 'problem') return by as Problem
  const [superlative] = slots.superlatives
  if (superlative && !by) return problem(`Say for which groups I should compare the change, for example “which ${dataset.dimensions[0]?.name ?? 'year'}”.`)
  const falling = slots.flags.has('fall')
  const order = superlative ? ((superlative.direction === 'max') !== falling ? 'max' : 'min') : falling && by ? 'min' : undefined
  return {
    kind: 'change',
    dataset,
    where: context.names,
    notes,
    name:
      namesOneEntity(slots, dataset) || by
        ? dataset.time.grain === 'year' && dataset.entity
          ? measure.name
          : measureCell(measure).name
        : measureCell(measure).name,
    measure,
    ...ends,
    form: slots.form?.form,
    ...(by ? { by: by as Key } : {}),
    ...(order ? { order } : {}),
    ...(superlative?.count === undefined ? {} : { limit: superlative.count }),
  }
}

function changeKey({ slots, dataset }: Context): Key | Problem | undefined {
  const parts = slots.keys.filter(({ entity }) => !entity)
  const named = dataset.dimensions.find(({ id }) => slots.values.filter(({ dimension, negated }) => dimension === id && !negated).length > 1)
  if (parts.length > 1) return problem('I can give the change by one thing at a time.')
  const [part] = parts
  if (!part) return named && dimensionKey(named)
  const key = keyOf(dataset, part)
  return key && !key.grain ? key : problem('I can give the change between two times, but not for each year.')
}

/** Returns the two times of a change: two named ones, the ends of a range, or a first one and the end of the table. */
function endsOf({ slots, dataset }: Context): { from: Times; to: Times } | Problem {
  const periods = slots.periods.filter(({ negated }) => !negated).map(({ period }) => period)
  if (periods.length !== slots.periods.length || periods.some(({ months, last }) => months || last))
    return problem('Name two years, for example “from 1960 to 2000”.')
  const [first, second, third] = periods
  if (third) return problem('A change is between two times.')
  if (first && second) return { from: timeOf(dataset, first), to: timeOf(dataset, second) }
  if (!first) return { from: edge(dataset, 'min'), to: edge(dataset, 'max') }
  if (!first.to) return { from: pointOf(dataset, first.from ?? ''), to: edge(dataset, 'max') }
  if (!first.from) return { from: edge(dataset, 'min'), to: pointOf(dataset, first.to) }
  const within = first.from.slice(0, 4) === first.to.slice(0, 4)
  if (!within) return { from: pointOf(dataset, first.from), to: pointOf(dataset, first.to) }
  if (dataset.time?.grain === 'year') return problem('A change needs two years, for example “from 1960 to 2000”.')
  const month = (date: string) => timeOf(dataset, { from: `${date.slice(0, 7)}-01`, to: `${date.slice(0, 7)}-31`, label: date.slice(0, 7) })
  return { from: month(first.from), to: month(first.to) }
}

type Times = { sql: string; label: string; year?: string }

const timeOf = (dataset: Dataset, period: Period): Times => {
  const filter = periodFilter(dataset, period)
  return {
    sql: typeof filter === 'string' ? 'false' : filter.sql.replace(/DATE '(\d{4}-\d{2})-31'/, "(DATE '$1-01' + INTERVAL 1 MONTH - INTERVAL 1 DAY)::DATE"),
    label: period.label,
  }
}

/** Returns the full year in which a range begins or ends. */
const pointOf = (dataset: Dataset, date: string): Times => {
  const year = date.slice(0, 4)
  return timeOf(dataset, { from: `${year}-01-01`, to: `${year}-12-31`, label: year })
}

function edge(dataset: Dataset, end: 'min' | 'max'): Times {
  const { year } = timeParts(dataset)
  return {
    sql: `${year} = (SELECT ${end}(${year}) FROM ${dataset.table})`,
    year: `(SELECT ${end}(${year}) FROM ${dataset.table})`,
    label: end === 'min' ? 'the first year of the table' : 'the last year of the table',
  }
}
