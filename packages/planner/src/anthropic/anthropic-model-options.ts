import type Anthropic from '@anthropic-ai/sdk'
import type { ReasoningEffort } from '../model/model.ts'

/** What a model on the Messages API needs. */
export interface AnthropicModelOptions {
  /** Carries address, key, time-outs and retries. The clients of @anthropic-ai/bedrock-sdk and @anthropic-ai/vertex-sdk have the same `messages`. */
  client: Pick<Anthropic, 'messages'>
  model: string
  /** Name for spans and usage. Default: `model`. */
  name?: string
  /** Maximum length of an answer, in tokens, beside its thinking. The API requires one. Default 8,192. */
  maxTokens?: number
  temperature?: number
  /** Turns thinking on. Default: as the model does by itself. */
  reasoningEffort?: ReasoningEffort
  /** Marks the system prompt with cache_control. Default false. */
  cacheSystemPrompt?: boolean
  /** Further members of the request body, for what the API has of its own. */
  extraBody?: Record<string, unknown>
}
