// A tool returns a row for each day of a year. The page gets them, and the model only a reference, with which it asks for a chart.
import { artifact } from '@pf/artifacts/zod'
import { createMemoryStore } from '@pf/core/memory'
import { createAgent, defineTool } from '@pf/planner'
import { z } from 'zod'
import { connectModel } from './connect-model.ts'

const salesReport = defineTool({
  name: 'sales_report',
  description: 'Sales of a year in euros: the total, and a row {day, sales} for each day.',
  input: z.object({ year: z.int() }),
  output: z.object({ total: z.number(), rows: artifact(z.array(z.object({ day: z.string(), sales: z.number() }))) }),
  run: ({ year }) => {
    const day = (index: number) => new Date(Date.UTC(year, 0, 1 + index)).toISOString().slice(0, 10)
    const rows = Array.from({ length: 365 }, (_, index) => ({ day: day(index), sales: Math.round(420 + 160 * Math.sin(index / 58)) }))
    return { total: rows.reduce((sum, { sales }) => sum + sales, 0), rows }
  },
})

const { model, close } = await connectModel('chart')
const agent = createAgent({
  model,
  tools: [salesReport],
  ports: createMemoryStore(),
  richOutput: { enabled: true, allowlist: ['echarts'] },
  hooks: {
    onModelResponse: ({ text }) => console.log(`The model wrote ${text}`),
    onObservation: ({ redacted }) => console.log(`The model reads ${JSON.stringify(redacted)}`),
  },
})

for await (const event of agent.run('Show the sales of 2025 as a chart.')) {
  if (event.type === 'artifact_chunk') console.log(`The page gets ${JSON.stringify(event.chunk).length} characters of "${event.artifact_type}"`)
  if (event.type === 'finish') console.log(event.error?.message ?? event.payload.raw_answer)
}

await agent.close()
await close()
