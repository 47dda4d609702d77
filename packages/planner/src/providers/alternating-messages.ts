import type { ModelMessage } from '../model/model.ts'

const opening: ModelMessage = { role: 'user', content: '(The conversation begins with a message of the assistant.)' }
const closing: ModelMessage = { role: 'user', content: 'Continue.' }

/**
 * Returns the messages for a chat template that requires alternating user and assistant messages, starting and ending with the user.
 * Adjacent messages with the same role are joined. Without `system`, the system prompt becomes the beginning of the first user message.
 */
export function alternatingMessages(messages: readonly ModelMessage[], { system }: { system: boolean }): ModelMessage[] {
  const [first, ...others] = messages
  const prompt = first?.role === 'system' ? first : undefined
  const said = (prompt ? others : messages).map((message): ModelMessage => ({ ...message, role: message.role === 'assistant' ? 'assistant' : 'user' }))
  const begun = said[0]?.role === 'user' ? said : [opening, ...said]
  const ended = said.at(-1)?.role === 'assistant' ? [...begun, closing] : begun
  if (!prompt) return joinNeighbours(ended)
  return system ? [prompt, ...joinNeighbours(ended)] : joinNeighbours([{ ...prompt, role: 'user' }, ...ended])
}

function joinNeighbours(messages: readonly ModelMessage[]): ModelMessage[] {
  const joined: ModelMessage[] = []
  for (const message of messages) {
    const last = joined.at(-1)
    if (last?.role === message.role) Object.assign(last, { content: `${last.content}\n\n${message.content}` }, keptOf(last, message), mediaOf(last, message))
    else joined.push({ ...message })
  }
  return joined
}

function mediaOf({ media: first = [] }: ModelMessage, { media: second = [] }: ModelMessage): Pick<ModelMessage, 'media'> {
  return first.length + second.length > 0 ? { media: [...first, ...second] } : {}
}

function keptOf({ reasoning: first }: ModelMessage, { reasoning: second }: ModelMessage): Pick<ModelMessage, 'reasoning'> {
  if (!second) return {}
  return { reasoning: first?.by === second.by ? { by: second.by, items: [...first.items, ...second.items] } : second }
}
