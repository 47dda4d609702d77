// Compares what a model receives of the same tool result without and with artifact marks, and the number of tokens.
import { buildFinalPayload, compileMarks, createArtifactCollector, redact, resolveReferences } from '@pf/artifacts'
import type { JsonSchema } from '@pf/core'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { toJSONSchema } from 'zod'
import { after, before, salesReport } from './tools.ts'

const result = salesReport()

/** Returns what the model receives when the tool has this output schema. */
async function observe(type: typeof before | typeof after) {
  const marks = compileMarks(toJSONSchema(type) as JsonSchema)
  const collector = createArtifactCollector({ runId: 'run-1' })
  const collected = await collector.collect('sales_report', result, marks)
  return { collector, text: JSON.stringify(redact(result, marks, collected)) }
}

const [raw, redacted] = [await observe(before), await observe(after)]
console.log(`What the model sees with marks:\n${redacted.text}\n`)

const line = (...cells: (string | number)[]) => console.log(cells.map((cell, at) => (at === 0 ? String(cell).padEnd(34) : String(cell).padStart(12))).join(''))
const counted = (name: string, text: string) => line(name, text.length, countTokens(text))
line('', 'characters', 'tokens')
counted('before: everything', raw.text)
for (const part of ['rows', 'chart', 'pdf'] as const) counted(`  of it ${part}`, JSON.stringify(result[part]))
counted('after: rows, chart and pdf marked', redacted.text)
line('saved', raw.text.length - redacted.text.length, countTokens(raw.text) - countTokens(redacted.text))

// The model shows the table by reference. The data comes from the run.
const written = { rows: { $artifact: 'sales_report.rows', select: ['order', 'amount'], limit: 3 } }
const shown = resolveReferences(written, redacted.collector, { dataPaths: ['/rows'] })
console.log(`\nThe model writes ${countTokens(JSON.stringify(written))} tokens to show a table; on the screen stand`)
console.log(JSON.stringify(shown.ok ? shown.props : shown.issues))

const { artifacts } = buildFinalPayload({ reason: 'answer', answer: result.summary, artifacts: redacted.collector.getAll() })
const whole = JSON.stringify({ rows: result.rows, chart: result.chart, pdf: result.pdf })
console.log(`The payload holds all of it: ${JSON.stringify(artifacts.sales_report) === whole}`)
