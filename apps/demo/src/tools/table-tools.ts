import { producesSources } from '@pf/artifacts/zod'
import { defineTool } from '@pf/planner'
import { z } from 'zod'
import type { QueryClient } from '../data/query-client.ts'
import { tables } from '../data/tables.ts'

const names = tables.map((table) => table.name)

/** Describes one table: its columns, its number of rows, a sample, and the source of the data. */
export function describeTable(client: QueryClient) {
  return defineTool({
    name: 'describe_table',
    description: `Tells the columns of a table with their meaning, the number of rows, and three rows as a sample. Tables: ${names.join(', ')}.`,
    input: z.object({ table: z.enum(names) }).strict(),
    output: z.object({
      table: z.string(),
      description: z.string(),
      row_count: z.number().int(),
      columns: z.array(z.object({ name: z.string(), description: z.string() })),
      sample: z.array(z.record(z.string(), z.unknown())),
      source: producesSources(z.object({ title: z.string(), url: z.string() }), { title: 'title', url: 'url' }),
      licence: z.string(),
    }),
    sideEffects: 'read',
    idempotent: true,
    timeoutMs: 10_000,
    async run({ table }, { signal }) {
      const spec = tables.find((candidate) => candidate.name === table)
      if (!spec) throw new Error(`There is no table ${table}. Tables: ${names.join(', ')}.`)
      const options = { maxRows: 3, timeoutMs: 5000, signal }
      const count = await client.query(`SELECT count(*) AS n FROM ${spec.name}`, options)
      const sample = await client.query(`SELECT * FROM ${spec.name} LIMIT 3`, options)
      const { name, description, columns, source, licence } = spec
      return { table: name, description, row_count: Number(count.rows[0]?.n ?? 0), columns, sample: sample.rows, source, licence }
    },
  })
}

/** Lists the available tables. */
export const listTables = defineTool({
  name: 'list_tables',
  description: 'Lists the tables that can be queried, with what each holds.',
  input: z.object({}).strict(),
  output: z.object({ tables: z.array(z.object({ name: z.string(), description: z.string(), columns: z.array(z.string()) })) }),
  sideEffects: 'none',
  idempotent: true,
  run: () => ({
    tables: tables.map(({ name, description, columns }) => ({ name, description, columns: columns.map((column) => column.name) })),
  }),
})
