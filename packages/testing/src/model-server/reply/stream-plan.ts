import type { JsonObject } from '@pf/core'
import type { ChatRequest } from '../http/parse-chat-request.ts'
import type { Reply } from '../story.ts'
import { deltasOf } from './deltas.ts'

/** A reply ready to be written: the chunk objects, whether `[DONE]` follows, and what becomes of the connection. */
export interface StreamPlan {
  chunks: JsonObject[]
  done: boolean
  ending: 'end' | 'destroy' | 'hang'
}

/** What stands on every chunk of one completion. */
export interface CompletionHead {
  id: string
  /** Seconds since the epoch. */
  created: number
  model: string
}

/** Plans a reply as a well-behaved server sends it: role, deltas, finish reason, usage when it was asked for. */
export function planStream(reply: Reply, request: ChatRequest, head: CompletionHead): StreamPlan {
  const all = deltasOf(reply)
  const deltas = all.slice(0, request.maxTokens)
  const finish = deltas.length < all.length ? 'length' : (reply.finish ?? (reply.toolCalls?.length ? 'tool_calls' : 'stop'))
  const chunks = [choice({ role: 'assistant', content: '' }), ...deltas.map((delta) => choice(delta)), choice({}, finish)].map((choices) => ({
    ...chunkHead(head),
    choices: [choices],
    ...(request.includeUsage ? { usage: null } : {}),
  }))
  const usage = request.includeUsage ? [{ ...chunkHead(head), choices: [], usage: usageOf(deltas, request) }] : []
  return { chunks: [...chunks, ...usage], done: true, ending: 'end' }
}

/** One entry of `choices`. */
export function choice(delta: JsonObject | null, finish: string | null = null): JsonObject {
  return { index: 0, delta, logprobs: null, finish_reason: finish }
}

/** The fields every chunk begins with. */
export function chunkHead({ id, created, model }: CompletionHead): JsonObject {
  return { id, object: 'chat.completion.chunk', created, model, system_fingerprint: 'fp_pf' }
}

/** Token counts: one a delta for the reply, four characters each for the prompt. */
export function usageOf(deltas: readonly JsonObject[], { messages }: ChatRequest): JsonObject {
  const prompt = messages.reduce((sum, { content }) => sum + Math.ceil(content.length / 4) + 4, 0)
  const reasoning = deltas.filter((delta) => Object.hasOwn(delta, 'reasoning_content')).length
  return {
    prompt_tokens: prompt,
    completion_tokens: deltas.length,
    total_tokens: prompt + deltas.length,
    prompt_tokens_details: { cached_tokens: 0 },
    completion_tokens_details: { reasoning_tokens: reasoning },
  }
}
