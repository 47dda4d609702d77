import type { Base64ImageSource, ContentBlockParam, MessageCreateParamsStreaming, MessageParam } from '@anthropic-ai/sdk/resources/messages'
import type { ModelMedia } from '@pf/core'
import type { ModelMessage, ModelRequest, ReasoningEffort } from '../model/model.ts'
import { alternatingMessages } from '../providers/alternating-messages.ts'
import type { Dialect, Droppable } from '../providers/dialect.ts'
import { keptItems } from '../providers/kept-items.ts'
import { isImage } from '../providers/media-types.ts'
import type { AnthropicModelOptions } from './anthropic-model-options.ts'

/** Parameters that can be dropped, in this order. A model without adaptive thinking is asked for a token budget, and a model without thinking for neither. */
export const droppable: Droppable = {
  format: /output_config\.format|output_format|schema/i,
  adaptive: /adaptive|thinking|effort|output_config/i,
  thinking: /thinking|budget_tokens/i,
  temperature: /temperature/i,
  cache_control: /cache_control/i,
  tool_choice: /tool_choice/i,
  tools: /\btools?\b/i,
}

/** Token budgets for thinking, for models that accept a budget. */
const budgets: Record<ReasoningEffort, number> = { low: 2_048, medium: 8_192, high: 16_384 }

/** The body of a request, and the droppable parameters in it. */
export interface MessageBody {
  body: MessageCreateParamsStreaming
  sent: string[]
}

/** Returns the body of a request, without parameters that the endpoint refused before. */
export function toMessageBody(options: AnthropicModelOptions, { unsupported }: Dialect, request: ModelRequest, by: string): MessageBody {
  const allowed = (name: string) => !unsupported.has(name)
  const thinking = toThinking(request.reasoningEffort ?? options.reasoningEffort, unsupported)
  const format = allowed('format') ? toFormat(request) : undefined
  // With thinking, the API accepts neither a temperature nor a forced call.
  const temperature = thinking || !allowed('temperature') ? undefined : (request.temperature ?? options.temperature)
  const config = { ...thinking?.config, ...(format ? { format } : {}) }
  const tools = request.tool && allowed('tools') ? toTools(request.tool) : undefined
  const choice = tools && allowed('tool_choice') && !thinking ? { tool_choice: { type: 'tool' as const, name: tools[0]?.name ?? '' } } : undefined
  const system = toSystem(request, options.cacheSystemPrompt === true && allowed('cache_control'))
  const body: MessageCreateParamsStreaming = {
    ...options.extraBody,
    model: options.model,
    max_tokens: (request.maxTokens ?? options.maxTokens ?? 8_192) + (thinking?.budget ?? 0),
    messages: toMessages(request.messages, by),
    stream: true,
    ...(system ? { system } : {}),
    ...(thinking ? { thinking: thinking.thinking } : {}),
    ...(Object.keys(config).length > 0 ? { output_config: config } : {}),
    ...(temperature === undefined ? {} : { temperature }),
    ...(tools ? { tools, ...choice } : {}),
  }
  const parameters = {
    adaptive: thinking?.config,
    thinking: thinking?.budget,
    format,
    temperature,
    cache_control: Array.isArray(system) || undefined,
    tool_choice: choice,
    tools,
  }
  return { body, sent: Object.entries(parameters).flatMap(([name, value]) => (value === undefined ? [] : [name])) }
}

interface Thinking {
  thinking: NonNullable<MessageCreateParamsStreaming['thinking']>
  config?: { effort: ReasoningEffort }
  budget?: number
}

function toThinking(effort: ReasoningEffort | undefined, unsupported: ReadonlySet<string>): Thinking | undefined {
  if (effort === undefined || unsupported.has('thinking')) return undefined
  if (!unsupported.has('adaptive')) return { thinking: { type: 'adaptive', display: 'summarized' }, config: { effort } }
  return { thinking: { type: 'enabled', budget_tokens: budgets[effort] }, budget: budgets[effort] }
}

/** Returns the output format. The API has no JSON mode without a schema. */
function toFormat({ responseFormat, tool }: ModelRequest) {
  if (typeof responseFormat !== 'object' || tool || typeof responseFormat.schema === 'boolean') return undefined
  return { type: 'json_schema' as const, schema: responseFormat.schema }
}

function toTools({ name, description, parameters }: NonNullable<ModelRequest['tool']>) {
  return [{ name, description, input_schema: { ...(typeof parameters === 'object' ? parameters : {}), type: 'object' as const } }]
}

function toSystem({ messages: [first] }: ModelRequest, cached: boolean): MessageCreateParamsStreaming['system'] {
  if (first?.role !== 'system') return undefined
  return cached ? [{ type: 'text', text: first.content, cache_control: { type: 'ephemeral' } }] : first.content
}

function toBlock({ media_type, data, name }: ModelMedia): ContentBlockParam {
  if (isImage(media_type)) return { type: 'image', source: { type: 'base64', media_type: media_type as Base64ImageSource['media_type'], data } }
  return { type: 'document', source: { type: 'base64', media_type: media_type as 'application/pdf', data }, ...(name === undefined ? {} : { title: name }) }
}

/** Returns alternating messages of the user and the assistant. Thinking precedes the text that it led to, unchanged, because the API verifies its signature. */
function toMessages(messages: readonly ModelMessage[], by: string): MessageParam[] {
  const said = messages[0]?.role === 'system' ? messages.slice(1) : messages
  return alternatingMessages(said, { system: false }).map((message): MessageParam => {
    const role = message.role === 'assistant' ? 'assistant' : 'user'
    const kept = keptItems(message, by) as unknown as Exclude<MessageParam['content'], string>
    // The API refuses empty texts.
    const text = message.content.trim() === '' ? '(nothing)' : message.content
    const before = [...kept, ...(message.media ?? []).map(toBlock)]
    return { role, content: before.length === 0 ? text : [...before, { type: 'text', text }] }
  })
}
