import { isRecord } from '@pf/core/internal'

/** What the model has seen: the question, the result of the tool, and the REF of its data. */
export interface SeenData {
  question: string
  data: Record<string, unknown>
  ref: string | undefined
}

type Props = Record<string, unknown>

/** Returns props for a component as a fair model would write them from what it has seen; undefined for a component that it does not know. */
export function propsFor(component: string, seen: SeenData): Props | undefined {
  return Object.hasOwn(writers, component) ? writers[component as keyof typeof writers](seen) : undefined
}

const writers = {
  echarts: ({ question, data, ref }: SeenData): Props => {
    const [x = 'x', ...rest] = columnsOf(data)
    const numeric = rest.filter((column) => typeof firstRow(data)[column] === 'number')
    const isTrend = /\d{4}-/.test(String(firstRow(data)[x]))
    const type = /relation/i.test(question) ? 'scatter' : isTrend ? 'line' : 'bar'
    const y = (numeric.length > 0 ? numeric : rest).slice(0, 2)
    return {
      option: {
        dataset: { source: dataOf(seenRows(data), ref) },
        xAxis: { type: 'category' },
        yAxis: {},
        series: y.map((column) => ({ type, encode: { x, y: column } })),
      },
    }
  },
  plotly: ({ data }: SeenData): Props => {
    const [x = 'x', y = 'y', error] = columnsOf(data)
    const column = (name: string) => seenRows(data).map((row) => row[name])
    if (seenRows(data).length === 0) return { data: [{ type: 'surface', z: data.z ?? [[1, 2]] }] }
    return { data: [{ type: 'scatter', x: column(x), y: column(y), ...(error === 'error' ? { error_y: { type: 'data', array: column(error) } } : {}) }] }
  },
  datagrid: ({ question, data, ref }: SeenData): Props => ({
    columns: columnsOf(data).map((field) => ({ field })),
    rows: dataOf(seenRows(data), ref),
    ...(/search/i.test(question) ? { filterable: true } : {}),
    ...(/export/i.test(question) ? { exportable: true } : {}),
  }),
  metric: ({ data }: SeenData): Props | undefined => numbersOf(data)[0],
  grid: ({ data, ...seen }: SeenData): Props => {
    const metrics = numbersOf(data).map((props) => ({ component: 'metric', props }))
    const pair = ['echarts', 'datagrid'].map((component) => ({ component, props: propsFor(component, { data, ...seen }) }))
    return { items: metrics.length > 0 ? metrics : pair }
  },
  tabs: (seen: SeenData): Props => ({ tabs: ['echarts', 'datagrid'].map((component) => ({ label: component, component, props: propsFor(component, seen) })) }),
  report: (seen: SeenData): Props => ({ sections: ['Summary', 'Numbers', 'Outlook'].map((title) => ({ title, content: textOf(seen.data) })) }),
  accordion: ({ data }: SeenData): Props => ({
    items: listsOf(data).map((item) => ({ title: String(Object.values(item)[0]), content: String(Object.values(item)[1]) })),
  }),
  json: ({ data, ref }: SeenData): Props => ({ data: ref === undefined ? [data] : { $artifact: ref } }),
  code: ({ question, data }: SeenData): Props => ({
    language: /sql/i.test(question) ? 'sql' : 'text',
    code: typeof data.diff === 'string' ? data.diff : 'select id from orders where delivered_on > promised_on',
  }),
  latex: (): Props => ({ expression: 'x = \\frac{-b \\pm \\sqrt{b^2 - 4ac}}{2a}' }),
  markdown: ({ data }: SeenData): Props => ({ content: `# Notes\n\n${textOf(data)}` }),
  callout: ({ data }: SeenData): Props => ({ type: 'warning', content: textOf(data) }),
  mermaid: ({ question }: SeenData): Props => ({ code: /talk/.test(question) ? 'sequenceDiagram\n  A->>B: asks' : 'flowchart LR\n  A --> B' }),
  image: ({ data }: SeenData): Props => ({ src: addressOf(data), alt: textOf(data).slice(0, 200) }),
  video: ({ data }: SeenData): Props => ({ src: addressOf(data) }),
  embed: ({ data }: SeenData): Props => ({ url: addressOf(data), title: textOf(data).slice(0, 100) }),
  html: (): Props => ({ html: '<button>Start</button>', js: 'document.body.dataset.state = "ready"' }),
  form: (): Props => ({
    fields: [
      { name: 'name', type: 'text', label: 'Name', required: true },
      { name: 'day', type: 'date', label: 'Day' },
      { name: 'mail', type: 'email', label: 'E-mail' },
    ],
  }),
  confirm: ({ data }: SeenData): Props => ({ message: textOf(data), variant: 'danger' }),
  select_option: ({ data }: SeenData): Props => ({
    options: listsOf(data).map((item) => ({ value: String(Object.values(item)[0]), label: Object.values(item).join(', ') })),
  }),
}

const seenRows = (data: Props) => (Array.isArray(data.preview) ? data.preview.filter(isRecord) : [])
const firstRow = (data: Props): Props => seenRows(data)[0] ?? {}
const columnsOf = (data: Props): string[] => (Array.isArray(data.columns) ? data.columns.map(String) : Object.keys(firstRow(data)))
const dataOf = (rows: Props[], ref: string | undefined) => (ref === undefined ? rows : { $artifact: ref })
const addressOf = (data: Props) => String(Object.values(data).find((value) => /^https:/.test(String(value))) ?? 'https://media.example.org/none')

const numbersOf = (data: Props): { label: string; value: number }[] =>
  Object.entries(data).flatMap(([label, value]) => (typeof value === 'number' && label !== 'row_count' && !/_last_week/.test(label) ? [{ label, value }] : []))

const textOf = (data: Props) =>
  Object.entries(data)
    .filter(([, value]) => typeof value === 'string' || typeof value === 'number')
    .map(([name, value]) => `${name}: ${value}`)
    .join(', ') || 'Nothing.'

const listsOf = (data: Props): Props[] => {
  const list = Object.values(data).find(Array.isArray) ?? ['one', 'two']
  return list.map((item: unknown) => (isRecord(item) ? item : { value: item }))
}
