import { isRecord } from '@pf/core/internal'
import type { Reply, Story } from '@pf/testing'
import { escapeName } from '../format/format-values.ts'
import { callTool, finalResponse, nextQuestions, renderComponent, runQuery } from '../reply/replies.ts'
import { canRender, runSteps, type Step } from '../reply/run-steps.ts'
import { withTextFallback } from '../reply/text-answers.ts'
import { readIntent } from '../request/intent.ts'
import { countKeywords, tokenize } from '../request/keywords.ts'
import type { Topic } from '../topics/topic.ts'
import { topics } from '../topics/topics.ts'
import { type ReportRequest, reportOf } from './report-sections.ts'

const parts = ['figures', 'chart', 'table'] as const

/** A form first, and then a report that is built from its values. */
export const reportStory: Story = {
  name: 'report',
  match: ({ lastUser }) => countKeywords(tokenize(lastUser), ['report', 'form']) > 0,
  reply: (conversation) => runSteps([() => askForContents(readIntent(conversation).topic), ...steps(canRender(conversation))], conversation),
}

function askForContents(topic: Topic | undefined): Reply {
  return callTool('Before I build a report I ask what it shall cover; a form is quicker than three questions.', 'ui_form', {
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
function readReportRequest(results: Parameters<Step>[0]): ReportRequest | undefined {
  const [answer] = results.all
  const topic = isRecord(answer) ? topics.find(({ table }) => table === answer.table) : undefined
  if (!isRecord(answer) || !topic) return undefined
  const chosen = Array.isArray(answer.parts) ? parts.filter((part) => (answer.parts as unknown[]).includes(part)) : parts
  const own = typeof answer.title === 'string' ? answer.title.trim() : ''
  return { topic, parts: chosen, title: own || `${topic.about.charAt(0).toUpperCase()}${topic.about.slice(1)}` }
}

/** First the rows, one query a step, then the report over them; nothing of it without an answer. */
const steps = (rendering: boolean): Step[] => {
  const build =
    (next: (request: ReportRequest) => Step): Step =>
    (results) => {
      const request = readReportRequest(results)
      return request ? next(request)(results) : cancelledReply()
    }
  return [
    build(
      ({ topic }) =>
        () =>
          runQuery(`The answer is in. A report on ${topic.about} begins with key figures, in one row.`, topic.factsSql),
    ),
    build(
      ({ topic }) =>
        () =>
          runQuery(`Next the rows of the chart. ${topic.chart.reasoning}`, topic.chart.sql),
    ),
    build(
      ({ topic }) =>
        () =>
          runQuery(`Then the rows of the table. ${topic.rows.reasoning}`, topic.rows.sql),
    ),
    ...(rendering
      ? [build((request) => (results) => renderComponent('The report gets the title from the form, and its data by reference.', reportOf(request, results)))]
      : []),
    build((request) => (results) => reportReply(request, results, rendering)),
  ]
}

function reportReply({ topic, title }: ReportRequest, results: Parameters<Step>[0], rendering: boolean): Reply {
  const [facts, , rows] = results.queries
  return finalResponse({
    reasoning: 'I say what was built and from which answers.',
    answer: withTextFallback(`Here is **${escapeName(title)}**: a report on ${topic.about} with the parts that you chose in the form.`, {
      results,
      rows,
      rendering,
    }),
    confidence: 0.9,
    suggestions: [...nextQuestions(topic, 'dashboard').slice(0, 2), { label: 'How was that computed?', message: `How was that computed for ${topic.about}?` }],
    sources: facts?.sources ?? [],
  })
}

function cancelledReply(): Reply {
  return finalResponse({
    reasoning: 'There is no answer to the form, so I build nothing.',
    answer: 'You left the form without an answer, so I have built no report. Ask again whenever you like.',
    confidence: 0.95,
    suggestions: [
      { label: 'Ask me again', message: 'Build me a report' },
      { label: 'What data is here?', message: 'What data is here?' },
    ],
  })
}
