import { artifact } from '@pf/artifacts/zod'
import { defineTool } from '@pf/planner'
import { z } from 'zod'

export const salesRow = z.object({ day: z.string(), sales: z.number() })

/**
 * An example of a tool with a large result. `rows` is marked as an artifact: the model reads a reference in its place, and the page draws the
 * rows of that reference. Replace `run` by a query of your own data.
 */
export const salesReport = defineTool({
  name: 'sales_report',
  description: 'Sales of a year in euros: the total, the best day, and a row {day, sales} for each day.',
  input: z.object({ year: z.int().min(2000).max(2100) }),
  output: z.object({ year: z.int(), total: z.number(), bestDay: z.string(), rows: artifact(z.array(salesRow)) }),
  run: ({ year }) => {
    const rows = daysOf(year).map((day, index) => ({ day, sales: Math.round(420 + 160 * Math.sin(index / 58) + ((index * 7_919) % 97)) }))
    const best = rows.reduce((most, row) => (row.sales > most.sales ? row : most))
    return { year, total: rows.reduce((sum, row) => sum + row.sales, 0), bestDay: best.day, rows }
  },
})

function daysOf(year: number): string[] {
  const first = Date.UTC(year, 0, 1)
  const days = (Date.UTC(year + 1, 0, 1) - first) / 86_400_000
  return Array.from({ length: days }, (_, index) => new Date(first + index * 86_400_000).toISOString().slice(0, 10))
}
