import type { Model, ModelChunk, ModelMessage, ModelRequest } from '../model/model.ts'

/** Returns a request in which a model has answered a question once before. */
export function askedAgain(first: ModelChunk[]): ModelRequest {
  const reasoning = first.find((chunk) => chunk.type === 'kept_reasoning')?.reasoning
  const content = first.map((chunk) => (chunk.type === 'text' ? chunk.text : '')).join('')
  const answered: ModelMessage = { role: 'assistant', content, ...(reasoning ? { reasoning } : {}) }
  return { messages: [...question.messages, answered, { role: 'user', content: 'And the rest?' }] }
}

export const question: ModelRequest = {
  messages: [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'What is the share?' },
  ],
}

/** Returns all chunks of one call. */
export async function chunksOf(model: Model, request: ModelRequest = question, signal = new AbortController().signal): Promise<ModelChunk[]> {
  const chunks: ModelChunk[] = []
  for await (const chunk of model.stream(request, { signal })) chunks.push(chunk)
  return chunks
}
