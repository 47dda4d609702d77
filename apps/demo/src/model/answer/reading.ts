import type { Query } from '../query/query.ts'
import type { Row } from '../topics/topic.ts'

/** The data that was read for a query: the first rows, their number, and the row of figures. */
export interface Reading {
  preview: readonly Row[]
  rowCount: number
  facts: Row
}

/** True if the query found nothing. */
export function isEmpty(query: Query, { preview, rowCount, facts }: Reading): boolean {
  const [first] = preview
  if (query.kind === 'groups' && query.counting) return rowCount === 0
  if (query.kind === 'groups' && query.keys.length === 0)
    return (
      query.cells.every(({ alias, aggregate }) => aggregate !== 'count' && first?.[alias] === null) &&
      query.cells.some(({ aggregate }) => aggregate !== 'count')
    )
  if (query.kind === 'summary') return preview.every(({ with_value }) => Number(with_value) === 0)
  if (query.kind === 'share') return Number(first?.matching ?? 0) === 0
  if (query.kind === 'change') return preview.every(({ difference }) => difference === null)
  if (query.kind === 'relation' || query.kind === 'distribution') return rowCount === 0 || Number(facts.with_value ?? 1) === 0
  return rowCount === 0
}
