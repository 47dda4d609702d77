import { PfError } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import type { Reply, Story, StoryInput, StoryReply } from './story.ts'

/** Converts stories from the form in which tests write them. Throws PfError `invalid_config` with the faults of all stories. */
export function readStories(given: readonly StoryInput[]): Story[] {
  checkStories(given)
  return given.map((story) => ({
    name: story.name,
    match: (conversation) => story.match(conversation),
    reply: (conversation) => {
      const replies = typeof story.reply === 'function' ? story.reply(conversation) : story.reply
      return isList(replies) ? replies.map(wholeReply) : wholeReply(replies)
    },
  }))
}

const wholeReply = (reply: string | Reply): Reply => (typeof reply === 'string' ? { content: reply } : reply)
const isList = (replies: StoryReply): replies is readonly (string | Reply)[] => Array.isArray(replies)

function checkStories(stories: unknown): void {
  const faults = Array.isArray(stories) ? stories.flatMap((story: unknown, index) => faultsOf(story, index)) : ['stories must be a list']
  if (faults.length > 0) throw new PfError('invalid_config', `The stories of the model server are invalid: ${faults.slice(0, 20).join('; ')}.`)
}

function faultsOf(story: unknown, index: number): string[] {
  if (!isRecord(story)) return [`story ${index} must be an object {name, match, reply}`]
  const { name, match, reply } = story
  const at = typeof name === 'string' && name !== '' ? `story "${name.slice(0, 60)}"` : `story ${index}`
  return [
    ...(typeof name === 'string' && name !== '' ? [] : [`${at} needs a name`]),
    ...(typeof match === 'function' ? [] : [`match of ${at} must be a function of the conversation that returns a boolean`]),
    ...(typeof reply === 'function' ? [] : (Array.isArray(reply) ? replyListFaults(reply) : replyFaults(reply)).map((fault) => `reply of ${at} ${fault}`)),
  ]
}

const replyListFaults = (list: unknown[]) => (list.length === 0 ? ['must not be an empty list'] : list.flatMap(replyFaults))

function replyFaults(reply: unknown): string[] {
  if (typeof reply === 'string') return []
  if (!isRecord(reply)) return ['must be a string, an object with content, a list of these, or a function that returns one of them']
  const { content, toolCalls } = reply
  return [
    ...(typeof content === 'string' ? [] : ['needs content, a string, which is empty if there are toolCalls']),
    ...(toolCalls === undefined || Array.isArray(toolCalls) ? [] : ['has toolCalls that are not a list']),
  ]
}
