import type { Reply, Story } from '@pf/testing'
import { callTool, finalResponse } from '../reply/replies.ts'
import { failedReply } from '../reply/run-steps.ts'
import { asksFor } from '../request/coverage.ts'
import { tokenize } from '../request/keywords.ts'
import { refusalOf } from './background.ts'

/** The subjects of a report, each a question that a subagent answers from the data. */
const subjects = [
  { word: 'penguin', name: 'Report on the penguins', query: 'What is the average body mass of penguins by species?' },
  { word: 'car', name: 'Report on the cars', query: 'What is the average horsepower of cars by origin?' },
  { word: 'weather', name: 'Report on the weather', query: 'What is the average precipitation in Seattle by year?' },
] as const

/** The times that are understood: a cron expression, or a duration from now. */
const times = [
  { words: ['every minute', 'each minute'], schedule: '* * * * *', text: 'every minute' },
  { words: ['every hour', 'each hour', 'hourly'], schedule: '0 * * * *', text: 'every hour' },
  {
    words: ['every morning', 'each morning', 'every day', 'each day', 'daily'],
    schedule: '0 8 * * *',
    text: 'every day at 8:00 in the time zone of the server',
  },
  {
    words: ['every week', 'each week', 'weekly', 'every monday', 'each monday'],
    schedule: '0 8 * * 1',
    text: 'every Monday at 8:00 in the time zone of the server',
  },
  { words: ['one minute', 'a minute'], schedule: 'PT1M', text: 'in one minute' },
  { words: ['one hour', 'an hour'], schedule: 'PT1H', text: 'in one hour' },
] as const

const vocabulary = [
  ...subjects.map(({ word }) => word),
  ...times.flatMap(({ words }) => words),
  'report',
  'send',
  'mass',
  'horsepower',
  'precipitation',
  'seattle',
  'run',
]

const timeOf = (question: string) => times.find(({ words }) => words.some((word) => new RegExp(`\\b${word}s?\\b`, 'i').test(question)))

const subjectOf = (question: string) => {
  const named = subjects.filter(({ word }) => tokenize(question).tokens.some((token) => token === word || token === `${word}s`))
  return named.length === 1 ? named[0] : undefined
}

/** Schedules a report: a task that is started once later, or repeatedly. */
export const scheduleStory: Story = {
  name: 'schedule',
  match: ({ lastUser }) => asksFor(lastUser, ['schedule', 'scheduled'], vocabulary) && subjectOf(lastUser) !== undefined && timeOf(lastUser) !== undefined,
  reply({ step, lastUser, toolResults }) {
    const subject = subjectOf(lastUser)
    const time = timeOf(lastUser)
    if (!subject || !time) return failedReply('The report has no subject or no time.')
    const refusal = toolResults.map(({ content }) => refusalOf(content)).find((found) => found !== undefined)
    if (refusal !== undefined) return failedReply(`The report could not be scheduled: ${refusal}`)
    return step === 1 ? startTask(subject, time.schedule) : scheduled(subject.name, time)
  },
}

const startTask = ({ name, query }: (typeof subjects)[number], schedule: string): Reply =>
  callTool('A subagent can write this report when its time has come.', 'task', { mode: 'subagent', name, query, merge_strategy: 'APPEND', schedule })

const scheduled = (name: string, { text, schedule }: (typeof times)[number]): Reply =>
  finalResponse({
    reasoning: 'The task is scheduled. Its first result does not exist yet.',
    answer: `**${name}** is scheduled ${text}.

Each result is added to this conversation, also when the page is closed. The next start is above the question field under “Background work”, where it can be cancelled.`,
    suggestions: [
      { label: 'Something else meanwhile', message: 'How did CO2 in the air develop since 1958?' },
      ...(schedule === 'PT1M' ? [] : [{ label: 'The same in one minute', message: `Schedule a ${name.toLowerCase()} in one minute` }]),
    ],
  })
