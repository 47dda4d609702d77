import { defineTool } from '@pf/planner'
import { z } from 'zod'
import { tables } from '../data/tables.ts'

/** What data there is. */
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
