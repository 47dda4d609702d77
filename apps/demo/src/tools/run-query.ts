import { artifact, producesSources } from '@pf/artifacts/zod'
import { defineTool } from '@pf/planner'
import { z } from 'zod'
import type { QueryClient } from '../data/query-client.ts'
import { tables } from '../data/tables.ts'

export const limits = { rows: 5000, timeoutMs: 5000, previewRows: 5, sqlChars: 10_000 }

const row = z.record(z.string(), z.unknown())

/** Runs one read-only SELECT. The rows are an artifact: the browser receives all of them, the model a preview and their number. */
export function runQuery(client: QueryClient) {
  return defineTool({
    name: 'run_query',
    description: `Runs one read-only SELECT (DuckDB SQL) over the tables and returns at most ${limits.rows} rows. The first ${limits.previewRows} rows come as preview; refer to all of them as {"$artifact": "run_query.rows"} in a component's data.`,
    input: z.object({ sql: z.string().min(1).max(limits.sqlChars).describe('One SELECT statement.') }).strict(),
    output: z.object({
      row_count: z.number().int(),
      truncated: z.boolean(),
      columns: z.array(z.object({ name: z.string(), type: z.enum(['number', 'date', 'timestamp', 'boolean', 'text', 'json']) })),
      preview: z.array(row),
      rows: artifact(z.array(row), { shape: 'rows' }),
      sources: z.array(producesSources(z.object({ title: z.string(), url: z.string() }), { title: 'title', url: 'url' })),
    }),
    sideEffects: 'read',
    idempotent: true,
    timeoutMs: limits.timeoutMs + 3000,
    async run({ sql }, { signal }) {
      const { columns, rows, truncated } = await client.query(sql, { maxRows: limits.rows, timeoutMs: limits.timeoutMs, signal })
      return { row_count: rows.length, truncated, columns, preview: rows.slice(0, limits.previewRows).map(previewRow), rows, sources: sourcesOf(sql) }
    },
  })
}

/** Returns the sources of the tables that a query mentions. A word match is sufficient because the table names are unambiguous. */
function sourcesOf(sql: string) {
  const words = new Set(sql.toLowerCase().match(/\w+/g))
  return tables.filter((table) => words.has(table.name)).map((table) => table.source)
}

const maxPreview = { items: 5, chars: 200 }

/** Returns a row in the form in which the model receives it: long lists and texts are truncated and state how much was removed. */
export function previewRow(row: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, truncateCell(cell)]))
}

function truncateCell(cell: unknown): unknown {
  if (typeof cell === 'string' && cell.length > maxPreview.chars)
    return `${cell.slice(0, maxPreview.chars).toWellFormed()} … ${cell.length - maxPreview.chars} more characters`
  if (!Array.isArray(cell) || cell.length <= maxPreview.items) return cell
  return [...cell.slice(0, maxPreview.items), `… ${cell.length - maxPreview.items} more`]
}
