import type { Story } from '@pf/testing'
import { finalResponse, nextQuestions, renderComponent, runQuery } from '../reply/replies.ts'
import { canRender, runSteps, type Step } from '../reply/run-steps.ts'
import { withTextFallback } from '../reply/text-answers.ts'
import { readIntent } from '../request/intent.ts'
import type { Topic } from '../topics/topic.ts'

/** Shows a chart over the rows of a query, and answers with key figures from a second query. */
export const chartStory: Story = {
  name: 'chart',
  match: (conversation) => readIntent(conversation).view === 'chart' && readIntent(conversation).topic !== undefined,
  reply(conversation) {
    const { topic } = readIntent(conversation)
    return runSteps(topic ? chartSteps(topic, canRender(conversation)) : [], conversation)
  },
}

/** Returns the steps of this story for one topic. */
export function chartSteps(topic: Topic, rendering: boolean): Step[] {
  const { chart, factsSql, table } = topic
  return [
    () => runQuery(chart.reasoning, chart.sql),
    () => runQuery(`The chart's rows are there. For the answer I want a few key figures of ${table} in one row.`, factsSql),
    ...(rendering ? [showChart(topic)] : []),
    (results) => {
      const [rows, figures] = results.queries
      return finalResponse({
        reasoning: 'I say what the chart shows and keep to the figures I have read.',
        answer: withTextFallback(chart.summarize(figures?.preview[0] ?? {}), { results, rows, rendering }),
        suggestions: nextQuestions(topic, 'chart'),
        caveats: [topic.caveat],
        sources: figures?.sources ?? [],
      })
    },
  ]
}

const showChart =
  ({ chart }: Topic): Step =>
  ({ queries: [rows] }) =>
    renderComponent('The rows stay where they are: the chart only gets a reference to them.', {
      component: 'echarts',
      title: chart.title,
      props: { option: chart.option(rows?.reference ?? { $artifact: 'run_query.rows' }), height: '360px' },
    })
