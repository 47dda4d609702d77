import type { JsonValue, RunClient } from '@pf/core'
import type { RowsReference } from './as-reference.ts'

/** Maximum number of rows of a stored artifact to read. */
export const MAX_ROWS = 100_000
const PAGE = 1_000

/** The rows read so far, and the total number. */
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

/** Reads a stored artifact page by page. Rejects if a page cannot be read. */
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
