import { createPfHandlers } from '@pf/agui-adapter'
import { createMemoryStore } from '@pf/core/memory'
import { createAgent } from '@pf/planner'
import { openaiModel } from '@pf/planner/openai'
import { type Conversation, createModelServer, type Reply, type Story } from '@pf/testing'
import OpenAI from 'openai'
import { type Served, serveFetch } from './serve-fetch.ts'

const actionReply = (next_node: string, args: object): Reply => ({ content: JSON.stringify({ next_node, args }) })
const textReply = (answer: string): Reply => ({ ...actionReply('final_response', { answer }), chunkSize: 5 })
const form = { title: 'Where to?', fields: [{ name: 'city', type: 'text', label: 'City', required: true }] }
const figure = { id: 'people', component: 'metric', props: { value: 717710, label: 'People in Oslo' } }
const chart = {
  id: 'delays',
  component: 'echarts',
  props: { option: { xAxis: { type: 'category', data: ['Mon', 'Tue', 'Wed'] }, yAxis: {}, series: [{ type: 'bar', data: [5, 9, 7] }] } },
}
const delayChart = {
  id: 'board',
  component: 'echarts',
  props: {
    option: {
      title: { text: 'Minutes late, by day' },
      xAxis: { type: 'category', data: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] },
      yAxis: { type: 'value' },
      series: [{ name: 'Minutes', type: 'bar', data: [5, 9, 7, 12, 15, 4, 3] }],
    },
    height: '240px',
  },
}
const delayTable = {
  id: 'lines',
  component: 'datagrid',
  props: {
    columns: [
      { field: 'line', header: 'Line' },
      { field: 'late', header: 'Minutes late', format: 'number', align: 'right' },
    ],
    rows: [
      { line: 'Bergen', late: 15 },
      { line: 'Oslo', late: 9 },
      { line: 'Trondheim', late: 4 },
    ],
  },
}
const sendQuestion = { title: 'Send the report?', message: 'It goes to **three** people.', confirmLabel: 'Send it', cancelLabel: 'Keep it' }
const answerOf = ({ toolResults }: Conversation) => textReply(`You answered ${JSON.stringify(toolResults.at(-1)?.content)}.`)

const story = (name: string, reply: Story['reply']): Story => ({ name, match: ({ lastUser }) => lastUser.includes(name), reply })

const stories: Story[] = [
  story('hello', () => textReply('Good **morning** to you.')),
  story('figure', ({ step }) => (step === 1 ? actionReply('render_component', figure) : textReply('That many live there.'))),
  story('form', (conversation) => (conversation.step === 1 ? actionReply('ui_form', form) : answerOf(conversation))),
  story('tool', (conversation) => (conversation.step === 1 ? actionReply('ask_city', form) : answerOf(conversation))),
  story('delays', (conversation) => [actionReply('render_component', chart), actionReply('ui_form', form)][conversation.step - 1] ?? answerOf(conversation)),
  story('departures', (conversation) => {
    const actions = [actionReply('render_component', delayChart), actionReply('render_component', delayTable), actionReply('ui_confirm', sendQuestion)]
    return actions[conversation.step - 1] ?? answerOf(conversation)
  }),
  story('slowly', () => ({ ...textReply(`It began long ago. ${'And then it continued. '.repeat(200)}`), durationMs: 120_000 })),
  { ...story('', () => textReply('I have no story for this.')), name: 'anything else' },
]

export interface AgentServer extends Served {
  /** The scripted model server, which records its requests. */
  model: Awaited<ReturnType<typeof createModelServer>>
  errors: unknown[]
}

/** Serves an agent with a scripted model for a page of another origin. */
export async function createAgentServer(page: string): Promise<AgentServer> {
  const model = await createModelServer({ stories })
  const stores = createMemoryStore()
  const client = new OpenAI({ apiKey: 'scripted', baseURL: model.url, maxRetries: 0 })
  const agent = createAgent({ model: openaiModel({ client, model: 'scripted' }), tools: [], ports: stores, richOutput: { enabled: true } })
  const errors: unknown[] = []
  const handlers = createPfHandlers({
    agent,
    artifacts: stores.artifacts,
    pending: stores.pending,
    authenticate: () => ({ id: 'visitor' }),
    cors: { origins: [page] },
    onError: (error) => errors.push(error),
  })
  const served = await serveFetch(handlers.fetch)
  return {
    url: served.url,
    model,
    errors,
    async close() {
      await handlers.close()
      await served.close()
      await agent.close()
      await model.close()
    },
  }
}
