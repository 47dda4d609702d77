import type { Conversation, Story } from '@pf/testing'
import { listed } from '../answer/words.ts'
import { capitalize } from '../format/format-values.ts'
import { understandInContext } from '../query/follow-up.ts'
import type { Understanding } from '../query/understand.ts'
import { maxQuestionChars } from '../question/tokens.ts'
import { finalResponse, type Suggestion } from '../reply/replies.ts'
import { otherLanguageOf } from '../request/language.ts'

const general: Suggestion[] = [
  { label: 'What can you do?', message: 'What can you do?' },
  { label: 'What data is here?', message: 'What data is here?' },
  { label: 'A ranking', message: 'What are the 10 heaviest penguins?' },
  { label: 'A comparison', message: 'Life expectancy of Germany against Japan over time' },
  { label: 'A dashboard', message: 'Give me a dashboard of the weather in Seattle' },
  { label: 'A form first', message: 'Build me a report' },
  { label: 'How it was computed', message: 'How was the CO2 rise computed?' },
]

/** Handles every other message: lists the words that were not understood and offers questions that would be. */
export const notUnderstoodStory: Story = {
  name: 'not-understood',
  match: () => true,
  reply: (conversation) => {
    const { answer, suggestions, language } = honestAnswer(conversation)
    return finalResponse({
      reasoning: 'I do not understand all of this, and I will not answer another question instead.',
      answer,
      suggestions,
      followup: true,
      ...(language ? { language } : {}),
    })
  },
}

/** Returns the reply to a message that has no story and no query. */
export function honestAnswer({ lastUser, earlierUsers }: Pick<Conversation, 'lastUser' | 'earlierUsers'>): {
  answer: string
  suggestions: Suggestion[]
  language?: string
} {
  if (lastUser.length > maxQuestionChars)
    return {
      answer: `The question has ${lastUser.length.toLocaleString('en')} characters. I am a **scripted model** and read at most ${maxQuestionChars.toLocaleString('en')}, so I have computed nothing. Ask a shorter question.`,
      suggestions: general,
    }
  const other = otherLanguageOf(lastUser)
  if (other)
    return {
      answer: `${other.message}\n\nThis demo’s scripted model understands English only, so nothing was computed. Ask in English, for example with one of these:`,
      suggestions: general,
      language: other.tag,
    }
  return explain(understandInContext(lastUser, earlierUsers), lastUser)
}

const scripted = 'I am a **scripted model**, not a language model: I answer only when I understand every word of a question, so I have computed nothing.'

function explain(understood: Understanding, question: string): { answer: string; suggestions: Suggestion[] } {
  if (understood.kind === 'ambiguous') {
    const abouts = understood.readings.map(({ dataset }) => dataset)
    const plain = question.trim().replace(/[\s?.!]+$/, '')
    return {
      answer: `This can be about ${listed(abouts.map(({ about }) => `**${about}**`)).replace(' and ', ' or ')}. Which one do you mean?`,
      suggestions: abouts.map(({ table, about }) => ({
        label: capitalize(about),
        message: `${plain}, in the ${table} data`,
      })),
    }
  }
  if (understood.kind === 'problem') {
    const { dataset } = understood.reading
    return { answer: `${understood.problem.message}\n\n${scripted} These questions about ${dataset.about} work:`, suggestions: examplesOf(dataset.examples) }
  }
  if (understood.kind === 'unknown' && understood.reading && understood.words.length > 0) {
    const { dataset } = understood.reading
    const words = understood.words.slice(0, 8).map((word) => `“${word.slice(0, 40)}”`)
    const absent = understood.absent.length > 0 ? `${understood.absent.join(' ')} ` : ''
    const [elsewhere] = understood.elsewhere
    if (elsewhere)
      return {
        answer: `I know ${listed(words)} from the data on ${elsewhere.about}, and the rest from the data on ${dataset.about}. I can read one data set at a time.\n\n${scripted} The nearest questions that I can answer:`,
        suggestions: examplesOf([...dataset.examples.slice(0, 2), ...elsewhere.examples.slice(0, 2)]),
      }
    return {
      answer: `${absent}I did not understand ${listed(words)}. The rest could be about ${dataset.about} (${dataset.limits}).\n\n${scripted} The nearest questions that I can answer:`,
      suggestions: examplesOf(dataset.examples),
    }
  }
  return {
    answer: `I did not understand this as a question about one of the data sets: CO2, countries, weather in Seattle, unemployment in the USA, penguins and cars.\n\n${scripted} For free questions start the demo with a real model: set OPENAI_API_KEY or OPENAI_BASE_URL. Or pick one of these:`,
    suggestions: general,
  }
}

const examplesOf = (examples: readonly string[]): Suggestion[] => [
  ...examples.map((example) => ({ label: example.replace(/\?$/, ''), message: example })),
  { label: 'What can you do?', message: 'What can you do?' },
]
