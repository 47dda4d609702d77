import type Anthropic from '@anthropic-ai/sdk'
import type { ReasoningEffort } from '../model/model.ts'

/** Options of `anthropicModel`. */
export interface AnthropicModelOptions {
  /** Contains the address, key, time-outs and retries. The clients of @anthropic-ai/bedrock-sdk and @anthropic-ai/vertex-sdk have the same `messages`. */
  client: Pick<Anthropic, 'messages'>
  model: string
  /** Name for spans and usage. Default: `model`. */
  name?: string
  /** Name of the provider in traces and metrics, for an endpoint of another provider. Default: `anthropic`. */
  provider?: string
  /** Maximum length of an answer in tokens, in addition to its thinking. Required by the API. Default 8,192. */
  maxTokens?: number
  temperature?: number
  /** Enables thinking. By default the model decides. */
  reasoningEffort?: ReasoningEffort
  /** Marks the system prompt with cache_control. Default false. */
  cacheSystemPrompt?: boolean
  /**
   * Media types of the files that the model takes in messages, such as `image/png`. Default: images (PNG, JPEG, GIF, WebP) and PDF.
   */
  accepts?: readonly string[]
  /** Further members of the request body, for features that are specific to the API. */
  extraBody?: Record<string, unknown>
}
