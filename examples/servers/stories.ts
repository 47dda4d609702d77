import type { Story } from '@pf/testing'

const action = (next_node: string, args: object) => ({ content: JSON.stringify({ next_node, args }) })
const answer = (text: string) => action('final_response', { answer: text })

const line = {
  component: 'echarts',
  props: {
    option: {
      dataset: { source: { $artifact: 'sales_report.rows' } },
      xAxis: { type: 'category' },
      yAxis: { type: 'value', name: 'euros' },
      series: [{ type: 'line', encode: { x: 'month', y: 'sales' } }],
    },
  },
}
const fields = [{ name: 'city', type: 'text', label: 'City', required: true }]

/** What the scripted model does: a chart, a question, or an answer that takes ten seconds. */
export const stories: Story[] = [
  {
    name: 'question',
    match: ({ lastUser }) => lastUser.includes('trip'),
    reply: ({ toolResults }) => [action('ui_form', { title: 'Where to?', fields }), answer(`The form says ${JSON.stringify(toolResults[0]?.content)}.`)],
  },
  {
    name: 'slow',
    match: ({ lastUser }) => lastUser.includes('slowly'),
    reply: () => [{ ...answer('One word after the other. '.repeat(40)), durationMs: 10_000 }],
  },
  {
    name: 'chart',
    match: () => true,
    reply: () => [action('sales_report', { year: 2025 }), action('render_component', line), answer('Sales rose all year.')],
  },
]
