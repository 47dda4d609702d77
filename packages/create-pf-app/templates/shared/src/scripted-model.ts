import { openaiModel } from '@pf/planner/openai'
import { createModelServer, type Story } from '@pf/testing'
import OpenAI from 'openai'

const action = (next_node: string, args: object) => JSON.stringify({ next_node, args })

const chart = action('render_component', {
  component: 'echarts',
  title: 'Sales in 2025',
  props: {
    option: {
      dataset: { source: { $artifact: 'sales_report.rows' } },
      tooltip: { trigger: 'axis' },
      xAxis: { type: 'time' },
      yAxis: { type: 'value', name: 'euros' },
      series: [{ type: 'line', name: 'sales', showSymbol: false, encode: { x: 'day', y: 'sales' } }],
    },
  },
})

/** Calls the tool, shows a chart of its rows if the app has rich output, and answers with figures that the tool returned. */
const sales: Story = {
  name: 'sales',
  match: ({ lastUser }) => /sales|chart|revenue/i.test(lastUser),
  reply: ({ system, toolResults }) => {
    const { total, bestDay } = (toolResults[0]?.content ?? {}) as { total?: number; bestDay?: string }
    const answer = `Sales in 2025 were **${total} euros**. The best day was ${bestDay}.`
    return [
      { content: action('sales_report', { year: 2025 }) },
      ...(system.includes('render_component') ? [{ content: chart }] : []),
      { content: action('final_response', { answer }) },
    ]
  },
}

const other: Story = {
  name: 'other',
  match: () => true,
  reply: () => ({
    content: action('final_response', {
      answer: 'No model is connected, so only one question has an answer: "Show the sales of 2025 as a chart". Set OPENAI_API_KEY to ask anything.',
    }),
  }),
}

/** Starts a model that follows a script, for tests and for the time without a key. It serves OpenAI's protocol on a local port. */
export async function startScriptedModel() {
  const server = await createModelServer({ stories: [sales, other], delayMs: 5 })
  const client = new OpenAI({ apiKey: 'none', baseURL: server.url })
  return { model: openaiModel({ client, model: 'scripted' }), name: 'scripted', scripted: true, requests: server.requests, close: () => server.close() }
}
