import type { Story } from '@pf/testing'
import { capitalize } from '../format/format-values.ts'
import { pace } from '../reply/replies.ts'
import { countKeywords, tokenize } from '../request/keywords.ts'
import { topics } from '../topics/topics.ts'

/** Writes a draft in the block format that the draft strategy requires. A change request makes it shorter or friendlier. */
export const draftStory: Story = {
  name: 'draft',
  match: ({ messages }) => nonceOf(messages.at(-1)?.content ?? '') !== undefined,
  reply: ({ messages }) => {
    const nonce = nonceOf(messages.at(-1)?.content ?? '') ?? ''
    const asked = messages.filter(({ role, content }) => role === 'user' && nonceOf(content) === undefined && !content.startsWith('The artifact as it stands'))
    const requests = asked.map(({ content }) => content)
    return {
      delayMs: pace.answer,
      reasoning: requests.length > 1 ? 'I take the draft as it stands and change what was asked for.' : 'The text first, then what I am not sure of.',
      content: `[ARTIFACT:${nonce}]\n${letter(requests)}\n[/ARTIFACT:${nonce}]\n[USER:${nonce}]\n${question(requests)}\n[/USER:${nonce}]`,
    }
  },
}

const nonceOf = (text: string) => text.match(/\[ARTIFACT:([A-Za-z0-9]{4,})\]/)?.[1]

const shorter = ['short', 'shorter', 'shorten', 'brief', 'briefer']
const friendlier = ['friendly', 'friendlier', 'warm', 'warmer']

function letter(requests: readonly string[]): string {
  const [first = ''] = requests
  const changes = tokenize(requests.slice(1).join(' '))
  const topic = topics.find(({ names }) => countKeywords(tokenize(first), names) > 0)
  const about = topic?.about ?? 'the figures of this quarter'
  const short = countKeywords(changes, shorter) > 0
  const warm = countKeywords(changes, friendlier) > 0
  const greeting = warm ? 'Hello everyone,' : 'Dear team,'
  const body = short
    ? [`the page on ${about} is ready. Please look at it before Friday.`]
    : [
        `the page on ${about} is ready. It has one chart, the table behind it, and a short note on where the data comes from.`,
        'Please look at it before Friday, in particular at the units and the years. What is wrong is best marked in the table itself.',
      ]
  const close = warm ? 'Thank you all, and have a good week' : 'Best regards'
  return [`# ${capitalize(about)}`, greeting, ...body, close].join('\n\n')
}

function question(requests: readonly string[]): string {
  const first = 'I wrote it for the whole team. Shall it be **shorter**, or **friendlier**? I am a scripted model and know these two wishes only.'
  if (requests.length < 2) return first
  const isKnown = countKeywords(tokenize(requests.at(-1) ?? ''), [...shorter, ...friendlier]) > 0
  return isKnown
    ? 'Changed as you asked; what you did not mention stands as it was. Is it right now?'
    : 'I left the text as it was: I am a scripted model and know two wishes only, **shorter** and **friendlier**.'
}
