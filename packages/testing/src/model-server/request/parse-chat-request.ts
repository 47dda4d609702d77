import type { JsonObject } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import type { ConversationMessage, ScriptedToolCall } from '../story/story.ts'
import { type OpenAiError, openAiError } from './open-ai-error.ts'

/** A valid chat completion request. */
export interface ChatRequest {
  model: string
  messages: ConversationMessage[]
  stream: boolean
  includeUsage: boolean
  /** Maximum number of tokens of the reply. Undefined: no limit. */
  maxTokens?: number
  tools: string[]
  body: JsonObject
}

const roles = new Set(['system', 'developer', 'user', 'assistant', 'tool', 'function'])

/** Validates a parsed body like OpenAI's endpoint. Fields that the server does not use are not validated. */
export function parseChatRequest(body: unknown): { request: ChatRequest } | { error: OpenAiError } {
  if (!isRecord(body)) return { error: openAiError(400, 'The request body must be a JSON object.') }
  const error = findFault(body)
  if (error) return { error }
  const maxTokens = body.max_completion_tokens ?? body.max_tokens
  return {
    request: {
      model: String(body.model),
      messages: (body.messages as Record<string, unknown>[]).map(readMessage),
      stream: body.stream === true,
      includeUsage: isRecord(body.stream_options) && body.stream_options.include_usage === true,
      tools: readToolNames(body.tools),
      body: body as JsonObject,
      ...(typeof maxTokens === 'number' ? { maxTokens } : {}),
    },
  }
}

type Check = (value: unknown, body: Record<string, unknown>) => string | undefined
const optional =
  (expected: string, accepts: (value: unknown) => boolean): Check =>
  (value) =>
    value === undefined || value === null || accepts(value) ? undefined : `expected ${expected}`
const inRange = (from: number, to: number) => (value: unknown) => typeof value === 'number' && value >= from && value <= to
const count = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 1

const checks = {
  model: (value) => (typeof value === 'string' && value !== '' ? undefined : 'expected the name of a model'),
  messages: (value) =>
    Array.isArray(value) && value.length > 0 ? value.map(messageFault).find((fault) => fault !== undefined) : 'expected a list of messages',
  stream: optional('a boolean', (value) => typeof value === 'boolean'),
  stream_options: (value, body) =>
    isRecord(value) && body.stream !== true ? "only allowed when 'stream' is true" : optional('an object', isRecord)(value, body),
  response_format: optional('{"type": "text" | "json_object" | "json_schema"}', isResponseFormat),
  temperature: optional('a number from 0 to 2', inRange(0, 2)),
  n: optional('1', (value) => value === 1),
  max_tokens: optional('an integer of at least 1', count),
  max_completion_tokens: optional('an integer of at least 1', count),
  tools: optional('a list of tools', (value) => Array.isArray(value) && readToolNames(value).length === value.length),
} satisfies Record<string, Check>

function findFault(body: Record<string, unknown>): OpenAiError | undefined {
  for (const [param, check] of Object.entries(checks) as [string, Check][]) {
    const fault = check(Object.hasOwn(body, param) ? body[param] : undefined, body)
    if (fault) return openAiError(400, `Invalid value for '${param}': ${fault}.`, { param, code: 'invalid_value' })
  }
  return undefined
}

function messageFault(message: unknown, index: number): string | undefined {
  if (!isRecord(message) || typeof message.role !== 'string' || !roles.has(message.role)) return `expected a known role in message ${index}`
  const { content } = message
  const readable = typeof content === 'string' || Array.isArray(content) || (message.role === 'assistant' && (content === null || content === undefined))
  return readable ? undefined : `expected text or content parts in message ${index}`
}

function isResponseFormat(value: unknown): boolean {
  if (!isRecord(value)) return false
  if (value.type !== 'json_schema') return value.type === 'text' || value.type === 'json_object'
  const schema = value.json_schema
  return isRecord(schema) && typeof schema.name === 'string' && /^[\w-]{1,64}$/.test(schema.name)
}

function readToolNames(value: unknown): string[] {
  if (!Array.isArray(value)) return []
  return value.flatMap((tool) => (isRecord(tool) && isRecord(tool.function) && typeof tool.function.name === 'string' ? [tool.function.name] : []))
}

function readMessage(message: Record<string, unknown>): ConversationMessage {
  const { role, content, tool_call_id, tool_calls } = message
  return {
    role: String(role),
    content: typeof content === 'string' ? content : readParts(content),
    ...(typeof tool_call_id === 'string' ? { tool_call_id } : {}),
    ...(Array.isArray(tool_calls) ? { tool_calls: tool_calls.flatMap(readCall) } : {}),
  }
}

const readParts = (content: unknown): string =>
  Array.isArray(content) ? content.map((part) => (isRecord(part) && typeof part.text === 'string' ? part.text : '')).join('') : ''

function readCall(call: unknown): ScriptedToolCall[] {
  const target = isRecord(call) ? call.function : undefined
  if (!isRecord(call) || !isRecord(target)) return []
  return [{ name: String(target.name), arguments: String(target.arguments ?? ''), ...(typeof call.id === 'string' ? { id: call.id } : {}) }]
}
