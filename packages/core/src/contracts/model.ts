import type { TokenUsage } from './events.ts'
import type { JsonSchema, JsonValue } from './json.ts'
import type { MessageFile, ModelMedia } from './message-files.ts'
import type { Owner } from './owner.ts'

/** One message of a model request. The action protocol needs no tool roles of the provider. */
export interface ModelMessage {
  role: 'system' | 'user' | 'assistant'
  content: string
  /** For an assistant message: reasoning items that the provider expects to receive back. Ports other than the one named in it ignore it. */
  reasoning?: KeptReasoning
  /** For a user message: its files. The planner describes them in `content`; ports ignore this member. */
  files?: readonly MessageFile[]
  /** For a user message in a request: the files that the model takes (`Model.accepts`), in the order of their descriptions in `content`. */
  media?: readonly ModelMedia[]
}

/**
 * Data that a provider sends with a message and expects to receive in later requests, such as signed thinking or encrypted reasoning. The
 * items are opaque: they are stored with the run, sent back unchanged and never shown.
 */
export interface KeptReasoning {
  /** The port and the model that produced the items. */
  by: string
  items: readonly JsonValue[]
}

/** A response that continues at the provider without a connection and can be requested again. */
export interface StartedResponse {
  /** The port and the model that started it. */
  by: string
  id: string
  /** The output so far, if the response can be continued after it. Absent if it must be read from its beginning. */
  received?: ReceivedOutput
}

/** The output of a response up to one of its events. */
export interface ReceivedOutput {
  /** The sequence number of that event. */
  after: number
  text: string
  reasoning: string
}

/** The output format to request from the endpoint. */
export type ResponseFormat = 'text' | 'json_object' | { name: string; schema: JsonSchema }

/** The amount of reasoning to request. Endpoints without the parameter ignore it. */
export type ReasoningEffort = 'low' | 'medium' | 'high'

/** A function that the model should call through the function calling of the provider. */
export interface ModelTool {
  name: string
  description: string
  parameters: JsonSchema
}

/** One call of a model. */
export interface ModelRequest {
  messages: readonly ModelMessage[]
  /** The only function of this call. Endpoints without function calling ignore it; therefore the messages describe it as well. */
  tool?: ModelTool
  responseFormat?: ResponseFormat
  maxTokens?: number
  temperature?: number
  reasoningEffort?: ReasoningEffort
  /**
   * The response that an earlier process received for the same request. The port that started it yields what was received and continues
   * after it, or reads the response again from its beginning. If the provider no longer has it, and in every other port, the request is sent
   * again.
   */
  resume?: StartedResponse
}

/**
 * A part of a model stream. A stream without a `finish` chunk counts as cut, and text after `finish` is ignored. The reason of a finish is
 * `stop`, `tool_calls`, `length`, `content_filter`, `error`, or another value of the provider. Usage and kept reasoning may occur more than
 * once; the last one counts. `response` has the id of the provider and the name of the model that answered, for traces. `started` comes first, and only for a response that can be resumed; later ones have the output so far. `call`
 * marks the native calls of the response, converted to actions: the chunks with it are contiguous, and an action is read from them instead of
 * from the text around them.
 */
export type ModelChunk =
  | { type: 'started'; response: StartedResponse }
  | { type: 'response'; id?: string; model?: string }
  | { type: 'reasoning'; text: string }
  | { type: 'text'; text: string; call?: true }
  | { type: 'usage'; usage: TokenUsage }
  | { type: 'kept_reasoning'; reasoning: KeptReasoning }
  | { type: 'finish'; reason: string; refusal?: string }

/** The run for which a model is called. */
export interface ModelCallRun {
  owner: Owner
  runId: string
  threadId: string
}

/** Options of one model call. `run` is for models that wrap others, such as a recorder; a provider never receives it. */
export interface ModelCallOptions {
  signal: AbortSignal
  run?: ModelCallRun
}

/** A language model. `stream` throws PfError with a `model_*` code, `context_overflow` or `internal`, and ends shortly after `signal` aborts. */
export interface Model {
  readonly name: string
  /** Media types of the files that the model takes in user messages. The planner replaces files of other types by a text. Default: none. */
  readonly accepts?: readonly string[]
  /** Name of the provider in traces and metrics, as the GenAI conventions of OpenTelemetry spell it, such as `openai` or `aws.bedrock`. */
  readonly provider?: string
  /** Host name and port of the endpoint in traces, if they are known. */
  readonly server?: { readonly address: string; readonly port: number }
  /** The tokens that a prompt may have, as far as they are known. The planner shortens a longer conversation, unless the host sets a limit. */
  readonly contextTokens?: number
  /** True if responses may have `kept_reasoning`. The planner then looks for that of earlier turns of the thread. Default: false. */
  readonly keepsReasoning?: boolean
  stream(request: ModelRequest, options: ModelCallOptions): AsyncIterable<ModelChunk>
}
