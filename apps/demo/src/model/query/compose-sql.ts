import type { Measure } from '../datasets/dataset.ts'
import { labelColumns, measureCell } from './columns.ts'
import { literal, pivots } from './pivots.ts'
import type { ChangeQuery, Column, DistributionQuery, Filter, GroupsQuery, Query, RelationQuery, RowsQuery, ShareQuery, SummaryQuery } from './query.ts'

/** The SELECTs of a query: one for the displayed rows, and if needed one for the row of figures in the text. */
export interface ComposedSql {
  rows: string
  facts?: string
}

/** Writes a query as SQL. */
export function composeSql(query: Query): ComposedSql {
  switch (query.kind) {
    case 'rows':
      return rowsSql(query)
    case 'groups':
      return groupsSql(query)
    case 'summary':
      return { rows: summarySql(query) }
    case 'relation':
      return relationSql(query)
    case 'distribution':
      return distributionSql(query)
    case 'change':
      return { rows: changeSql(query) }
    case 'share':
      return { rows: shareSql(query) }
  }
}

const whereSql = (filters: readonly Filter[]) => (filters.length === 0 ? '' : ` WHERE ${filters.map(({ sql }) => sql).join(' AND ')}`)
const andSql = (filters: readonly Filter[], more: string) => `${whereSql(filters)}${filters.length === 0 ? ' WHERE ' : ' AND '}${more}`
const named = ({ sql, alias }: Column) => (sql === alias ? sql : `${sql} AS ${alias}`)
const sorting = (direction: 'max' | 'min') => (direction === 'max' ? 'DESC' : 'ASC')

function rowsSql({ dataset, where, columns, order, limit, nth }: RowsQuery): ComposedSql {
  const { table } = dataset
  const list = columns.map(named).join(', ')
  const facts = `SELECT count(*) AS matching${order ? `, count(${order.column.sql}) AS with_value` : ''}`
  if (!order) {
    const time = labelColumns(dataset).find(({ alias }) => ['date', 'month', 'year', 'model_year'].includes(alias))
    return { rows: `SELECT ${list} FROM ${table}${whereSql(where)}${time ? ` ORDER BY ${time.alias}` : ''}`, facts: `${facts} FROM ${table}${whereSql(where)}` }
  }
  const by = `${order.column.sql} ${sorting(order.direction)}`
  const ties = columns.find(({ kind }) => kind !== 'number')?.alias
  const place = `rank() OVER (ORDER BY ${by} NULLS LAST)`
  const base = `SELECT ${list} FROM ${table}${andSql(where, `${order.column.sql} IS NOT NULL`)}`
  const end = `ORDER BY ${order.column.alias} ${sorting(order.direction)}${ties ? `, ${ties}` : ''}`
  if (nth !== undefined) return { rows: `${base} QUALIFY ${place} = ${nth} ${end}`, facts: `${facts} FROM ${table}${whereSql(where)}` }
  if (limit === undefined) return { rows: `${base} ${end}`, facts: `${facts} FROM ${table}${whereSql(where)}` }
  const within = `SELECT ${order.column.sql} AS ordering, ${place} AS place FROM ${table}${andSql(where, `${order.column.sql} IS NOT NULL`)}`
  return {
    rows: limit === 1 ? `${base} QUALIFY ${place} = 1 ${end}` : `${base} ${end} LIMIT ${limit}`,
    facts: `SELECT (SELECT count(*) FROM ${table}${whereSql(where)}) AS matching, count(*) AS with_value, count(*) FILTER (place <= ${limit}) AS within FROM (${within})`,
  }
}

function groupsSql(query: GroupsQuery): ComposedSql {
  const { dataset, where, keys, cells, order, limit, nth, having = [] } = query
  const from = `FROM ${dataset.table}${whereSql(where)}`
  const pivoted = pivotSql(query, from)
  if (pivoted) return pivoted
  const counts = cells.some(({ alias }) => alias === 'number_of_rows') || keys.length === 0 ? '' : `, count(*) AS ${rowsAlias}`
  const measured = cells.flatMap(({ measure }) => measure?.sql ?? [])
  const facts = `SELECT count(*) AS matching${measured[0] ? `, count(${measured[0]}) AS with_value` : ''} ${from}`
  if (keys.length === 0) return { rows: `SELECT ${cells.map(named).join(', ')}, count(*) AS ${rowsAlias} ${from}`, facts }
  const list = [...keys, ...cells].map(named).join(', ')
  const by = order
    ? `${order.cell.alias} ${sorting(order.direction)} NULLS LAST, ${keys.map(({ alias }) => alias).join(', ')}`
    : keys.map(({ alias }) => alias).join(', ')
  const limited = having.length === 0 ? '' : ` HAVING ${having.map(({ sql }) => sql).join(' AND ')}`
  const place = nth === undefined || !order ? '' : ` QUALIFY rank() OVER (ORDER BY ${order.cell.sql} ${sorting(order.direction)} NULLS LAST) = ${nth}`
  const first = limit === 1 && order ? ` QUALIFY rank() OVER (ORDER BY ${order.cell.sql} ${sorting(order.direction)} NULLS LAST) = 1` : ''
  const end = limit === undefined || limit === 1 ? '' : ` LIMIT ${limit}`
  const groups = keys.map(({ sql }) => sql).join(', ')
  const rows = `SELECT ${list}${counts} ${from} GROUP BY ${groups}${limited}${place}${first} ORDER BY ${by}${end}`
  const [key] = keys
  if (!key?.grain || keys.length > 1 || order) return { rows, facts }
  return { rows, facts: `SELECT f.*, t.* FROM (${facts}) f, (SELECT ${endsOf(key.alias, cells)} FROM (${rows})) t` }
}

/** Returns SQL for the first and last value of each column over time, and for the lowest and highest value with their times. */
function endsOf(key: string, cells: readonly Column[]): string {
  const ends = cells.flatMap(({ alias }) => [
    `arg_min(${alias}, ${key}) AS first_${alias}`,
    `arg_max(${alias}, ${key}) AS last_${alias}`,
    `min(${alias}) AS lowest_${alias}`,
    `max(${alias}) AS highest_${alias}`,
    `arg_min(${key}, ${alias}) AS lowest_at_${alias}`,
    `arg_max(${key}, ${alias}) AS highest_at_${alias}`,
  ])
  return [`min(${key}) AS first_key`, `max(${key}) AS last_key`, ...ends].join(', ')
}

function pivotSql(query: GroupsQuery, from: string): ComposedSql | undefined {
  const [key, second] = query.keys
  const [cell] = query.cells
  const columns = pivots(query)
  if (!columns || !key || !second || !cell) return undefined
  const list = columns.map(
    ({ value, column }) => `round(${filtered(cell.exact ?? cell.sql, `${second.sql} = ${literal(value)}`)}, ${cell.decimals ?? 0}) AS ${column.alias}`,
  )
  const rows = `SELECT ${named(key)}, ${list.join(', ')} ${from} GROUP BY ${key.sql} ORDER BY ${key.alias}`
  const facts = `SELECT count(*) AS matching${cell.measure ? `, count(${cell.measure.sql}) AS with_value` : ''} ${from}`
  return {
    rows,
    facts: `SELECT f.*, t.* FROM (${facts}) f, (SELECT ${endsOf(
      key.alias,
      columns.map(({ column }) => column),
    )} FROM (${rows})) t`,
  }
}

/** Column with the number of rows behind a figure. */
export const rowsAlias = 'rows_in_group'

/** Returns the label of the row that has the lowest or highest value. */
function ownerOf(query: SummaryQuery): Column[] {
  return labelColumns(query.dataset).filter(
    ({ alias }) => alias !== 'sex' && alias !== 'origin' && alias !== 'cylinders' && !(query.dataset.table === 'weather' && alias === 'weather'),
  )
}

function summarySql(query: SummaryQuery): string {
  const { dataset, where, measures } = query
  const rows = measures.map((measure) => {
    const cell = measureCell(measure)
    const owners = ownerOf(query).flatMap(({ sql, alias }) => [
      `arg_min(${sql}, ${measure.sql}) AS lowest_${alias}`,
      `arg_max(${sql}, ${measure.sql}) AS highest_${alias}`,
    ])
    const ends = [`min(${measure.sql}) AS lowest`, `max(${measure.sql}) AS highest`, ...owners]
    return `SELECT '${measure.name}' AS measure, count(*) AS matching, count(${measure.sql}) AS with_value, ${cell.sql} AS figure, round(median(${measure.sql}), ${measure.decimals + 1}) AS median, ${ends.join(', ')} FROM ${dataset.table}${whereSql(where)}`
  })
  return rows.join(' UNION ALL ')
}

function relationSql({ dataset, where, x, y, by }: RelationQuery): ComposedSql {
  const both = andSql(where, `${x.sql} IS NOT NULL AND ${y.sql} IS NOT NULL`)
  const from = `FROM ${dataset.table}${both}`
  const named = labelColumns(dataset).map(({ sql, alias }) => (sql === alias ? sql : `${sql} AS ${alias}`))
  const series = by ? seriesOf(by.sql, by.dimension ?? '', dataset, y) : `${y.sql} AS y`
  return {
    rows: `SELECT ${x.sql} AS x, ${series}, ${named.join(', ')} ${from} ORDER BY x`,
    facts: `SELECT count(*) AS matching, round(corr(${x.sql}, ${y.sql}), 2) AS correlation ${from}`,
  }
}

function seriesOf(sql: string, id: string, dataset: RelationQuery['dataset'], y: Measure): string {
  const dimension = dataset.dimensions.find((each) => each.id === id)
  const values = dimension?.values ?? []
  return values.map(({ values: [value = ''] }, index) => `CASE WHEN ${sql} = ${literal(value)} THEN ${y.sql} END AS y_${index + 1}`).join(', ')
}

function distributionSql({ dataset, where, measure }: DistributionQuery): ComposedSql {
  const { sql, bin } = measure
  const from = `FROM ${dataset.table}${andSql(where, `${sql} IS NOT NULL`)}`
  return {
    rows: `SELECT floor(${sql} / ${bin}) * ${bin} AS class_from, floor(${sql} / ${bin}) * ${bin} + ${bin} AS class_to, count(*) AS number_of_rows ${from} GROUP BY ALL ORDER BY class_from`,
    facts: `SELECT count(*) AS with_value, round(avg(${sql}), ${measure.decimals + 1}) AS average, round(median(${sql}), ${measure.decimals + 1}) AS median, min(${sql}) AS lowest, max(${sql}) AS highest ${from}`,
  }
}

function changeSql({ dataset, where, measure, from, to, by, order, limit }: ChangeQuery): string {
  const cell = measureCell(measure)
  const at = (time: string) => filtered(cell.exact ?? cell.sql, time)
  const digits = Math.max(cell.decimals ?? 0, measure.decimals)
  const inner = `SELECT ${by ? `${named(by)}, ` : ''}${at(from.sql)} AS value_from, ${at(to.sql)} AS value_to FROM ${dataset.table}${whereSql(where)}${by ? ` GROUP BY ${by.sql}` : ''}`
  const sorted = by ? ` ORDER BY difference ${sorting(order ?? 'max')} NULLS LAST${limit === undefined ? '' : ` LIMIT ${limit}`}` : ''
  return `SELECT ${by ? `${by.alias}, ` : ''}round(value_from, ${digits}) AS value_from, round(value_to, ${digits}) AS value_to, round(value_to - value_from, ${digits}) AS difference, round((value_to - value_from) / nullif(value_from, 0) * 100, 1) AS percent${from.year ? `, ${from.year} AS year_from` : ''}${to.year ? `, ${to.year} AS year_to` : ''} FROM (${inner})${sorted}`
}

/** Returns an aggregate such as `sum(x) / count(DISTINCT y)` over the rows of one time. */
const filtered = (sql: string, time: string) => sql.replaceAll(/\b(sum|count|avg|median|min|max|stddev_samp)\(([^)]*)\)/g, `$1($2) FILTER (${time})`)

function shareSql({ dataset, where, part }: ShareQuery): string {
  const condition = part.map(({ sql }) => `(${sql})`).join(' AND ')
  return `SELECT count(*) FILTER (${condition}) AS part, count(*) AS matching, round(100.0 * count(*) FILTER (${condition}) / nullif(count(*), 0), 1) AS percent FROM ${dataset.table}${whereSql(where)}`
}
