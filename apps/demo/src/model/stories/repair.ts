import type { Conversation, Reply, Story } from '@pf/testing'
import { mentions, readWords } from '../reading/words.ts'
import { pace, query } from '../saying/act.ts'
import { day, figure } from '../saying/figures.ts'
import { finish } from '../saying/finish.ts'
import { type Act, perform } from '../saying/perform.ts'

const sql =
  'SELECT count(*) AS days, round(avg(temp_max_c), 1) AS average_high_c, max(temp_max_c) AS hottest_c, arg_max(date, temp_max_c) AS hottest_day FROM weather'

/** The ways in which this model can fail before it does right, by the words that ask for them. */
const failures = {
  broken: ['repair', 'repaired', 'broken', 'malformed', 'invalid json'],
  prose: ['repair', 'repaired', 'prose', 'without json'],
  withdrawn: ['withdraw', 'withdrawn', 'cut off', 'take back'],
} as const

/** Replies that need the planner's repair: a call cut inside its arguments, prose instead of an action, an answer that breaks off. */
export const repairStory: Story = {
  name: 'repair',
  match: ({ lastUser }) => Object.values(failures).some((keywords) => mentions(readWords(lastUser), keywords) > 0),
  reply: (conversation) => perform([stumbling('broken', ask, conversation), answering(conversation)], conversation),
}

const ask: Act = () => query('I count the days and take the average high. This time I write the call in full.', sql)

function answering(conversation: Conversation): Act {
  return stumbling('prose', stumbling('withdrawn', tell, conversation), conversation)
}

/** The first attempt goes wrong in the way that was asked for, every later one is right. */
function stumbling(kind: keyof typeof failures, right: Act, { lastUser, attempt }: Conversation): Act {
  return (results) => {
    const reply = right(results)
    const wrong = attempt === 1 && mentions(readWords(lastUser), failures[kind]) > 0
    return wrong ? { ...reply, ...spoil[kind](reply) } : reply
  }
}

const spoil = {
  broken: ({ content }) => ({ reasoning: 'I count the days and take the average high.', content: content.slice(0, content.indexOf('average_high_c')) }),
  prose: () => ({
    reasoning: 'I have the numbers, so I simply say them.',
    content: 'Sure. I have read the numbers and will tell you about them in a moment.',
    delayMs: pace.answer,
  }),
  withdrawn: ({ content }) => ({ content: content.slice(0, content.indexOf('days, the')) }),
} satisfies Record<keyof typeof failures, (reply: Reply) => Partial<Reply>>

const tell: Act = ({ queries: [seen] }) => {
  const facts = seen?.preview[0] ?? {}
  return finish({
    reasoning: 'Now the answer in the form that was asked for.',
    answer: `Over **${figure(facts.days)}** days, the average high in Seattle was **${figure(facts.average_high_c, 1)} °C**; the hottest day was ${day(facts.hottest_day)} with ${figure(facts.hottest_c, 1)} °C.

On the way here I sent something that was no valid action, on purpose. The planner noticed, asked again with a short repair prompt, and went on; the events of this run show each attempt.`,
    confidence: 0.9,
    suggestions: [
      { label: 'Only prose without JSON', message: 'Answer with prose without JSON first' },
      { label: 'An answer that is withdrawn', message: 'Begin an answer that is cut off and withdrawn' },
      { label: 'A chart of the weather', message: 'Show the weather in Seattle as a chart' },
    ],
    sources: seen?.sources ?? [],
  })
}
