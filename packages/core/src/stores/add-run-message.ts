import type { NewRunMessage, RunMessage } from '../contracts/run-messages.ts'

/** Maximum number of messages of one run. */
const maxRunMessages = 200

/** Adds a message to the messages of a run. Returns the list itself for a message that is already in it, and undefined for a full list. */
export function addRunMessage(messages: readonly RunMessage[], { id, kind, text }: NewRunMessage, now: number): readonly RunMessage[] | undefined {
  if (messages.some((message) => message.id === id)) return messages
  if (messages.length >= maxRunMessages) return undefined
  return [...messages, { id, kind, ...(text === undefined ? {} : { text }), position: messages.length + 1, created: now }]
}
