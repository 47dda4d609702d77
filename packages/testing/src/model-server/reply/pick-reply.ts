import type { Conversation, Reply, Story } from '../story.ts'

/** The reply of the first story that matches; of a list, the one of the conversation's step. Undefined when no story matches. */
export function pickReply(stories: readonly Story[], conversation: Conversation): { story: string; reply: Reply } | undefined {
  const story = stories.find((candidate) => candidate.match(conversation))
  if (!story) return undefined
  const told = story.reply(conversation)
  const reply = isList(told) ? (told[conversation.step - 1] ?? told.at(-1)) : told
  return reply && { story: story.name, reply }
}

const isList = (told: Reply | readonly Reply[]): told is readonly Reply[] => Array.isArray(told)
