import { isRecord } from '@pf/core/internal'
import type { Reply, Story } from '@pf/testing'
import { capitalize, escapeName } from '../format/format-values.ts'
import { callTool, finalResponse, nextQuestions, renderComponent, runQuery } from '../reply/replies.ts'
import { canRender, runSteps, type Step } from '../reply/run-steps.ts'
import { withTextFallback } from '../reply/text-answers.ts'
import { asksFor } from '../request/coverage.ts'
import { countKeywords, tokenize } from '../request/keywords.ts'
import type { Topic } from '../topics/topic.ts'
import { topicNames, topics } from '../topics/topics.ts'
import { type ReportRequest, reportOf } from './report-sections.ts'

const parts = ['figures', 'chart', 'table'] as const

/** Asks for the contents in a form and builds a report from the answer. */
export const reportStory: Story = {
  name: 'report',
  match: ({ lastUser }) => asksFor(lastUser, ['report', 'form'], topicNames),
  reply: (conversation) =>
    runSteps(
      [() => askForContents(topics.find(({ names }) => countKeywords(tokenize(conversation.lastUser), names) > 0)), ...steps(canRender(conversation))],
      conversation,
    ),
}

function askForContents(topic: Topic | undefined): Reply {
  return callTool('Before I build the report, I ask for its contents in a form.', 'ui_form', {
    title: 'What should the report cover?',
    description: 'The data is read from the database after you submit the form.',
    fields: [
      {
        name: 'table',
        type: 'select',
        label: 'Data',
        required: true,
        default: (topic ?? topics[0])?.table ?? '',
        options: topics.map(({ table, about }) => ({ value: table, label: capitalize(about) })),
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
        helpText: 'The title of the report. Optional.',
        validation: { maxLength: 80 },
      },
    ],
    submitLabel: 'Build report',
  })
}

/** Reads the answer to the form. Returns undefined if the form was cancelled. */
function readReportRequest(results: Parameters<Step>[0]): ReportRequest | undefined {
  const [answer] = results.all
  const topic = isRecord(answer) ? topics.find(({ table }) => table === answer.table) : undefined
  if (!isRecord(answer) || !topic) return undefined
  const chosen = Array.isArray(answer.parts) ? parts.filter((part) => (answer.parts as unknown[]).includes(part)) : parts
  const own = typeof answer.title === 'string' ? answer.title.trim() : ''
  return { topic, parts: chosen, title: own || capitalize(topic.about) }
}

/** Queries the rows, one query per step, and then shows the report. Without an answer to the form, no report is created. */
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
    suggestions: [...nextQuestions(topic, 'dashboard').slice(0, 2), { label: 'How was that computed?', message: `How was that computed for ${topic.about}?` }],
    sources: facts?.sources ?? [],
  })
}

function cancelledReply(): Reply {
  return finalResponse({
    reasoning: 'There is no answer to the form, so I build nothing.',
    answer: 'You left the form without an answer, so I have built no report. Ask again whenever you like.',
    suggestions: [
      { label: 'Ask me again', message: 'Build me a report' },
      { label: 'What data is here?', message: 'What data is here?' },
    ],
  })
}
