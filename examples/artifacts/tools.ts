import { artifact } from '@pf/artifacts/zod'
import { z } from 'zod'

const region = ['North', 'South', 'East', 'West']

/** The result of a reporting tool: 600 orders, a chart and a PDF. The numbers are invented and always the same. */
export function salesReport() {
  const rows = Array.from({ length: 600 }, (_, at) => ({
    order: `A-${1_000 + at}`,
    day: new Date(Date.UTC(2026, 0, 1 + (at % 180))).toISOString().slice(0, 10),
    region: region[(at * 7) % 4] ?? 'North',
    amount: 20 + ((at * 7_919) % 48_000) / 100,
  }))
  const total = rows.reduce((sum, row) => sum + row.amount, 0)
  return {
    summary: `600 orders worth ${total.toFixed(2)} in the first half of 2026.`,
    total: Math.round(total),
    rows,
    chart: { xAxis: { type: 'category', data: rows.map((row) => row.day) }, yAxis: {}, series: [{ type: 'bar', data: rows.map((row) => row.amount) }] },
    pdf: Buffer.from(Array.from({ length: 30_000 }, (_, at) => (at * at + 17 * at) % 251)).toString('base64'),
  }
}

const row = z.object({ order: z.string(), day: z.string(), region: z.string(), amount: z.number() })
const visible = { summary: z.string(), total: z.number() }

/** The output schema without marks: the model receives everything. */
export const before = z.object({ ...visible, rows: z.array(row), chart: z.record(z.string(), z.unknown()), pdf: z.string() })

/** The output schema with three marked fields. */
export const after = z.object({
  ...visible,
  rows: artifact(z.array(row)),
  chart: artifact(z.record(z.string(), z.unknown()), { shape: 'echarts' }),
  pdf: artifact(z.string(), { mediaType: 'application/pdf' }),
})
