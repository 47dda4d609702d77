import type { JsonValue, RunClient } from '@pf/core'
import type { RowsReference } from './as-reference.ts'

/** Rows of a stored artifact that are read at most. */
export const MAX_ROWS = 100_000
const PAGE = 1_000

/** Rows read so far, and how many there are. */
export interface RowsRead {
  rows: readonly JsonValue[]
  total: number
  done: boolean
}

interface ReadPages {
  client: Pick<RunClient, 'page'>
  reference: RowsReference
  signal: AbortSignal
  /** Called after the first page, whenever twice as much is there as last time, and at the end: drawing costs O(rows). */
  onRows: (read: RowsRead) => void
}

/** Reads a stored artifact page by page; rejects when a page cannot be read. */
export async function readPages({ client, reference, signal, onRows }: ReadPages): Promise<void> {
  const rows: JsonValue[] = []
  let shown = 0
  for (;;) {
    const page = await client.page(reference.artifact_id, reference.path, rows.length, Math.min(PAGE, MAX_ROWS - rows.length))
    if (signal.aborted) return
    for (const item of page.items) rows.push(item)
    const done = page.items.length === 0 || rows.length >= Math.min(page.total, MAX_ROWS)
    if (done || rows.length >= 2 * shown) {
      shown = rows.length
      onRows({ rows: rows.slice(), total: Math.max(page.total, rows.length), done })
    }
    if (done) return
  }
}
