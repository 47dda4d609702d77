import type { Story } from '@pf/testing'
import { finalResponse, nextQuestions, renderComponent, runQuery } from '../reply/replies.ts'
import { canRender, runSteps, type Step } from '../reply/run-steps.ts'
import { withTextFallback } from '../reply/text-answers.ts'
import { readIntent } from '../request/intent.ts'
import type { Topic } from '../topics/topic.ts'

/** Shows a table over the rows of a query, and answers with numbers from its first rows. */
export const tableStory: Story = {
  name: 'table',
  match: (conversation) => readIntent(conversation).view === 'table' && readIntent(conversation).topic !== undefined,
  reply(conversation) {
    const { topic } = readIntent(conversation)
    return runSteps(topic ? tableSteps(topic, canRender(conversation)) : [], conversation)
  },
}

/** Returns the steps of this story for one topic. */
export function tableSteps(topic: Topic, rendering: boolean): Step[] {
  return [
    () => runQuery(topic.rows.reasoning, topic.rows.sql),
    ...(rendering ? [showTable(topic)] : []),
    (results) => {
      const [rows] = results.queries
      return finalResponse({
        reasoning: 'The first rows are enough to name what stands out.',
        answer: withTextFallback(topic.rows.summarize(rows?.preview ?? [], rows?.rowCount ?? 0), { results, rows, rendering }),
        suggestions: nextQuestions(topic, 'table'),
        caveats: [topic.caveat],
        sources: rows?.sources ?? [],
      })
    },
  ]
}

const showTable =
  ({ rows: { title, columns } }: Topic): Step =>
  ({ queries: [rows] }) =>
    renderComponent('I name the columns with their units and reference the rows.', {
      component: 'datagrid',
      title,
      props: { columns, rows: rows?.reference ?? { $artifact: 'run_query.rows' }, pageSize: 10, exportable: true },
    })
