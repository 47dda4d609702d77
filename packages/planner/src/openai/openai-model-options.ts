import type OpenAI from 'openai'
import type { ReasoningEffort } from '../model/model.ts'

/** What a model on an OpenAI-compatible endpoint needs. */
export interface OpenAiModelOptions {
  /** Carries address, key, time-outs and retries (`maxRetries`) before a stream begins. */
  client: OpenAI
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
