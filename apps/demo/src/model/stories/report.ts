import { isRecord, type JsonObject } from '@pf/core'
import type { Reply, Story } from '@pf/testing'
import { readWanted } from '../reading/wanted.ts'
import { mentions, readWords } from '../reading/words.ts'
import { act, query, render } from '../saying/act.ts'
import { name } from '../saying/figures.ts'
import { finish, nextQuestions } from '../saying/finish.ts'
import { type Act, perform } from '../saying/perform.ts'
import type { Topic } from '../topics/topic.ts'
import { topics } from '../topics/topics.ts'

const views = ['chart', 'table'] as const

/** A form first, and then a chart or a table that is built from its values. */
export const reportStory: Story = {
  name: 'report',
  match: ({ lastUser }) => mentions(readWords(lastUser), ['report', 'form']) > 0,
  reply: (conversation) => perform([() => askWhat(readWanted(conversation).topic), showIt, showIt, sayIt], conversation),
}

function askWhat(topic: Topic | undefined): Reply {
  return act('Before I build a report I ask what it shall cover; a form is quicker than three questions.', 'ui_form', {
    title: 'What shall the report cover?',
    description: 'The figures come from the database after you have answered.',
    fields: [
      {
        name: 'table',
        type: 'select',
        label: 'Data',
        required: true,
        default: (topic ?? topics[0])?.table ?? '',
        options: topics.map(({ table, about }) => ({ value: table, label: `${about.charAt(0).toUpperCase()}${about.slice(1)}` })),
      },
      {
        name: 'view',
        type: 'radio',
        label: 'Shown as',
        required: true,
        default: 'chart',
        options: views.map((value) => ({ value, label: value === 'chart' ? 'Chart' : 'Table' })),
      },
      {
        name: 'title',
        type: 'text',
        label: 'Title',
        placeholder: 'My report',
        helpText: 'Stands over the report. May be left empty.',
        validation: { maxLength: 80 },
      },
    ],
    submitLabel: 'Build report',
  })
}

interface Wishes {
  topic: Topic
  view: (typeof views)[number]
  title: string
}

/** What the user answered; undefined where they did not. */
function wishes(results: Parameters<Act>[0]): Wishes | undefined {
  const [answer] = results.all
  const topic = isRecord(answer) ? topics.find(({ table }) => table === answer.table) : undefined
  if (!isRecord(answer) || !topic) return undefined
  const view = answer.view === 'table' ? 'table' : 'chart'
  const own = typeof answer.title === 'string' ? answer.title.trim() : ''
  return { topic, view, title: own || (view === 'chart' ? topic.chart.title : topic.rows.title) }
}

/** First the rows, then the component over them; nothing of both without an answer. */
const showIt: Act = (results) => {
  const wanted = wishes(results)
  if (!wanted) return left()
  const { topic, view, title } = wanted
  const [rows] = results.queries
  if (!rows) return query(`The answer is in: ${topic.about} as a ${view}. Now the rows.`, view === 'chart' ? topic.chart.sql : topic.rows.sql)
  return render('The report gets the title from the form, and its data by reference.', {
    component: view === 'chart' ? 'echarts' : 'datagrid',
    title,
    props: propsOf(wanted, rows.reference),
  })
}

function propsOf({ topic, view }: Wishes, rows: { $artifact: string }): JsonObject {
  if (view === 'chart') return { option: topic.chart.option(rows), height: '360px' }
  return { columns: topic.rows.columns, rows, pageSize: 10 }
}

const sayIt: Act = (results) => {
  const wanted = wishes(results)
  if (!wanted) return left()
  const { topic, view, title } = wanted
  const [rows] = results.queries
  return finish({
    reasoning: 'I say what was built and from which answers.',
    answer: `Here is **${name(title)}**: ${topic.about} as a ${view}, as you asked for in the form. It has ${rows?.rowCount ?? 0} rows.`,
    confidence: 0.9,
    suggestions: [...nextQuestions(topic, view).slice(0, 2), { label: 'Another report', message: 'Build me a report' }],
    sources: rows?.sources ?? [],
  })
}

function left(): Reply {
  return finish({
    reasoning: 'There is no answer to the form, so I build nothing.',
    answer: 'You left the form without an answer, so I have built no report. Ask again whenever you like.',
    confidence: 0.95,
    suggestions: [
      { label: 'Ask me again', message: 'Build me a report' },
      { label: 'What data is here?', message: 'What data is here?' },
    ],
  })
}
