import type { ModelMessage } from '../model/model.ts'

const opening: ModelMessage = { role: 'user', content: '(The conversation begins with a message of the assistant.)' }
const closing: ModelMessage = { role: 'user', content: 'Continue.' }

/**
 * The messages for a chat template that requires user and assistant in turn, beginning and ending with the user: neighbours of one role
 * are joined. Without `system`, the system prompt becomes the beginning of the first user message.
 */
export function alternatingMessages(messages: readonly ModelMessage[], { system }: { system: boolean }): ModelMessage[] {
  const [first, ...others] = messages
  const prompt = first?.role === 'system' ? first : undefined
  const said = (prompt ? others : messages).map(({ role, content }): ModelMessage => ({ role: role === 'assistant' ? role : 'user', content }))
  const begun = said[0]?.role === 'user' ? said : [opening, ...said]
  const ended = said.at(-1)?.role === 'assistant' ? [...begun, closing] : begun
  if (!prompt) return joinNeighbours(ended)
  return system ? [prompt, ...joinNeighbours(ended)] : joinNeighbours([{ ...prompt, role: 'user' }, ...ended])
}

function joinNeighbours(messages: readonly ModelMessage[]): ModelMessage[] {
  const joined: ModelMessage[] = []
  for (const { role, content } of messages) {
    const last = joined.at(-1)
    if (last?.role === role) last.content += `\n\n${content}`
    else joined.push({ role, content })
  }
  return joined
}
