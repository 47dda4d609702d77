import type { Measure } from '../datasets/dataset.ts'
import type { AggregateName } from '../question/chunk.ts'
import type { KeyPart, SuperlativePart } from '../question/slots.ts'
import { countCell, labelColumns, measureCell, measureColumn, ofOneName } from './columns.ts'
import { type Context, countingFilters, whereOf } from './context.ts'
import { measureOf } from './filters.ts'
import { type Cell, type Column, type GroupsQuery, type Key, type Problem, problem, type Query, type RowsQuery } from './query.ts'
import { readingNotes } from './rank-measure.ts'
import { keyOf } from './slot-checks.ts'

const defaultLimit = 10

interface Ranking {
  measure: Measure | undefined
  direction: 'max' | 'min'
  superlative: SuperlativePart
}

/** Returns a query for the rows at one end of a column. */
export function rankedRows(context: Context, { measure, direction, superlative, plural }: Ranking & { measure: Measure; plural: boolean }): RowsQuery {
  const { dataset, slots, notes } = context
  const others = slots.measures.flatMap(({ ids }) => (ids.length === 1 ? ids : [])).filter((id) => id !== measure.id)
  const more = [...new Set(others)].flatMap((id) => measureOf(dataset, id) ?? [])
  const column = measureColumn(measure)
  return {
    kind: 'rows',
    dataset,
    where: whereOf(context),
    notes: [...notes, ...readingNotes(superlative, measure, direction)],
    form: slots.form?.form,
    columns: [...labelColumns(dataset), column, ...more.map(measureColumn)],
    order: { column, direction },
    ...(superlative.nth === undefined ? { limit: superlative.count ?? (plural ? defaultLimit : 1) } : { nth: superlative.nth }),
  }
}

/** Returns a query for groups in the order of a figure. */
export function rankedGroups(
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
    notes: [...notes, ...(measure ? readingNotes(superlative, measure, direction) : []), ...note],
    form: slots.form?.form,
    keys: [key],
    cells,
    ranked: true,
    order: { cell: main, direction },
    ...(superlative.nth === undefined ? {} : { nth: superlative.nth }),
    ...(limit === undefined || superlative.nth !== undefined ? {} : { limit }),
  }
}

/** Returns a query for the highest or lowest value of each group, with the row that has it. */
export function bestOfEachGroup(
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
    notes: [...notes, ...readingNotes(superlative, measure, direction)],
    keys: [only],
    cells,
    form: slots.form?.form,
  }
}

function ownerCell({ sql, title, kind, alias }: Column, measure: Measure, direction: 'max' | 'min'): Cell {
  return { alias: `${alias}_of_it`, sql: `arg_${direction}(${sql}, ${measure.sql})`, title, kind, aggregate: direction, name: title.toLowerCase() }
}
