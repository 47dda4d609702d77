import type { Story } from '@pf/testing'
import { readWanted } from '../reading/wanted.ts'
import { act } from '../saying/act.ts'
import { finish, nextQuestions } from '../saying/finish.ts'
import { perform } from '../saying/perform.ts'
import { tellTable } from '../saying/tell-table.ts'
import type { Topic } from '../topics/topic.ts'

/** A plain answer: what one table holds. */
export const describeStory: Story = {
  name: 'describe',
  match: (conversation) => readWanted(conversation).view === 'describe' && readWanted(conversation).topic !== undefined,
  reply(conversation) {
    const { topic } = readWanted(conversation)
    return perform(
      topic
        ? [
            () => act(`I look at the table ${topic.table} before I say anything about it.`, 'describe_table', { table: topic.table }),
            ({ all: [table] }) => tell(table, topic),
          ]
        : [],
      conversation,
    )
  },
}

function tell(table: unknown, topic: Topic) {
  return finish({
    answer: tellTable(table, topic.table),
    confidence: 0.98,
    suggestions: nextQuestions(topic, 'table').concat({ label: 'Show some rows', message: `Show ${topic.about} as a table` }),
  })
}
