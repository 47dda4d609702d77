import type OpenAI from 'openai'

type Chunk = OpenAI.Chat.Completions.ChatCompletionChunk
type Delta = Chunk['choices'][number]['delta']

/** The data that a client has read from a stream, and how the stream ended. */
export interface Collected {
  chunks: Chunk[]
  content: string
  reasoning: string
  refusal: string
  arguments: string
  finish: string | null
  error?: unknown
}

/** Reads a stream like an application: the first choice, and text in the order in which it arrives. */
export async function collect(stream: AsyncIterable<Chunk> | PromiseLike<AsyncIterable<Chunk>>): Promise<Collected> {
  const read: Collected = { chunks: [], content: '', reasoning: '', refusal: '', arguments: '', finish: null }
  try {
    for await (const chunk of await stream) add(read, chunk)
  } catch (error) {
    read.error = error
  }
  return read
}

function add(read: Collected, chunk: Chunk): void {
  read.chunks.push(chunk)
  const choice = chunk.choices?.find(({ index }) => index === 0)
  const delta = choice?.delta as (Delta & { reasoning_content?: string }) | undefined
  if (typeof delta?.content === 'string') read.content += delta.content
  read.reasoning += delta?.reasoning_content ?? ''
  read.refusal += delta?.refusal ?? ''
  for (const call of delta?.tool_calls ?? []) read.arguments += call.function?.arguments ?? ''
  read.finish = choice?.finish_reason ?? read.finish
}
