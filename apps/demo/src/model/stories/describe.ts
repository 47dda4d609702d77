import { isRecord } from '@pf/core'
import type { Story } from '@pf/testing'
import { readWanted } from '../reading/wanted.ts'
import { act } from '../saying/act.ts'
import { figure, name } from '../saying/figures.ts'
import { finish, nextQuestions } from '../saying/finish.ts'
import { perform } from '../saying/perform.ts'
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
  const { description, row_count, columns, licence } = isRecord(table) ? table : {}
  const lines = (Array.isArray(columns) ? columns.filter(isRecord) : []).map((column) => `- **${name(column.name)}**: ${name(column.description)}`)
  const terms = typeof licence === 'string' ? `\n\nTerms of the data: ${name(licence)}.` : ''
  return finish({
    answer: `The table **${topic.table}** has ${figure(row_count)} rows. ${name(description)}\n\n${lines.join('\n')}${terms}`,
    confidence: 0.98,
    suggestions: nextQuestions(topic, 'table').concat({ label: 'Show some rows', message: `Show ${topic.about} as a table` }),
  })
}
