import type { Conversation, Reply, Story } from '@pf/testing'
import { formatDate, formatNumber } from '../format/format-values.ts'
import { finalResponse, pace, runQuery } from '../reply/replies.ts'
import { runSteps, type Step } from '../reply/run-steps.ts'
import { asksFor } from '../request/coverage.ts'
import { countKeywords, tokenize } from '../request/keywords.ts'

const sql =
  'SELECT count(*) AS days, round(avg(temp_max_c), 1) AS average_high_c, max(temp_max_c) AS hottest_c, arg_max(date, temp_max_c) AS hottest_day FROM weather'

/** The failures that the scripted model can produce, with the keywords that request them. */
const failures = {
  broken: ['repair', 'repaired', 'broken', 'malformed', 'invalid json'],
  prose: ['repair', 'repaired', 'prose', 'without json'],
  withdrawn: ['withdraw', 'withdrawn', 'cut off', 'take back'],
} as const

/** Produces replies that the planner must repair: truncated arguments, prose instead of an action, or an incomplete answer. */
export const repairStory: Story = {
  name: 'repair',
  match: ({ lastUser }) =>
    asksFor(lastUser, Object.values(failures).flat(), ['reply', 'output', 'answer', 'begin', 'first', 'only', 'model', 'action', 'json', 'without']),
  reply: (conversation) => runSteps([failFirstAttempt('broken', countDays, conversation), answerStep(conversation)], conversation),
}

const countDays: Step = () => runQuery('I count the days and take the average high. This time I write the call in full.', sql)

function answerStep(conversation: Conversation): Step {
  return failFirstAttempt('prose', failFirstAttempt('withdrawn', weatherAnswer, conversation), conversation)
}

/** Makes the first attempt fail in the requested way; later attempts are correct. */
function failFirstAttempt(kind: keyof typeof failures, correct: Step, { lastUser, attempt }: Conversation): Step {
  return (results) => {
    const reply = correct(results)
    const fails = attempt === 1 && countKeywords(tokenize(lastUser), failures[kind]) > 0
    return fails ? { ...reply, ...corruptReply[kind](reply) } : reply
  }
}

const corruptReply = {
  broken: ({ content }) => ({ reasoning: 'I count the days and take the average high.', content: content.slice(0, content.indexOf('average_high_c')) }),
  prose: () => ({
    reasoning: 'I have the numbers, so I simply say them.',
    content: 'Sure. I have read the numbers and will tell you about them in a moment.',
    delayMs: pace.answer,
  }),
  withdrawn: ({ content }) => ({ content: content.slice(0, content.indexOf('days, the')) }),
} satisfies Record<keyof typeof failures, (reply: Reply) => Partial<Reply>>

const weatherAnswer: Step = ({ queries: [seen] }) => {
  const facts = seen?.preview[0] ?? {}
  return finalResponse({
    reasoning: 'Now the answer in the form that was asked for.',
    answer: `Over **${formatNumber(facts.days)}** days, the average high in Seattle was **${formatNumber(facts.average_high_c, 1)} °C**; the hottest day was ${formatDate(facts.hottest_day)} with ${formatNumber(facts.hottest_c, 1)} °C.

On the way here I sent something that was no valid action, on purpose. The planner noticed, asked again with a short repair prompt, and continued; the events of this run show each attempt.`,
    suggestions: [
      { label: 'Only prose without JSON', message: 'Answer with prose without JSON first' },
      { label: 'An answer that is withdrawn', message: 'Begin an answer that is cut off and withdrawn' },
      { label: 'A chart of the weather', message: 'Show the weather in Seattle as a chart' },
    ],
    sources: seen?.sources ?? [],
  })
}
