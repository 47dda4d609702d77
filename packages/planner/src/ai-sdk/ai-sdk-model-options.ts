import type { LanguageModelV2, LanguageModelV3, LanguageModelV4, SharedV4ProviderOptions } from '@ai-sdk/provider'
import type { ReasoningEffort } from '../model/model.ts'

/** Options of `aiSdkModel`. */
export interface AiSdkModelOptions {
  /** A model of any provider package of the AI SDK, such as `openai('gpt-5')` of @ai-sdk/openai; AI SDK 5, 6 or 7. */
  model: LanguageModelV2 | LanguageModelV3 | LanguageModelV4
  /** Name for spans and usage. Default: the id of the model. */
  name?: string
  /** Name of the provider in traces and metrics. Default: the provider of the model, up to its first dot. */
  provider?: string
  maxTokens?: number
  temperature?: number
  /** Passed to models of AI SDK 7. Earlier versions accept it in `providerOptions`. */
  reasoningEffort?: ReasoningEffort
  /**
   * Media types of the files that the model takes in messages, such as `image/png`. Default: none, because models do not name them.
   */
  accepts?: readonly string[]
  providerOptions?: SharedV4ProviderOptions
  headers?: Record<string, string>
}
