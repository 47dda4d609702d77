import type { Story } from '@pf/testing'
import { finalResponse, type Suggestion } from '../reply/replies.ts'
import { type Refusal, refusalOf } from '../request/refusals.ts'

const dataExamples: Suggestion[] = [
  { label: 'What can you do?', message: 'What can you do?' },
  { label: 'What data is here?', message: 'What data is here?' },
  { label: 'The 10 heaviest penguins', message: 'What are the 10 heaviest penguins?' },
]

const refusals: Readonly<Record<Refusal, { answer: string; suggestions?: Suggestion[] }>> = {
  write: {
    answer:
      'No. I do not delete or change data: every table of this demo is read-only, and I have run nothing. The only thing that I can write is a saved view, and that asks you first.',
    suggestions: [{ label: 'Save a view', message: 'Save the weather dashboard' }, ...dataExamples.slice(0, 2)],
  },
  sql: {
    answer:
      'I do not run SQL that is typed into the chat, and I have run nothing. Ask the same as a question in English; the inspector then shows the SQL that I write for it.',
  },
  secrets: { answer: 'I do not follow that. I am a scripted model without secrets or hidden instructions, and I answer questions about six data sets only.' },
  forecast: {
    answer:
      'I do not forecast. The data sets hold the past only: weather from 2012 to 2015, CO2 from 1958 to 2020, countries from 1955 to 2005, unemployment from 2000 to early 2010, and cars from 1970 to 1982.',
    suggestions: [{ label: 'Draw the CO2 line on', message: 'What if CO2 keeps rising?' }, ...dataExamples.slice(0, 2)],
  },
  present: {
    answer:
      'I know nothing about the present. The newest data are: CO2 from April 2020, weather in Seattle from December 2015, unemployment from February 2010, countries from 2005, and cars of 1982.',
    suggestions: [{ label: 'The latest CO2 value', message: 'What is the latest CO2 value?' }, ...dataExamples.slice(0, 2)],
  },
  definition: {
    answer: 'I do not explain words: I only compute figures from six data sets. The description of a data set lists its columns with their units.',
    suggestions: [{ label: 'The columns of the cars', message: 'Describe the cars table' }, ...dataExamples.slice(0, 2)],
  },
  cause: { answer: 'I can compute figures, but I cannot explain causes: the tables hold measurements and no reasons.' },
  advice: { answer: 'I give no recommendations. I can only compute figures from six data sets.' },
  creative: { answer: 'I cannot write or translate texts: I am a **scripted model**, not a language model. I only answer questions about six data sets.' },
  code: { answer: 'I cannot write code: I am a **scripted model**, not a language model. I only answer questions about six data sets.' },
}

/** Refuses requests that the demo must not or cannot fulfil, and states that nothing was done. */
export const refuseStory: Story = {
  name: 'refuse',
  match: ({ lastUser }) => refusalOf(lastUser) !== undefined,
  reply({ lastUser }) {
    const { answer, suggestions = dataExamples } = refusals[refusalOf(lastUser) ?? 'advice']
    return finalResponse({ reasoning: 'This is no question that the data can answer, so I say so and do nothing.', answer, suggestions })
  },
}
