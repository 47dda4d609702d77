import type { Content, GenerateContentConfig, GenerateContentParameters, Part, ThinkingLevel } from '@google/genai'
import type { ModelMessage, ModelRequest, ReasoningEffort } from '../model/model.ts'
import { alternatingMessages } from '../providers/alternating-messages.ts'
import type { Dialect, Droppable } from '../providers/dialect.ts'
import { keptItems } from '../providers/kept-items.ts'
import type { GeminiModelOptions } from './gemini-model-options.ts'

/** Parameters that can be dropped, in this order. A model without thinking levels is asked for a token budget, and a model without thinking for neither. */
export const droppable: Droppable = {
  thinkingLevel: /thinking/i,
  thinkingBudget: /thinking/i,
  schema: /schema/i,
  responseMimeType: /json mode|mime.?type/i,
  temperature: /temperature/i,
  system: /(developer|system).?instruction/i,
  toolConfig: /tool.?config|function.?calling.?(config|mode)/i,
  tools: /\btools?\b|function (calling|declarations)/i,
}

const budgets: Record<ReasoningEffort, number> = { low: 2_048, medium: 8_192, high: 16_384 }
/** The values of an enum of the package. Importing the enum would load the package. */
const levels = { low: 'LOW', medium: 'MEDIUM', high: 'HIGH' } as Readonly<Record<ReasoningEffort, `${ThinkingLevel}`>>

/** The parameters of a request, and the droppable ones among them. */
export interface ContentRequest {
  parameters: GenerateContentParameters
  sent: string[]
}

/** Returns the parameters of a request, without those that the endpoint refused before. */
export function toContentRequest(
  options: GeminiModelOptions,
  { unsupported }: Dialect,
  request: ModelRequest,
  { by, signal }: { by: string; signal: AbortSignal },
): ContentRequest {
  const allowed = <T>(name: string, value: T | undefined): T | undefined => (unsupported.has(name) ? undefined : value)
  const effort = request.reasoningEffort ?? options.reasoningEffort
  const level = allowed('thinkingLevel', effort && levels[effort])
  const budget = level === undefined ? allowed('thinkingBudget', effort && budgets[effort]) : undefined
  const format = request.tool ? 'text' : (request.responseFormat ?? 'text')
  const responseMimeType = format === 'text' ? undefined : allowed('responseMimeType', 'application/json')
  const schema = responseMimeType && typeof format === 'object' ? allowed('schema', format.schema) : undefined
  const [first] = request.messages
  const system = first?.role === 'system' ? allowed('system', first.content) : undefined
  const tools = allowed('tools', request.tool && toTools(request.tool))
  const toolConfig = tools && allowed('toolConfig', toToolConfig(request))
  const temperature = allowed('temperature', request.temperature ?? options.temperature)
  const maxOutputTokens = request.maxTokens ?? options.maxTokens
  const thinkingConfig = level ?? budget
  const config = {
    ...options.config,
    abortSignal: signal,
    ...defined({ systemInstruction: system, temperature, maxOutputTokens, responseMimeType, responseJsonSchema: schema, tools, toolConfig }),
    ...(thinkingConfig === undefined ? {} : { thinkingConfig: { includeThoughts: true, ...defined({ thinkingLevel: level, thinkingBudget: budget }) } }),
  } as GenerateContentConfig
  const sent = Object.keys(defined({ thinkingLevel: level, thinkingBudget: budget, schema, responseMimeType, temperature, system, toolConfig, tools }))
  return { parameters: { model: options.model, contents: toContents(request.messages, { by, hasSystem: system !== undefined }), config }, sent }
}

const defined = <T extends object>(value: T) => Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined))

const toTools = ({ name, description, parameters }: NonNullable<ModelRequest['tool']>) => [
  { functionDeclarations: [{ name, description, parametersJsonSchema: parameters }] },
]

function toToolConfig({ tool }: ModelRequest) {
  return tool && { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: [tool.name] } }
}

/** Returns alternating messages of user and model. A model without system instructions receives them at the beginning of the first message. */
function toContents(messages: readonly ModelMessage[], { by, hasSystem }: { by: string; hasSystem: boolean }): Content[] {
  const said = hasSystem ? messages.slice(1) : messages
  return alternatingMessages(said, { system: false }).map((message) => {
    const text: Part = { text: message.content }
    const [kept] = keptItems(message, by)
    // A signature belongs to the part with which it was sent. All text of one turn is one part here.
    if (typeof kept === 'string') text.thoughtSignature = kept
    const media = (message.media ?? []).map(({ media_type, data }): Part => ({ inlineData: { mimeType: media_type, data } }))
    return { role: message.role === 'assistant' ? 'model' : 'user', parts: [...media, text] }
  })
}
