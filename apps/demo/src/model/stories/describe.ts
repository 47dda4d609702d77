import type { Story } from '@pf/testing'
import { callTool, finalResponse, nextQuestions } from '../reply/replies.ts'
import { runSteps } from '../reply/run-steps.ts'
import { describeTableText } from '../reply/text-answers.ts'
import { readIntent } from '../request/intent.ts'
import type { Topic } from '../topics/topic.ts'

/** Describes one table. */
export const describeStory: Story = {
  name: 'describe',
  match: (conversation) => readIntent(conversation).view === 'describe' && readIntent(conversation).topic !== undefined,
  reply(conversation) {
    const { topic } = readIntent(conversation)
    return runSteps(
      topic
        ? [
            () => callTool(`I look at the table ${topic.table} before I say anything about it.`, 'describe_table', { table: topic.table }),
            ({ all: [table] }) => describeReply(table, topic),
          ]
        : [],
      conversation,
    )
  },
}

function describeReply(table: unknown, topic: Topic) {
  return finalResponse({
    answer: describeTableText(table, topic.table),
    suggestions: nextQuestions(topic, 'table').concat({ label: 'Show some rows', message: `Show ${topic.about} as a table` }),
  })
}
