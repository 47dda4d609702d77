import type { Story } from '@pf/testing'
import { readWanted } from '../reading/wanted.ts'
import { query, render } from '../saying/act.ts'
import { finish, nextQuestions } from '../saying/finish.ts'
import { type Act, canRender, perform } from '../saying/perform.ts'
import { shownOrSaid } from '../saying/shown-or-said.ts'
import type { Topic } from '../topics/topic.ts'

/** A chart over the rows of a query, and an answer with figures from a second one. */
export const chartStory: Story = {
  name: 'chart',
  match: (conversation) => readWanted(conversation).view === 'chart' && readWanted(conversation).topic !== undefined,
  reply(conversation) {
    const { topic } = readWanted(conversation)
    return perform(topic ? chartActs(topic, canRender(conversation)) : [], conversation)
  },
}

/** The steps of this story for one table. */
export function chartActs(topic: Topic, rendering: boolean): Act[] {
  const { chart, facts, table } = topic
  return [
    () => query(chart.reasoning, chart.sql),
    () => query(`The chart's rows are there. For the answer I want a few key figures of ${table} in one row.`, facts),
    ...(rendering ? [showChart(topic)] : []),
    (results) => {
      const [rows, figures] = results.queries
      return finish({
        reasoning: 'I say what the chart shows and keep to the figures I have read.',
        answer: shownOrSaid(chart.tell(figures?.preview[0] ?? {}), { results, rows, rendering }),
        confidence: 0.9,
        suggestions: nextQuestions(topic, 'chart'),
        caveats: [topic.caveat],
        sources: figures?.sources ?? [],
      })
    },
  ]
}

const showChart =
  ({ chart }: Topic): Act =>
  ({ queries: [rows] }) =>
    render('The rows stay where they are: the chart only gets a reference to them.', {
      component: 'echarts',
      title: chart.title,
      props: { option: chart.option(rows?.reference ?? { $artifact: 'run_query.rows' }), height: '360px' },
    })
