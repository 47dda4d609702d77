import { isRecord } from '@pf/core/internal'
import type { Reply, Story } from '@pf/testing'
import { callTool, finalResponse } from '../reply/replies.ts'
import { failedReply } from '../reply/run-steps.ts'
import { asksFor } from '../request/coverage.ts'

/** The questions for the subagents. Each subagent is a run with the tools for reading. */
const tasks = [
  { name: 'Penguins', query: 'What is the average body mass of penguins by species?' },
  { name: 'Cars', query: 'What is the average horsepower of cars by origin?' },
  { name: 'Weather', query: 'What is the average precipitation in Seattle by year?' },
] as const

const group = 'Three data sets'
const vocabulary = [
  'research',
  'look into',
  'three',
  'data',
  'sets',
  'work',
  'task',
  'merge',
  'combine',
  'result',
  'report',
  'them',
  'it',
  'do',
  'run',
  'once',
  'more',
]

/** Starts three subagents in the background as one group. Their results wait for the approval of the user. */
export const backgroundStory: Story = {
  name: 'background',
  match: ({ lastUser }) => asksFor(lastUser, ['background'], vocabulary),
  reply({ step, toolResults }) {
    const refusal = toolResults.map(({ content }) => refusalOf(content)).find((found) => found !== undefined)
    if (refusal !== undefined) return failedReply(`The background work could not be started: ${refusal}`)
    const task = tasks[step - 1]
    return task ? startTask(task, step === tasks.length) : started
  },
}

function startTask({ name, query }: (typeof tasks)[number], isLast: boolean): Reply {
  const args = { mode: 'subagent', name, query, group, group_report: 'all', ...(isLast ? { group_sealed: true } : {}) }
  return callTool(isLast ? 'This is the last one, so the group is complete.' : 'This does not depend on the others, so it can run beside them.', 'task', args)
}

const started = finalResponse({
  reasoning: 'The tasks have started. I do not know their results yet, so I say only that.',
  answer: `**${tasks.length} tasks** have started in the background: ${tasks.map(({ name }) => name).join(', ')}.

Their progress is above the question field. You can ask something else meanwhile, reload the page or close it. When all have ended, their results wait for your approval; then they are added to this conversation as one message.`,
  suggestions: [
    { label: 'Something else meanwhile', message: 'How did CO2 in the air develop since 1958?' },
    { label: 'What data is here?', message: 'What data is here?' },
  ],
})

/** Returns the message of a result that is an error. */
export function refusalOf(content: unknown): string | undefined {
  if (!isRecord(content) || content.error === undefined) return undefined
  const { error } = content
  return isRecord(error) && typeof error.message === 'string' ? error.message : 'unknown error'
}
