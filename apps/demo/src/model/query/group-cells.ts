import { countCell, measureCell, measureColumn } from './columns.ts'
import { type Context, namesOneEntity } from './context.ts'
import { conditionFilter, measureOf } from './filters.ts'
import { type Cell, type Key, type Problem, problem, type Query } from './query.ts'

/** Returns the figures that the question requests. */
export function cellsOf({ slots, dataset }: Context): Cell[] | Problem {
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

/** True if the question compares values or requests their difference. */
export const comparesAll = ({ slots }: Pick<Context, 'slots'>) => slots.flags.has('compare') || slots.flags.has('difference')

/** Changes the figure of a single row from an average to a value. */
export function asValue(cell: Cell): Cell {
  return cell.measure && (cell.aggregate === 'avg' || cell.aggregate === 'sum')
    ? { ...cell, name: cell.measure.name, title: measureColumn(cell.measure).title, decimals: cell.measure.decimals }
    : cell
}

/** Converts a condition to one on the figure of each group, as in "Which years had a total precipitation above 1000 mm". */
export function withHaving(context: Context, base: Omit<Extract<Query, { kind: 'groups' }>, 'where' | 'having'>): Query | Problem {
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

/** True if each group is one row of the table, so that its figure is a value and not an average. */
export function isOneRowEach({ dataset, slots, pinned }: Context, keys: readonly Key[]): boolean {
  const entity = dataset.entity === undefined || keys.some(({ dimension }) => dimension === dataset.entity) || namesOneEntity(slots, dataset)
  return (
    dataset.time !== undefined &&
    dataset.table !== 'cars' &&
    entity &&
    (pinned || keys.some(({ grain }) => grain !== undefined && grain === dataset.time?.grain))
  )
}

export function notesOf({ notes, slots, dataset }: Context, cells: readonly Cell[], keys: readonly Key[] = []): string[] {
  if (namesOneEntity(slots, dataset) || keys.some(({ dimension }) => dimension !== undefined && dimension === dataset.entity)) return [...notes]
  const own = cells.flatMap(({ measure, aggregate }) => (measure && (aggregate === 'avg' || aggregate === 'sum') ? (measure.note?.[aggregate] ?? []) : []))
  return [...notes, ...new Set(own)]
}
