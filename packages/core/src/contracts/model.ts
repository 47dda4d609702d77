import type { TokenUsage } from './events.ts'
import type { JsonSchema, JsonValue } from './json.ts'

/** One message of a model request; the action protocol needs no provider-side tool roles. */
export interface ModelMessage {
  role: 'system' | 'user' | 'assistant'
  content: string
  /** Of an assistant message: what its provider wants back with it. Ports other than the one named in it ignore it. */
  reasoning?: KeptReasoning
}

/**
 * What a provider gives with a message and wants back in later requests, such as signed thinking or encrypted reasoning. The items are opaque:
 * they are stored with the run, sent back unchanged and never shown.
 */
export interface KeptReasoning {
  /** The port and the model that wrote the items. */
  by: string
  items: readonly JsonValue[]
}

/** A response that goes on at the provider without a connection, and that can be asked for again. */
export interface StartedResponse {
  /** The port and the model that started it. */
  by: string
  id: string
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
  /**
   * The response that an earlier process received for the same request. A port that started it reads it again from its beginning; where that is
   * not possible, and in every other port, the request is sent.
   */
  resume?: StartedResponse
}

/**
 * What a model streams. A stream without a `finish` chunk counts as cut; text after it is ignored. The reason of a finish is `stop`,
 * `tool_calls`, `length`, `content_filter`, `error`, or another word of the provider. Usage and kept reasoning may come more than once; the
 * last one counts. `started` comes first, and only for a response that can be resumed.
 */
export type ModelChunk =
  | { type: 'started'; response: StartedResponse }
  | { type: 'reasoning'; text: string }
  | { type: 'text'; text: string }
  | { type: 'usage'; usage: TokenUsage }
  | { type: 'kept_reasoning'; reasoning: KeptReasoning }
  | { type: 'finish'; reason: string; refusal?: string }

/** A language model. `stream` throws PfError with a `model_*` code, `context_overflow` or `internal`, and ends soon after `signal` aborts. */
export interface Model {
  readonly name: string
  stream(request: ModelRequest, options: { signal: AbortSignal }): AsyncIterable<ModelChunk>
}
