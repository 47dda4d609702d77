import type { LanguageModelV4CallOptions, LanguageModelV4FilePart, LanguageModelV4Message } from '@ai-sdk/provider'
import type { ModelMedia } from '@pf/core'
import type { ModelMessage, ModelRequest } from '../model/model.ts'
import type { Dialect, Droppable } from '../providers/dialect.ts'
import { keptItems } from '../providers/kept-items.ts'
import type { AiSdkModelOptions } from './ai-sdk-model-options.ts'

/** The names of call settings in refusals of providers and the AI SDK. */
export const droppable: Droppable = {
  schema: /schema|response_?format|output_config/i,
  responseFormat: /response_?format|json_object|json mode|mime.?type/i,
  reasoning: /reasoning|thinking|effort/i,
  temperature: /temperature/i,
  maxOutputTokens: /max_(output_|completion_)?tokens|maxOutputTokens/i,
  toolChoice: /tool_?choice|tool_?config/i,
  tools: /\btools?\b/i,
}

/** The options of a call, and the droppable settings in it. */
export interface CallOptions {
  callOptions: LanguageModelV4CallOptions
  sent: string[]
}

/** Returns the options of a call, without settings that the provider refused before. */
export function toCallOptions(
  options: AiSdkModelOptions,
  { unsupported }: Dialect,
  request: ModelRequest,
  { by, signal }: { by: string; signal: AbortSignal },
): CallOptions {
  const allowed = <T>(name: string, value: T | undefined): T | undefined => (unsupported.has(name) ? undefined : value)
  const format = request.tool ? 'text' : (request.responseFormat ?? 'text')
  const schema = typeof format === 'object' ? allowed('schema', format) : undefined
  const json = format === 'text' ? undefined : allowed('responseFormat', { type: 'json' as const, ...schema })
  const isV4 = options.model.specificationVersion === 'v4'
  const tools = allowed(
    'tools',
    request.tool && [{ type: 'function' as const, name: request.tool.name, description: request.tool.description, inputSchema: request.tool.parameters }],
  )
  const settings = {
    temperature: allowed('temperature', request.temperature ?? options.temperature),
    maxOutputTokens: allowed('maxOutputTokens', request.maxTokens ?? options.maxTokens),
    responseFormat: json,
    reasoning: isV4 ? allowed('reasoning', request.reasoningEffort ?? options.reasoningEffort) : undefined,
    tools,
    toolChoice: tools && request.tool && allowed('toolChoice', { type: 'tool' as const, toolName: request.tool.name }),
  }
  const kept = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined))
  const { providerOptions, headers } = options
  const callOptions = {
    prompt: request.messages.map((message) => toMessage(message, { by, isV4 })),
    abortSignal: signal,
    ...kept,
    ...(providerOptions ? { providerOptions } : {}),
    ...(headers ? { headers } : {}),
  } as LanguageModelV4CallOptions
  return { callOptions, sent: [...Object.keys(kept), ...(json && schema ? ['schema'] : [])] }
}

function toMessage(message: ModelMessage, { by, isV4 }: { by: string; isV4: boolean }): LanguageModelV4Message {
  const { role, content: text, media = [] } = message
  if (role === 'system') return { role, content: text }
  if (role === 'user') return { role, content: [{ type: 'text', text }, ...media.map((file) => toFilePart(file, isV4))] }
  const kept = keptItems(message, by) as unknown as Extract<LanguageModelV4Message, { role: 'assistant' }>['content']
  return { role, content: [...kept, { type: 'text', text }] }
}

/** Models of AI SDK 5 and 6 take the base64 itself in place of a tagged object. */
function toFilePart({ media_type: mediaType, data, name: filename }: ModelMedia, isV4: boolean): LanguageModelV4FilePart {
  const file = { type: 'file', mediaType, data: isV4 ? { type: 'data', data } : data, ...(filename === undefined ? {} : { filename }) }
  return file as LanguageModelV4FilePart
}
