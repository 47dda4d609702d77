import type { JsonObject } from '@pf/core'
import { getOwn, isRecord, walkJson } from '@pf/core/internal'
import type { Brief, Row } from '../briefs/brief.ts'
import { rowsOfTool } from '../briefs/rows-of-tool.ts'

/** Returns those of the columns that a component does not show. */
export function missingColumns(columns: readonly string[], written: JsonObject, brief: Brief): string[] {
  if (columns.length === 0) return []
  const { names, scalars, isWhole } = contentOf(written)
  const rows = brief.tools.flatMap((tool) => rowsOfTool(tool) ?? [])
  return columns.filter((column) => !(names.has(column) || (isWhole && hasColumn(rows, column)) || writesColumn(column, rows, scalars)))
}

interface Content {
  /** Texts and keys of the props, such as the fields of columns, `encode` or `select`. */
  names: Set<string>
  scalars: Set<string>
  /** True if data is shown by a reference that selects no columns, in props that name no column either. */
  isWhole: boolean
}

function contentOf(written: JsonObject): Content {
  const names = new Set<string>()
  const scalars = new Set<string>()
  let isWhole = false
  for (const { value, key } of walkJson(written)) {
    if (typeof key === 'string') names.add(key)
    if (typeof value === 'string') names.add(value)
    if (typeof value === 'string' || typeof value === 'number') scalars.add(String(value))
    if (isRecord(value) && typeof value.$artifact === 'string') {
      if (!('select' in value) && getOwn(value, 'path') === undefined) isWhole = true
      const column = /\/([^/*]+)$/.exec(String(getOwn(value, 'path') ?? ''))?.[1]
      if (column !== undefined) names.add(column)
    }
  }
  return { names, scalars, isWhole: isWhole && !('columns' in written) }
}

const hasColumn = (rows: readonly Row[], column: string) => rows.some((row) => Object.hasOwn(row, column))

/** True if the model wrote every value of the column, under another name. */
function writesColumn(column: string, rows: readonly Row[], scalars: ReadonlySet<string>): boolean {
  return rows.length > 0 && hasColumn(rows, column) && rows.every((row) => scalars.has(String(row[column])))
}
