import type { Conversation } from '@pf/testing'
import type { Topic } from '../topics/topic.ts'
import { readIntent, topicOf, type ViewKind, viewWords } from './intent.ts'
import { countKeywords, tokenize } from './keywords.ts'

/** A view that the user wants to save. */
export interface Saving {
  topic: Topic
  view: Exclude<ViewKind, 'describe'>
}

const triggers = ['save', 'remember', 'bookmark']
const vocabulary = [...triggers, 'view', 'it', 'this', 'that', 'again']

/** Reads "save the weather dashboard" and, after a view was shown, "save it". */
export function readSaving({ lastUser, earlierUsers }: Pick<Conversation, 'lastUser' | 'earlierUsers'>): Saving | undefined {
  const words = tokenize(lastUser)
  if (countKeywords(words, triggers) === 0) return undefined
  const named = (['dashboard', 'table', 'chart'] as const).find((kind) => countKeywords(words, viewWords[kind]) > 0)
  const topic = topicOf(lastUser, named, vocabulary)
  if (topic) return { topic, view: named ?? 'chart' }
  const rest = lastUser.replaceAll(/\b(save|remember|bookmark|view)\b/gi, ' ')
  const earlier = readIntent({ lastUser: `${rest} this as a ${named ?? 'chart'}`, earlierUsers })
  const before = earlierUsers.length > 0 ? readIntent({ lastUser: earlierUsers.at(-1) ?? '', earlierUsers: earlierUsers.slice(0, -1) }) : undefined
  if (!earlier.topic || !before?.view || before.view === 'describe') return undefined
  return { topic: earlier.topic, view: named ?? before.view }
}
