import type { ChatCompletionCreateParamsStreaming } from 'openai/resources/chat/completions'
import type { ReasoningEffort } from '../model/model.ts'

/** The part of a client of the openai package that is used; by shape, since an application may have another copy of the package. */
export interface OpenAiClient {
  chat: {
    completions: {
      create(body: ChatCompletionCreateParamsStreaming, options: { signal: AbortSignal }): PromiseLike<AsyncIterable<unknown>>
    }
  }
}

/** What a model on an OpenAI-compatible endpoint needs. */
export interface OpenAiModelOptions {
  /** Carries address, key, time-outs and retries (`maxRetries`) before a stream begins. */
  client: OpenAiClient
  model: string
  /** Name for spans and usage. Default: `model`. */
  name?: string
  maxTokens?: number
  temperature?: number
  reasoningEffort?: ReasoningEffort
  /** Marks the system prompt with cache_control for providers that cache on request. Default false. */
  cacheSystemPrompt?: boolean
  /** Further members of the request body, for what an endpoint has of its own. */
  extraBody?: Record<string, unknown>
}
