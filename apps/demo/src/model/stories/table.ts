import type { Story } from '@pf/testing'
import { readWanted } from '../reading/wanted.ts'
import { query, render } from '../saying/act.ts'
import { finish, nextQuestions } from '../saying/finish.ts'
import { type Act, canRender, perform } from '../saying/perform.ts'
import { shownOrSaid } from '../saying/shown-or-said.ts'
import type { Topic } from '../topics/topic.ts'

/** A table over the rows of a query, and an answer with figures from its first rows. */
export const tableStory: Story = {
  name: 'table',
  match: (conversation) => readWanted(conversation).view === 'table' && readWanted(conversation).topic !== undefined,
  reply(conversation) {
    const { topic } = readWanted(conversation)
    return perform(topic ? tableActs(topic, canRender(conversation)) : [], conversation)
  },
}

/** The steps of this story for one table. */
export function tableActs(topic: Topic, rendering: boolean): Act[] {
  return [
    () => query(topic.rows.reasoning, topic.rows.sql),
    ...(rendering ? [showTable(topic)] : []),
    (results) => {
      const [rows] = results.queries
      return finish({
        reasoning: 'The first rows are enough to name what stands out.',
        answer: shownOrSaid(topic.rows.tell(rows?.preview ?? [], rows?.rowCount ?? 0), { results, rows, rendering }),
        confidence: 0.95,
        suggestions: nextQuestions(topic, 'table'),
        caveats: [topic.caveat],
        sources: rows?.sources ?? [],
      })
    },
  ]
}

const showTable =
  ({ rows: { title, columns } }: Topic): Act =>
  ({ queries: [rows] }) =>
    render('I name the columns with their units and reference the rows.', {
      component: 'datagrid',
      title,
      props: { columns, rows: rows?.reference ?? { $artifact: 'run_query.rows' }, pageSize: 10, exportable: true },
    })
