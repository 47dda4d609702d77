import { isRecord } from '@pf/core/internal'
import type { ChatCompletionCreateParamsStreaming, ChatCompletionMessageParam } from 'openai/resources/chat/completions'
import type { ModelRequest, ResponseFormat } from '../model/model.ts'
import { alternatingMessages } from '../providers/alternating-messages.ts'
import { type Dialect, type Droppable, dropNamed } from '../providers/dialect.ts'
import type { ProviderError } from '../providers/provider-error.ts'
import type { OpenAiModelOptions } from './openai-model-options.ts'

/** Parameters that can be dropped, in this order. `json_schema` stands for a schema as response format; without it, `json_object` is requested. */
const droppable: Droppable = {
  json_schema: /response_format|json_schema|json_object/,
  response_format: /response_format|json_schema|json_object/,
  stream_options: /stream_options/,
  reasoning_effort: /reasoning_effort/,
  temperature: /temperature/,
  max_tokens: /max_tokens/,
  max_completion_tokens: /max_completion_tokens/,
  cache_control: /cache_control/,
  tool_choice: /tool_choice/,
  tools: /tools/,
}

/**
 * Returns the body of a request, without parameters that the endpoint refused before. Of the unsupported parameters, `max_tokens` is
 * replaced by `max_completion_tokens`, and `repeated_roles` and `system` describe roles that the chat template of the model refuses.
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
  const allowed = unsupported.has('repeated_roles') ? alternatingMessages(messages, { system: !unsupported.has('system') }) : messages
  return allowed.map(({ role, content }, index) => {
    if (index > 0 || role !== 'system' || !cacheSystemPrompt || unsupported.has('cache_control')) return { role, content }
    const part = { type: 'text' as const, text: content, cache_control: { type: 'ephemeral' } }
    return { role, content: [part] }
  })
}

/**
 * Drops a parameter that a 400 or 422 names as unsupported, or a role that a template refuses, if it was sent. Returns true if the request
 * should be sent again.
 */
export function adaptBody(dialect: Dialect, body: ChatCompletionCreateParamsStreaming, refusal: ProviderError): boolean {
  return withoutRoles(dialect, body, refusal) || dropNamed(dialect, refusal, { droppable, sent: sentOf(body) })
}

function sentOf(body: ChatCompletionCreateParamsStreaming): string[] {
  const hasSchema = isRecord(body.response_format) && body.response_format.type === 'json_schema'
  // With a schema, the schema is dropped before the entire response format.
  const members = Object.keys(body).filter((name) => name !== 'response_format' || !hasSchema)
  return [...members, ...(hasSchema ? ['json_schema'] : []), ...(Array.isArray(body.messages[0]?.content) ? ['cache_control'] : [])]
}

/** Matches errors of servers whose chat template requires other roles. Some of them answer 500, because the template throws. */
const rolesRefused = /\brole|alternat|chat.?template|jinja|user (query|message)|consecutive/i
const systemRefused = /system/i

/** Changes the roles that are sent: first to alternating messages of user and assistant, then without a system message. */
function withoutRoles({ unsupported }: Dialect, { messages }: ChatCompletionCreateParamsStreaming, { status, message }: ProviderError): boolean {
  if ((status !== 400 && status !== 422 && status !== 500) || !rolesRefused.test(message)) return false
  const hasSystem = messages.some(({ role }) => role === 'system')
  const isStrict = unsupported.has('repeated_roles')
  if (isStrict && !hasSystem) return false
  if (isStrict || (hasSystem && systemRefused.test(message) && !/alternat/i.test(message))) unsupported.add('system')
  unsupported.add('repeated_roles')
  return true
}
