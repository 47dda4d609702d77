import type { Column, GroupsQuery } from './query.ts'

/** A value of the second key that becomes a separate column. */
export interface PivotColumn {
  value: string | number
  column: Column
}

const maxSeries = 8

/** Returns the values of the second key as columns, each of which is a series of a chart; undefined if the groups remain rows. */
export function pivots(query: GroupsQuery): PivotColumn[] | undefined {
  const { keys, cells, dataset, where, form } = query
  const [cell] = cells
  if (keys.length !== 2 || cells.length !== 1 || !cell || form === 'table' || query.order || query.having) return undefined
  const dimension = dataset.dimensions.find(({ id }) => id === keys[1]?.dimension)
  const named =
    dimension?.values.flatMap(({ values: [value, ...others], label }) => (others.length === 0 && value !== undefined ? [{ value, label }] : [])) ?? []
  const filter = where.find(({ sql }) => dimension !== undefined && sql.startsWith(`${dimension.sql} IN (`))
  const wanted = filter ? named.filter(({ value }) => filter.sql.slice(filter.sql.lastIndexOf(' IN (')).includes(literal(value))) : named
  if (wanted.length === 0 || wanted.length > maxSeries) return undefined
  return wanted.map(({ value, label }, index) => ({
    value,
    column: {
      alias: `series_${index + 1}`,
      sql: '',
      title: label,
      kind: 'number',
      ...(cell.unit ? { unit: cell.unit } : {}),
      ...(cell.decimals === undefined ? {} : { decimals: cell.decimals }),
    },
  }))
}

/** Returns a value as SQL. */
export const literal = (value: string | number): string => (typeof value === 'number' ? String(value) : `'${value.replaceAll("'", "''")}'`)
