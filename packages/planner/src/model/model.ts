import type { JsonSchema, TokenUsage } from '@pf/core'

/** One message of a model request; the action protocol needs no provider-side tool roles. */
export interface ModelMessage {
  role: 'system' | 'user' | 'assistant'
  content: string
}

/** The output format that the endpoint is asked for. */
export type ResponseFormat = 'text' | 'json_object' | { name: string; schema: JsonSchema }

/** How hard the model should think; endpoints without the parameter ignore it. */
export type ReasoningEffort = 'low' | 'medium' | 'high'

/** A function that the model is asked to call with the function calling of the provider. */
export interface ModelTool {
  name: string
  description: string
  parameters: JsonSchema
}

/** One call of a model. */
export interface ModelRequest {
  messages: readonly ModelMessage[]
  /** The one function of this call. An endpoint without functions ignores it, so the messages say the same. */
  tool?: ModelTool
  responseFormat?: ResponseFormat
  maxTokens?: number
  temperature?: number
  reasoningEffort?: ReasoningEffort
}

/** What a model streams. A stream without a `finish` chunk counts as cut; text after it is ignored. */
export type ModelChunk =
  | { type: 'reasoning'; text: string }
  | { type: 'text'; text: string }
  | { type: 'usage'; usage: TokenUsage }
  | { type: 'finish'; reason: string; refusal?: string }

/** A language model. `stream` throws PfError with a `model_*` code or `context_overflow`, and ends soon after `signal` aborts. */
export interface Model {
  readonly name: string
  stream(request: ModelRequest, options: { signal: AbortSignal }): AsyncIterable<ModelChunk>
}
