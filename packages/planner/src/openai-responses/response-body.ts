import type { ModelMedia } from '@pf/core'
import type { ResponseCreateParamsStreaming, ResponseInputContent, ResponseInputItem } from 'openai/resources/responses/responses'
import type { ModelMessage, ModelRequest, ResponseFormat } from '../model/model.ts'
import type { Dialect, Droppable } from '../providers/dialect.ts'
import { keptItems } from '../providers/kept-items.ts'
import { dataUrl, isImage } from '../providers/media-types.ts'
import type { OpenAiResponsesModelOptions } from './openai-responses-model-options.ts'

/** Parameters that can be dropped, in this order. `json_schema` stands for a schema as format; without it, a JSON object is requested. */
export const droppable: Droppable = {
  json_schema: /text\.format|response_format|json_schema|json_object|schema/,
  format: /text\.format|response_format|json_object/,
  summary: /reasoning\.summary|summary/,
  include: /include|encrypted_content/,
  reasoning: /reasoning/,
  temperature: /temperature/,
  max_output_tokens: /max_output_tokens/,
  background: /background/,
  tool_choice: /tool_choice/,
  tools: /\btools\b/,
}

/** The body of a request, and the droppable parameters in it. */
export interface ResponseBody {
  body: ResponseCreateParamsStreaming
  sent: string[]
}

/** Returns the body of a request, without parameters that the endpoint refused before. */
export function toResponseBody(options: OpenAiResponsesModelOptions, { unsupported }: Dialect, request: ModelRequest, by: string): ResponseBody {
  const allowed = <T>(name: string, value: T | undefined): T | undefined => (unsupported.has(name) ? undefined : value)
  const format = request.tool ? undefined : allowed('format', toFormat(request.responseFormat ?? 'text', unsupported))
  const effort = allowed('reasoning', request.reasoningEffort ?? options.reasoningEffort)
  const summary = allowed('summary', effort && ('auto' as const))
  const background = allowed('background', options.background || undefined)
  // Responses that are not stored must be sent back as encrypted content.
  const include = background ? undefined : allowed('include', ['reasoning.encrypted_content' as const])
  const tools = allowed('tools', request.tool && toTools(request.tool))
  const toolChoice = tools && request.tool && allowed('tool_choice', { type: 'function' as const, name: request.tool.name })
  const members = {
    text: format && { format },
    reasoning: effort && { effort, ...(summary ? { summary } : {}) },
    temperature: allowed('temperature', request.temperature ?? options.temperature),
    max_output_tokens: allowed('max_output_tokens', request.maxTokens ?? options.maxTokens),
    background,
    include,
    tools,
    tool_choice: toolChoice,
  }
  const kept = Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined))
  const isSchema = format?.type === 'json_schema'
  const sent = [...Object.keys(kept), ...(format ? [isSchema ? 'json_schema' : 'format'] : []), ...(summary ? ['summary'] : [])]
  const input = request.messages.flatMap((message) => toItems(message, by))
  return { body: { ...options.extraBody, model: options.model, input, stream: true, store: background === true, ...kept }, sent }
}

function toFormat(format: ResponseFormat, unsupported: ReadonlySet<string>) {
  if (format === 'text') return undefined
  if (format === 'json_object' || typeof format.schema === 'boolean' || unsupported.has('json_schema')) return { type: 'json_object' as const }
  return { type: 'json_schema' as const, name: format.name, schema: format.schema, strict: false }
}

const toTools = ({ name, description, parameters }: NonNullable<ModelRequest['tool']>) => [
  { type: 'function' as const, name, description, parameters: typeof parameters === 'object' ? parameters : {}, strict: false },
]

/**
 * Returns the input items of a message. A reasoning item must be followed by the message that it led to, so the items of a turn are sent
 * back together, in place of its text.
 */
function toItems(message: ModelMessage, by: string): ResponseInputItem[] {
  const kept = keptItems(message, by)
  if (kept.length > 0) return kept as unknown as ResponseInputItem[]
  const { role, content, media } = message
  return [{ role, content: media ? [{ type: 'input_text', text: content }, ...media.map(toPart)] : content }]
}

function toPart(media: ModelMedia): ResponseInputContent {
  if (isImage(media.media_type)) return { type: 'input_image', detail: 'auto', image_url: dataUrl(media) }
  return { type: 'input_file', filename: media.name ?? 'file', file_data: dataUrl(media) }
}
