import type { Story } from '@pf/testing'
import { finalResponse, type Suggestion } from '../reply/replies.ts'
import { type SmallTalk, smallTalkOf } from '../request/small-talk.ts'

const examples: Suggestion[] = [
  { label: 'What data is here?', message: 'What data is here?' },
  { label: 'A ranking', message: 'What are the 10 heaviest penguins?' },
  { label: 'A comparison', message: 'Life expectancy of Germany against Japan over time' },
  { label: 'Groups', message: 'Average fuel economy by origin' },
  { label: 'A count', message: 'How many days with snow were there?' },
  { label: 'A dashboard', message: 'Give me a dashboard of the weather in Seattle' },
  { label: 'A form first', message: 'Build me a report' },
]

const abilities = `I am a **scripted model**, not a language model: I know the words of six data sets (cars, weather in Seattle, penguins, countries, unemployment in US industries, and CO2) and turn a question into a query when I understand every word of it.

- **Rank**: the 10 heaviest penguins, the hottest day in 2014, the 5 countries with the lowest fertility in 1980
- **Filter and count**: cars with more than 200 hp, days below 0 °C, penguins on Dream
- **Average, median, total, minimum, maximum**, for all rows or by species, origin, industry, country, month or year
- **Compare** two names or years, and show a development over time
- **Draw** a bar, line, scatter or pie chart, a histogram or a table where you ask for it

When I do not understand a word, I say which one. I forecast nothing, change nothing and write no texts.`

const replies: Readonly<Record<SmallTalk, string>> = {
  greeting:
    'Hello. I answer questions about six open data sets. Ask about penguins, cars, countries, unemployment, CO2 or the weather in Seattle, or pick one of these:',
  thanks: 'You are welcome. Ask about something else, or pick one of these:',
  goodbye: 'Goodbye. The conversation stays here until the demo is stopped.',
  feelings: 'I am a script, so I have no feelings. I can answer questions about six data sets:',
  identity:
    'I am the **scripted model** of this demo: a program that recognises English words and queries a small database. I am no language model. Set OPENAI_API_KEY or OPENAI_BASE_URL to use one.',
  capabilities: abilities,
}

/** Answers greetings, thanks and "what can you do?". */
export const talkStory: Story = {
  name: 'talk',
  match: ({ lastUser }) => smallTalkOf(lastUser) !== undefined,
  reply({ lastUser }) {
    const kind = smallTalkOf(lastUser) ?? 'greeting'
    return finalResponse({ reasoning: 'This needs no data.', answer: replies[kind], suggestions: kind === 'capabilities' ? examples : examples.slice(0, 4) })
  },
}
