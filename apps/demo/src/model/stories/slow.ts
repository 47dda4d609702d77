import type { Story } from '@pf/testing'
import { finalResponse } from '../reply/replies.ts'
import { asksFor } from '../request/coverage.ts'
import { countKeywords, tokenize } from '../request/keywords.ts'
import { topics } from '../topics/topics.ts'

const durationMs = 8000

const answer = `This answer is written slowly on purpose; it takes about eight seconds.

While it grows you can try what matters in practice:

1. **Stop** ends the run. What was written stays, and the model server sees that nobody listens any more.
2. **Reload** the page in the middle. The run continues without you, and the page picks it up again where it was, word for word.
3. **Scroll** up and read. The view follows only while you are at the bottom, so the text does not pull you away.
4. **Open a second tab** on the same conversation. Both show the same, because every event is stored before it is sent.

Nothing in this text was read from a table: it has no numbers that need a source.

If you have read this far, the text has reached its end.`

const dataText = `The data here is about ${topics.map(({ about }) => about).join(', ')}.`

/** Writes a long answer without a tool, to try out stopping and reloading. */
export const slowStory: Story = {
  name: 'slow',
  match: ({ lastUser }) =>
    asksFor(lastUser, ['slow', 'slowly', 'slower', 'take your time'], ['answer', 'write', 'once', 'more', 'data', 'reply', 'very', 'long', 'again']),
  reply: ({ lastUser }) => ({
    ...finalResponse({
      reasoning: 'There is nothing to look up. I write a long answer and take my time, so that stopping and reloading can be tried.',
      answer: countKeywords(tokenize(lastUser), ['data']) > 0 ? `${dataText}\n\n${answer}` : answer,
      suggestions: [
        { label: 'Once more', message: 'Answer slowly once more' },
        { label: 'What data is here?', message: 'What data is here?' },
      ],
    }),
    durationMs,
  }),
}
