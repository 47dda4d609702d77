import { isRecord } from '@pf/core/internal'
import type { Reply, Story } from '@pf/testing'
import { readWanted } from '../reading/wanted.ts'
import { mentions, readWords } from '../reading/words.ts'
import { act, query, render } from '../saying/act.ts'
import { name } from '../saying/figures.ts'
import { finish, nextQuestions } from '../saying/finish.ts'
import { type Act, canRender, perform } from '../saying/perform.ts'
import { shownOrSaid } from '../saying/shown-or-said.ts'
import type { Topic } from '../topics/topic.ts'
import { topics } from '../topics/topics.ts'
import { reportOf, type Wishes } from './report-sections.ts'

const parts = ['figures', 'chart', 'table'] as const

/** A form first, and then a report that is built from its values. */
export const reportStory: Story = {
  name: 'report',
  match: ({ lastUser }) => mentions(readWords(lastUser), ['report', 'form']) > 0,
  reply: (conversation) => perform([() => askWhat(readWanted(conversation).topic), ...steps(canRender(conversation))], conversation),
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
        name: 'parts',
        type: 'multiselect',
        label: 'Parts',
        required: true,
        default: [...parts],
        options: [
          { value: 'figures', label: 'Key figures' },
          { value: 'chart', label: 'Chart' },
          { value: 'table', label: 'Table' },
        ],
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

/** Undefined where the form was left. */
function wishes(results: Parameters<Act>[0]): Wishes | undefined {
  const [answer] = results.all
  const topic = isRecord(answer) ? topics.find(({ table }) => table === answer.table) : undefined
  if (!isRecord(answer) || !topic) return undefined
  const wanted = Array.isArray(answer.parts) ? parts.filter((part) => (answer.parts as unknown[]).includes(part)) : parts
  const own = typeof answer.title === 'string' ? answer.title.trim() : ''
  return { topic, parts: wanted, title: own || `${topic.about.charAt(0).toUpperCase()}${topic.about.slice(1)}` }
}

/** First the rows, one query a step, then the report over them; nothing of it without an answer. */
const steps = (rendering: boolean): Act[] => {
  const build =
    (next: (wanted: Wishes) => Act): Act =>
    (results) => {
      const wanted = wishes(results)
      return wanted ? next(wanted)(results) : left()
    }
  return [
    build(
      ({ topic }) =>
        () =>
          query(`The answer is in. A report on ${topic.about} begins with key figures, in one row.`, topic.facts),
    ),
    build(
      ({ topic }) =>
        () =>
          query(`Next the rows of the chart. ${topic.chart.reasoning}`, topic.chart.sql),
    ),
    build(
      ({ topic }) =>
        () =>
          query(`Then the rows of the table. ${topic.rows.reasoning}`, topic.rows.sql),
    ),
    ...(rendering
      ? [build((wanted) => (results) => render('The report gets the title from the form, and its data by reference.', reportOf(wanted, results)))]
      : []),
    build((wanted) => (results) => sayIt(wanted, results, rendering)),
  ]
}

function sayIt({ topic, title }: Wishes, results: Parameters<Act>[0], rendering: boolean): Reply {
  const [facts, , rows] = results.queries
  return finish({
    reasoning: 'I say what was built and from which answers.',
    answer: shownOrSaid(`Here is **${name(title)}**: a report on ${topic.about} with the parts that you chose in the form.`, { results, rows, rendering }),
    confidence: 0.9,
    suggestions: [...nextQuestions(topic, 'dashboard').slice(0, 2), { label: 'How was that computed?', message: `How was that computed for ${topic.about}?` }],
    sources: facts?.sources ?? [],
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
