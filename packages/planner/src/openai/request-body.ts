import { isRecord } from '@pf/core/internal'
import type { ChatCompletionCreateParamsStreaming, ChatCompletionMessageParam } from 'openai/resources/chat/completions'
import type { ModelRequest, ResponseFormat } from '../model/model.ts'
import { alternatingMessages } from './alternating-messages.ts'
import { type ApiError, apiErrorOf } from './api-error.ts'
import type { OpenAiModelOptions } from './openai-model-options.ts'

/** What an endpoint turned out not to understand; kept as long as the model object lives. */
export interface Dialect {
  /**
   * Parameters, and `json_schema` for schemas as response format; `max_tokens` stands for using `max_completion_tokens` instead,
   * `repeated_roles` and `system` for what the chat template of the model refuses.
   */
  readonly unsupported: Set<string>
}

/** Parameters an endpoint may lack without the request losing its sense. */
const optional = [
  'response_format',
  'stream_options',
  'reasoning_effort',
  'temperature',
  'max_tokens',
  'max_completion_tokens',
  'cache_control',
  'tool_choice',
  'tools',
]

/** The body of a request, without what the endpoint refused before. */
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

/** One that refuses a choice of function still gets the function; one that refuses functions gets neither. */
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

/** Drops what a 400 or 422 names as unsupported, or a role that a template refuses, if it was sent. True when the request is worth sending again. */
export function withoutUnsupported(dialect: Dialect, body: ChatCompletionCreateParamsStreaming, error: unknown): boolean {
  const api = apiErrorOf(error)
  if (!api) return false
  if (withoutRoles(dialect, body, api)) return true
  if (api.status !== 400 && api.status !== 422) return false
  const named = `${api.param} ${api.message}`
  const sent = optional.filter((name) => (name === 'cache_control' ? usesCache(body) : Object.hasOwn(body, name)))
  const name =
    sent.find((candidate) => named.includes(candidate)) ??
    (/json_schema|json_object/.test(named) && sent.includes('response_format') ? 'response_format' : undefined)
  if (name === undefined) return false
  const schema = isRecord(body.response_format) && body.response_format.type === 'json_schema'
  dialect.unsupported.add(name === 'response_format' && schema ? 'json_schema' : name)
  return true
}

const usesCache = (body: ChatCompletionCreateParamsStreaming) => Array.isArray(body.messages[0]?.content)

/** How servers say that a chat template takes other roles than were sent. Some answer 500, because the template throws. */
const rolesRefused = /\brole|alternat|chat.?template|jinja|user (query|message)|consecutive/i
const systemRefused = /system/i

/** Changes the roles that are sent: first to one message of the user and one of the assistant in turn, then without a system message. */
function withoutRoles({ unsupported }: Dialect, { messages }: ChatCompletionCreateParamsStreaming, { status, message }: ApiError): boolean {
  if ((status !== 400 && status !== 422 && status !== 500) || !rolesRefused.test(message)) return false
  const hasSystem = messages.some(({ role }) => role === 'system')
  const isStrict = unsupported.has('repeated_roles')
  if (isStrict && !hasSystem) return false
  if (isStrict || (hasSystem && systemRefused.test(message) && !/alternat/i.test(message))) unsupported.add('system')
  unsupported.add('repeated_roles')
  return true
}
