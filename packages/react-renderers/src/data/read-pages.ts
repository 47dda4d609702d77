import type { JsonObject, JsonValue, RunClient } from '@pf/core'
import { isRecord, setOwn } from '@pf/core/internal'
import type { RowsReference } from './as-reference.ts'

/** Maximum number of rows of a stored artifact to read. */
export const MAX_ROWS = 100_000
const PAGE = 1_000

/** Rows read so far, and how many the reference names. */
export interface RowsRead {
  rows: readonly JsonValue[]
  total: number
  done: boolean
}

interface ReadPages {
  client: Pick<RunClient, 'page'>
  reference: RowsReference
  signal: AbortSignal
  /** Called after the first page, each time the number of rows has doubled, and at the end, because drawing takes O(rows). */
  onRows: (read: RowsRead) => void
}

/** Reads the rows that a reference names, page by page; rejects when a page cannot be read. */
export async function readPages({ client, reference, signal, onRows }: ReadPages): Promise<void> {
  const { artifact_id, path, select, limit = Number.POSITIVE_INFINITY } = reference
  const max = Math.min(limit, MAX_ROWS)
  const rows: JsonValue[] = []
  let shown = 0
  for (;;) {
    const page = await client.page(artifact_id, path, rows.length, Math.min(PAGE, max - rows.length))
    if (signal.aborted) return
    for (const item of page.items.slice(0, max - rows.length)) rows.push(select ? pick(item, select) : item)
    const total = Math.min(page.total, limit)
    const done = page.items.length === 0 || rows.length >= Math.min(total, MAX_ROWS)
    if (done || rows.length >= 2 * shown) {
      shown = rows.length
      onRows({ rows: rows.slice(), total: Math.max(total, rows.length), done })
    }
    if (done) return
  }
}

/** A row with the selected fields, in their order. */
function pick(row: JsonValue, select: readonly string[]): JsonValue {
  if (!isRecord(row)) return row
  const picked: JsonObject = {}
  for (const field of select) if (Object.hasOwn(row, field)) setOwn(picked, field, row[field] as JsonValue)
  return picked
}
