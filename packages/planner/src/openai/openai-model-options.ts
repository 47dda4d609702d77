import type { ChatCompletionCreateParamsStreaming } from 'openai/resources/chat/completions'
import type { ReasoningEffort } from '../model/model.ts'

/** The used part of a client of the openai package. It is typed structurally, because an application may have another copy of the package. */
export interface OpenAiClient {
  chat: {
    completions: {
      create(body: ChatCompletionCreateParamsStreaming, options: { signal: AbortSignal }): PromiseLike<AsyncIterable<unknown>>
    }
  }
}

/** Options of `openaiModel`. */
export interface OpenAiModelOptions {
  /** Contains the address, key, time-outs and retries (`maxRetries`) before a stream begins. */
  client: OpenAiClient
  model: string
  /** Name for spans and usage. Default: `model`. */
  name?: string
  /** Name of the provider in traces and metrics, for an endpoint of another provider. Default: `openai`. */
  provider?: string
  maxTokens?: number
  temperature?: number
  reasoningEffort?: ReasoningEffort
  /** Marks the system prompt with cache_control for providers that cache on request. Default false. */
  cacheSystemPrompt?: boolean
  /**
   * Media types of the files that the model takes in messages, such as `image/png`. Default: none, because many servers of this protocol refuse them.
   */
  accepts?: readonly string[]
  /**
   * Joins neighbouring messages of one role and makes a message of the user the first one after the system prompt, for servers whose chat
   * template requires alternating roles. Without it, this happens after such a server has refused a request. Default false.
   */
  alternatingRoles?: boolean
  /** Further members of the request body, for features that are specific to an endpoint. */
  extraBody?: Record<string, unknown>
}
