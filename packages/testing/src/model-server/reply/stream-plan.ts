import type { JsonObject } from '@pf/core'
import type { ChatRequest } from '../request/parse-chat-request.ts'
import type { Reply, ScriptedToolCall } from '../story/story.ts'

const piece = /\s*[\p{L}\p{M}_]{1,7}|\s*\p{N}{1,3}|\s*[^\s\p{L}\p{M}\p{N}_]{1,2}|\s+/gu

/** Splits text into pieces of about the size of a model's tokens, or of `size` code points. Surrogate pairs are never split, and no text is lost. */
export function splitTokens(text: string, size?: number): string[] {
  if (text === '') return []
  if (size === undefined) return text.match(piece) ?? [text]
  const points = Array.from(text)
  return Array.from({ length: Math.ceil(points.length / size) }, (_, index) => points.slice(index * size, (index + 1) * size).join(''))
}

/** A reply in the form in which it is written: the chunk objects, whether `[DONE]` follows, and how the connection ends. */
export interface StreamPlan {
  chunks: JsonObject[]
  done: boolean
  ending: 'end' | 'destroy' | 'hang'
}

/** Fields that are the same in every chunk of a completion. */
export interface CompletionHead {
  id: string
  /** Seconds since the epoch. */
  created: number
  model: string
}

/** Creates the plan of a reply without faults: role, deltas, finish reason, and usage if the request asks for it. */
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

/** Creates one entry of `choices`. */
export function choice(delta: JsonObject | null, finish: string | null = null): JsonObject {
  return { index: 0, delta, logprobs: null, finish_reason: finish }
}

/** Creates the common fields of a chunk. */
export function chunkHead({ id, created, model }: CompletionHead): JsonObject {
  return { id, object: 'chat.completion.chunk', created, model, system_fingerprint: 'fp_pf' }
}

/** Returns token counts: one token for each delta of the reply, and one for every four characters of the prompt. */
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

/** Returns the `delta` objects of a reply in the order in which they are streamed: reasoning, content, refusal, tool calls. */
function deltasOf(reply: Reply): JsonObject[] {
  const { chunkSize } = reply
  return [
    ...splitTokens(reply.reasoning ?? '', chunkSize).map((text) => ({ reasoning_content: text })),
    ...splitTokens(reply.content, chunkSize).map((text) => ({ content: text })),
    ...splitTokens(reply.refusal ?? '', chunkSize).map((text) => ({ refusal: text })),
    ...(reply.toolCalls ?? []).flatMap((call, index) => callDeltas(call, index, chunkSize)),
  ]
}

function callDeltas({ id, name, arguments: text }: ScriptedToolCall, index: number, chunkSize: number | undefined): JsonObject[] {
  const first: JsonObject = { index, id: id ?? `call_${index + 1}`, type: 'function', function: { name, arguments: '' } }
  const rest: JsonObject[] = splitTokens(text, chunkSize).map((piece) => ({ index, function: { arguments: piece } }))
  return [first, ...rest].map((call) => ({ tool_calls: [call] }))
}
