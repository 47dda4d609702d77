import type { Story } from '@pf/testing'
import { finalResponse, type Suggestion } from '../reply/replies.ts'
import { readIntent } from '../request/intent.ts'

const offers: Suggestion[] = [
  { label: 'What data is here?', message: 'What data is here?' },
  { label: 'A chart', message: 'How did CO2 in the air develop since 1958?' },
  { label: 'A table', message: 'Which countries had the highest life expectancy in 2005?' },
  { label: 'A dashboard', message: 'Give me a dashboard of the weather in Seattle' },
  { label: 'A form first', message: 'Build me a report' },
  { label: 'Something to pick', message: 'Make a dashboard' },
  { label: 'How it was computed', message: 'How was the CO2 rise computed?' },
  { label: 'A violin plot', message: 'How heavy are the penguins?' },
  { label: 'A picture', message: 'Show a picture of how a beak is measured' },
  { label: 'A film', message: 'Play the film of CO2' },
  { label: 'A map', message: 'Show a map of Palmer Station' },
  { label: 'A calculator', message: 'What if CO2 goes on rising?' },
  { label: 'A confirmation', message: 'Save the weather dashboard' },
  { label: 'A plan in parallel', message: 'Show CO2 and cars side by side' },
  { label: 'A reply that needs repair', message: 'Show me how a broken reply is repaired' },
  { label: 'A slow answer', message: 'Answer slowly' },
]

/** Handles every other question: states that the model is scripted and what it can do. */
export const fallbackStory: Story = {
  name: 'fallback',
  match: () => true,
  reply(conversation) {
    const { view } = readIntent(conversation)
    const first = view ? 'I know how to show data in this way, but not of what: name one of the tables.' : 'I have no script for this question.'
    return finalResponse({
      reasoning: 'No script of mine fits this, and I will not make something up.',
      answer: `${first} I am a **scripted model**, not a language model: I recognise a few words and then really query the database, but I do not understand language.

I can show charts, tables and dashboards of CO2, life expectancy, weather, unemployment, penguins and cars. For free questions start the demo with a real model: set OPENAI_API_KEY or OPENAI_BASE_URL. Or pick one of these:`,
      confidence: 0.3,
      suggestions: offers,
      followup: true,
    })
  },
}
