import type { JsonObject } from '@pf/core'
import type { Story } from '@pf/testing'
import { finalResponse, nextQuestions, renderComponent, runQuery } from '../reply/replies.ts'
import { canRender, runSteps, type Step } from '../reply/run-steps.ts'
import { withTextFallback } from '../reply/text-answers.ts'
import { readIntent } from '../request/intent.ts'
import type { Row, Topic } from '../topics/topic.ts'

/** Shows key figures, a chart and a table in one grid, using three queries. */
export const dashboardStory: Story = {
  name: 'dashboard',
  match: (conversation) => readIntent(conversation).view === 'dashboard' && readIntent(conversation).topic !== undefined,
  reply(conversation) {
    const { topic } = readIntent(conversation)
    return runSteps(topic ? dashboardSteps(topic, canRender(conversation)) : [], conversation)
  },
}

/** Returns the steps of this story for one topic. */
export function dashboardSteps(topic: Topic, rendering: boolean): Step[] {
  return [
    () => runQuery(`A dashboard of ${topic.about} needs key figures, a chart and a table. The key figures come first, in one row.`, topic.factsSql),
    () => runQuery(`Next the rows of the chart. ${topic.chart.reasoning}`, topic.chart.sql),
    () => runQuery(`Then the rows of the table. ${topic.rows.reasoning}`, topic.rows.sql),
    ...(rendering ? [showDashboard(topic)] : []),
    (results) => {
      const [facts, , rows] = results.queries
      return finalResponse({
        reasoning: 'The dashboard is up. I sum up its key figures in words.',
        answer: withTextFallback(topic.dashboard.summarize(facts?.preview[0] ?? {}), { results, rows, rendering }),
        suggestions: nextQuestions(topic, 'dashboard'),
        caveats: [topic.caveat],
        sources: facts?.sources ?? [],
      })
    },
  ]
}

const showDashboard =
  (topic: Topic): Step =>
  ({ queries: [facts, lines, rows] }) =>
    renderComponent('Figures go into cards, as I have read them; chart and table only reference their rows.', {
      component: 'grid',
      title: topic.dashboard.title,
      props: {
        columns: 4,
        items: [
          ...cards(topic, facts?.preview[0] ?? {}),
          {
            component: 'echarts',
            title: topic.chart.title,
            colSpan: 4,
            props: { option: topic.chart.option(lines?.reference ?? { $artifact: 'run_query#2.rows' }), height: '320px' },
          },
          {
            component: 'datagrid',
            title: topic.rows.title,
            colSpan: 4,
            props: { columns: topic.rows.columns, rows: rows?.reference ?? { $artifact: 'run_query#3.rows' }, pageSize: 8, compact: true },
          },
        ],
      },
    })

const cards = (topic: Topic, facts: Row): JsonObject[] => topic.dashboard.metrics(facts).map((props) => ({ component: 'metric', props }))
