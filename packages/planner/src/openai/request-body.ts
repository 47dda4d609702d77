import type { ModelMedia } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import type { ChatCompletionContentPart, ChatCompletionCreateParamsStreaming, ChatCompletionMessageParam } from 'openai/resources/chat/completions'
import type { ModelRequest, ResponseFormat } from '../model/model.ts'
import type { Dialect, Droppable } from '../providers/dialect.ts'
import { dataUrl, isImage } from '../providers/media-types.ts'
import type { OpenAiModelOptions } from './openai-model-options.ts'

/** Parameters that can be dropped, in this order. `json_schema` stands for a schema as response format; without it, `json_object` is requested. */
export const droppable: Droppable = {
  json_schema: /response_format|json_schema|json_object/,
  response_format: /response_format|json_schema|json_object/,
  stream_options: /stream_options/,
  reasoning_effort: /reasoning_?effort/i,
  temperature: /temperature/,
  max_tokens: /max_tokens/,
  max_completion_tokens: /max_completion_tokens/,
  cache_control: /cache_control/,
  tool_choice: /tool_choice/,
  tools: /tools/,
}

/**
 * Returns the body of a request, without parameters that the endpoint refused before. `max_tokens` is replaced by
 * `max_completion_tokens`.
 */
export function toBody(options: OpenAiModelOptions, dialect: Dialect, request: ModelRequest): ChatCompletionCreateParamsStreaming {
  const given = {
    stream_options: { include_usage: true },
    response_format: toResponseFormat(request.responseFormat ?? 'text', dialect),
    reasoning_effort: request.reasoningEffort ?? options.reasoningEffort,
    temperature: request.temperature ?? options.temperature,
    ...toLimit(request.maxTokens ?? options.maxTokens, dialect),
    ...toTools(request, dialect),
  }
  const kept = Object.entries(given).filter(([name, value]) => value !== undefined && !dialect.unsupported.has(name))
  return { ...options.extraBody, model: options.model, messages: toMessages(options, dialect, request), stream: true, ...Object.fromEntries(kept) }
}

/** Returns the function and the choice of it. An endpoint that refuses the choice still receives the function; one that refuses functions receives neither. */
function toTools({ tool }: ModelRequest, { unsupported }: Dialect) {
  if (!tool || unsupported.has('tools')) return {}
  return { tools: [{ type: 'function', function: tool }], tool_choice: { type: 'function', function: { name: tool.name } } }
}

function toLimit(maxTokens: number | undefined, { unsupported }: Dialect): Record<string, number | undefined> {
  return unsupported.has('max_tokens') ? { max_completion_tokens: maxTokens } : { max_tokens: maxTokens }
}

function toResponseFormat(format: ResponseFormat, { unsupported }: Dialect) {
  if (format === 'text') return undefined
  if (format === 'json_object' || unsupported.has('json_schema')) return { type: 'json_object' }
  return { type: 'json_schema', json_schema: { name: format.name, schema: format.schema } }
}

function toMessages({ cacheSystemPrompt }: OpenAiModelOptions, { unsupported }: Dialect, { messages }: ModelRequest): ChatCompletionMessageParam[] {
  return messages.map(({ role, content, media }, index) => {
    if (role === 'user' && media) return { role, content: [{ type: 'text', text: content }, ...media.map(toPart)] }
    if (index > 0 || role !== 'system' || !cacheSystemPrompt || unsupported.has('cache_control')) return { role, content }
    const part = { type: 'text' as const, text: content, cache_control: { type: 'ephemeral' } }
    return { role, content: [part] }
  })
}

function toPart(media: ModelMedia): ChatCompletionContentPart {
  if (isImage(media.media_type)) return { type: 'image_url', image_url: { url: dataUrl(media) } }
  return { type: 'file', file: { filename: media.name ?? 'file', file_data: dataUrl(media) } }
}

/** Returns the droppable parameters of a body. */
export function sentOf(body: ChatCompletionCreateParamsStreaming): string[] {
  const hasSchema = isRecord(body.response_format) && body.response_format.type === 'json_schema'
  // With a schema, the schema is dropped before the entire response format.
  const members = Object.keys(body).filter((name) => name !== 'response_format' || !hasSchema)
  return [...members, ...(hasSchema ? ['json_schema'] : []), ...(Array.isArray(body.messages[0]?.content) ? ['cache_control'] : [])]
}
