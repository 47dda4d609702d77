import type { Story } from '@pf/testing'

const action = (next_node: string, args: object) => ({ content: JSON.stringify({ next_node, args }) })
const answer = (text: string) => action('final_response', { answer: text })

/** The output of a weak model: Python in place of JSON, then prose in place of an action, then quotes that are not escaped. */
const repair: Story['reply'] = ({ step, attempt }) => {
  if (step === 1) return { content: "Sure, let me look!\n```python\n{'next_node': 'stock', 'args': {'item': 'lamp', 'warehouse': None,}}\n```" }
  if (attempt === 1) return { content: 'We have 14 of them.' }
  return { content: '{"next_node": "final_response", "args": {"answer": "The "North" warehouse has 14 lamps.",}}' }
}

const line = {
  component: 'echarts',
  props: {
    option: {
      dataset: { source: { $artifact: 'sales_report.rows' } },
      xAxis: { type: 'time' },
      yAxis: { type: 'value', name: 'euros' },
      series: [{ type: 'line', encode: { x: 'day', y: 'sales' } }],
    },
  },
}

const chart: Story['reply'] = () => [action('sales_report', { year: 2025 }), action('render_component', line), answer('Sales rose until April.')]

const form: Story['reply'] = ({ toolResults }) => [
  action('book_table', { restaurant: 'Harbour' }),
  answer(`The answer of the restaurant: ${JSON.stringify(toolResults[0]?.content)}`),
]

/** A document and what the model says about it, between the tags that the request names. */
const draft: Story['reply'] = ({ messages }) => {
  const request = messages.at(-1)?.content ?? ''
  const nonce = request.match(/\[ARTIFACT:(\w+)\]/)?.[1]
  const [greeting, remark] = messages.some(({ content }) => content.includes('shorter')) ? ['Hi', 'I shortened it.'] : ['Dear colleagues', 'Is the tone right?']
  return { content: `[ARTIFACT:${nonce}]\n${greeting}, the office is closed on Friday.\n[/ARTIFACT:${nonce}]\n[USER:${nonce}]\n${remark}\n[/USER:${nonce}]` }
}

const mcp: Story['reply'] = ({ toolResults }) => [
  action('ports_tide', { port: 'Bremen' }),
  answer(`High water in Bremen: ${JSON.stringify(toolResults[0]?.content)}`),
]

const background: Story['reply'] = () => [action('tickets', { days: 7 }), answer('Last week: 3 tickets, 2 of them about invoices.')]

const report = {
  component: 'report',
  props: {
    title: 'Orders of the week',
    sections: [
      { title: 'Summary', content: 'Three orders, two of them late.' },
      {
        title: 'Orders',
        components: [
          {
            component: 'datagrid',
            props: { columns: [{ field: 'order' }, { field: 'days_late' }], rows: { $artifact: 'orders.rows' } },
          },
        ],
      },
    ],
  },
}

const mail: Story['reply'] = () => [action('orders', {}), action('render_component', report), answer('The report is ready.')]

/** The scripted model of each example. */
export const stories = { repair, chart, form, draft, mcp, background, mail }
