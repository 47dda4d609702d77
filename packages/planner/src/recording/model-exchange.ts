import { type JsonObject, type KeptReasoning, type MessageFile, type ModelChunk, PfError, type ReasoningEffort } from '@pf/core'
import { sha256Hex } from '@pf/core/internal'
import { jsonObjectSchema, jsonValueSchema } from '@pf/core/schemas'
import { z } from 'zod'
import type { ModelRequest } from '../model/model.ts'

/** A model request as plain JSON. A file is represented by the hash of its base64 text, and `resume` is omitted. */
export interface RecordedRequest {
  messages: {
    role: 'system' | 'user' | 'assistant'
    content: string
    reasoning?: KeptReasoning
    files?: MessageFile[]
    media?: { media_type: string; name?: string; sha256: string }[]
  }[]
  tool?: { name: string; description: string; parameters: boolean | JsonObject }
  response_format?: 'text' | 'json_object' | { name: string; schema: boolean | JsonObject }
  max_tokens?: number
  temperature?: number
  reasoning_effort?: ReasoningEffort
}

/**
 * One recorded model call: the request and what the model sent for it. `complete` ended by itself, `error` threw the error in `error`, and
 * `aborted` was ended by its caller before the finish reason arrived. `chunks` has no `started` chunks, because only the provider can use them.
 */
export interface ModelExchange {
  version: 1
  /** The name of the model. */
  model: string
  request: RecordedRequest
  chunks: Exclude<ModelChunk, { type: 'started' }>[]
  outcome: 'complete' | 'error' | 'aborted'
  error?: { code: string; message: string }
  /** Milliseconds from the request to the end, by the clock of the recorder. */
  duration_ms: number
}

const keptReasoning = z.object({ by: z.string(), items: z.array(jsonValueSchema) })
const file = z.object({
  kind: z.enum(['image', 'audio', 'video', 'document']),
  media_type: z.string(),
  name: z.string().exactOptional(),
  artifact_id: z.string().exactOptional(),
  bytes: z.number().min(0).exactOptional(),
  url: z.string().exactOptional(),
})
const media = z.object({ media_type: z.string(), name: z.string().exactOptional(), sha256: z.string() })
const schema = z.union([z.boolean(), jsonObjectSchema])
const request = z.object({
  messages: z.array(
    z.object({
      role: z.enum(['system', 'user', 'assistant']),
      content: z.string(),
      reasoning: keptReasoning.exactOptional(),
      files: z.array(file).exactOptional(),
      media: z.array(media).exactOptional(),
    }),
  ),
  tool: z.object({ name: z.string(), description: z.string(), parameters: schema }).exactOptional(),
  response_format: z.union([z.enum(['text', 'json_object']), z.object({ name: z.string(), schema })]).exactOptional(),
  max_tokens: z.number().exactOptional(),
  temperature: z.number().exactOptional(),
  reasoning_effort: z.enum(['low', 'medium', 'high']).exactOptional(),
})
const count = z.number().min(0).exactOptional()
const usage = z.object({
  model: z.string().exactOptional(),
  provider: z.string().exactOptional(),
  input: count,
  output: count,
  cached: count,
  reasoning: count,
})
const chunk = z.discriminatedUnion('type', [
  z.object({ type: z.literal('response'), id: z.string().exactOptional(), model: z.string().exactOptional() }),
  z.object({ type: z.literal('reasoning'), text: z.string() }),
  z.object({ type: z.literal('text'), text: z.string(), call: z.literal(true).exactOptional() }),
  z.object({ type: z.literal('usage'), usage }),
  z.object({ type: z.literal('kept_reasoning'), reasoning: keptReasoning }),
  z.object({ type: z.literal('finish'), reason: z.string(), refusal: z.string().exactOptional() }),
])

/** The schema of an exchange. Unknown members are removed. */
export const modelExchangeSchema: z.ZodType<ModelExchange> = z.object({
  version: z.literal(1),
  model: z.string(),
  request,
  chunks: z.array(chunk),
  outcome: z.enum(['complete', 'error', 'aborted']),
  error: z.object({ code: z.string(), message: z.string() }).exactOptional(),
  duration_ms: z.number().min(0),
})

/** Returns validated exchanges. Throws PfError `invalid_input` whose `issues` list the location of each fault, at most 20. */
export function readModelExchanges(value: unknown): ModelExchange[] {
  const read = z.array(modelExchangeSchema).safeParse(value)
  if (read.success) return read.data
  const issues = read.error.issues.slice(0, 20).map(({ code, path }) => ({ code, pointer: path.map((key) => `/${String(key)}`).join('') }))
  throw new PfError('invalid_input', `The recording of model calls is invalid at ${issues.length} locations; see issues.`, { fields: { issues } })
}

/** Converts a request to its recorded form. */
export async function toRecordedRequest({ messages, tool, responseFormat, maxTokens, temperature, reasoningEffort }: ModelRequest): Promise<RecordedRequest> {
  const recorded = {
    messages: await Promise.all(messages.map(toRecordedMessage)),
    ...(tool ? { tool } : {}),
    ...(responseFormat === undefined ? {} : { response_format: responseFormat }),
    ...(maxTokens === undefined ? {} : { max_tokens: maxTokens }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(reasoningEffort === undefined ? {} : { reasoning_effort: reasoningEffort }),
  }
  // A copy: the caller may change its messages after the call. Members with the value undefined disappear, as in any JSON.
  return JSON.parse(JSON.stringify(recorded)) as RecordedRequest
}

async function toRecordedMessage({ media, ...message }: ModelRequest['messages'][number]) {
  if (!media) return message
  const toHash = async ({ data, ...rest }: { media_type: string; data: string; name?: string }) => ({
    ...rest,
    sha256: await sha256Hex(new TextEncoder().encode(data)),
  })
  return { ...message, media: await Promise.all(media.map(toHash)) }
}
