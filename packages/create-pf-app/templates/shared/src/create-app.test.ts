import { expect, it } from 'vitest'
import config from '../pf.config.ts'
import { readConfig } from './config.ts'
import { createApp } from './create-app.ts'
import { readReport } from './read-report.ts'
import { startScriptedModel } from './scripted-model.ts'

/** Asks for a chart of the scripted model, with a store in memory. */
async function askForChart(enabled: boolean) {
  const model = await startScriptedModel()
  const app = await createApp({ ...config, store: { type: 'memory' }, richOutput: { ...config.richOutput, enabled } }, { model })
  const run = app.agent.run('Show the sales of 2025 as a chart')
  const events = await Array.fromAsync(run)
  const payload = await run.payload
  await app.close()
  const written = events.map((event) => (event.type === 'tool_call_args' ? event.delta : '')).join('')
  return { events, payload, written, prompts: JSON.stringify(model.requests.map(({ body }) => body)) }
}

it('shows a chart of rows that the model refers to and never reads', async () => {
  const { events, payload, written, prompts } = await askForChart(true)
  expect(written).toContain('{"$artifact":"sales_report.rows"}')
  expect(prompts).not.toContain('2025-03-04')
  const chart = events.find((event) => event.type === 'artifact_chunk')
  expect(chart?.chunk).toMatchObject({ component: 'echarts', props: { option: { dataset: { source: { length: 365 } } } } })
  expect(payload.raw_answer).toMatch(/Sales in 2025 were \*\*\d+ euros\*\*/)
  expect(readReport(payload)?.rows).toHaveLength(365)
})

it('with rich output off, has no components in the prompt, the tools and the events', async () => {
  const { events, payload, prompts } = await askForChart(false)
  expect(prompts).not.toMatch(/render_component|echarts|datagrid|ui_form/)
  expect(events.some(({ type }) => type === 'artifact_chunk')).toBe(false)
  expect(JSON.stringify(events)).not.toContain('render_component')
  expect(payload.raw_answer).toMatch(/Sales in 2025/)
  expect(readReport(payload)?.rows).toHaveLength(365)
})

it('reports an invalid setting with its file and line', () => {
  expect(readConfig(config)).toEqual(config)
  const wrong = { ...config, limits: { ...config.limits, maxSteps: 0 } }
  expect(() => readConfig(wrong)).toThrow(/^The settings are invalid:\npf\.config\.ts:\d+ limits\.maxSteps: /)
})
