import { createModelServer, type Story } from '@pf/testing'

const action = (next_node: string, args: object) => ({ content: JSON.stringify({ next_node, args }) })
const answer = (text: string) => action('final_response', { answer: text })

const option = {
  dataset: { source: { $artifact: 'orders_by_month.rows' } },
  xAxis: { type: 'category' },
  yAxis: { type: 'value', name: 'orders' },
  series: [{ type: 'bar', encode: { x: 'month', y: 'orders' } }],
}
const chart = action('render_component', { component: 'echarts', props: { option } })

const stories: Story[] = [
  {
    name: 'table',
    match: ({ lastUser }) => /table/i.test(lastUser),
    reply: ({ toolResults }) => [action('book_table', {}), answer(`The restaurant answers: ${JSON.stringify(toolResults[0]?.content)}`)],
  },
  {
    name: 'orders',
    match: () => true,
    reply: () => [action('orders_by_month', {}), chart, answer('Most orders came in **April**.')],
  },
]

/** Starts a scripted model, which speaks the protocol of a real one. */
export const startScriptedModel = () => createModelServer({ stories })
