import type { ExportedRecord } from '@pf/core'
import { spendingUnits } from '@pf/core/internal'
import { type OwnerTable, ownerTables } from './owner-tables.ts'
import { findOwner, type Statements } from './statements.ts'

/** A row as JSON, and the position of the next page. */
export interface ExportRow {
  at: string | number
  data: string
}

interface Exported {
  kind: ExportedRecord['kind']
  /** SQL expression for the row as JSON. */
  data: string
  /** Number of rows that are read at once. Default 100. */
  page?: number
}

/** Returns SQL for a number with all its digits. */
const number = (column: string) => `format('%!.17g', ${column})`

/** Export of the rows of each table. Tasks are exported with their group. */
const exported: Record<OwnerTable, Exported | undefined> = {
  // The events are added in pages.
  run: {
    kind: 'run',
    data: `'{"run_id":' || run_id || ',"thread_id":' || thread_id || ',"created":' || created || ',"state":' || state || ',"messages":' || messages || '}'`,
    page: 1,
  },
  interaction: { kind: 'interaction', data: 'data' },
  thread: {
    kind: 'thread',
    data: `'{"thread_id":' || thread_id || ',"title":' || json_quote(title) || ',"created":' || created || ',"updated":' || updated || '}'`,
  },
  thread_entry: { kind: 'entry', data: `'{"thread_id":' || thread_id || ',"entry":' || data || '}'` },
  draft: { kind: 'draft', data: 'data', page: 10 },
  artifact: { kind: 'artifact', data: 'data' },
  approval_grant: { kind: 'grant', data: 'data' },
  audit: { kind: 'audit', data: 'data' },
  spending: {
    kind: 'spending',
    data: `'{"account":' || account || ${spendingUnits.map((unit) => `',"${unit}":' || ${number(unit)}`).join(' || ')} || '}'`,
  },
  task_group: {
    kind: 'task_group',
    data: `substr(data, 1, length(data) - 1) || ',"tasks":[' || coalesce((SELECT group_concat(data, ',') FROM (
      SELECT data FROM task WHERE task.owner = task_group.owner AND task.group_id = task_group.group_id ORDER BY n)), '') || ']}'`,
    page: 1,
  },
  task: undefined,
  rate_limit: { kind: 'rate_limit', data: `'{"name":' || name || ',"full_at":' || ${number('full_at')} || '}'` },
}

/** The kinds of an export with their tables, in the order in which they are exported. */
export const exportedTables = Object.entries(exported).flatMap(([table, found]) => (found ? [{ table: table as OwnerTable, kind: found.kind }] : []))

/** Reads all data of one owner in pages, in the order of a key, so that rows which are added or removed meanwhile do not move any other row. */
export function exportOperations(sql: Statements) {
  return {
    /** Returns the rows after `after`, which is null for the first page. An empty page is the last one. */
    exportRows(owner: string, table: OwnerTable, after: string | number | null): ExportRow[] {
      const n = findOwner(sql, owner)
      const { data, page = 100 } = exported[table] ?? {}
      if (n === undefined || data === undefined) return []
      const key = ownerTables[table]
      const rows = sql.all(
        `SELECT ${key} AS at, ${data} AS data FROM ${table} WHERE owner = ?1 AND (?2 IS NULL OR ${key} > ?2) ORDER BY ${key} LIMIT ?3`,
        n,
        after,
        page,
      )
      return rows as unknown as ExportRow[]
    },
  }
}
