import type OpenAI from 'openai'
import type { ReasoningEffort } from '../model/model.ts'

/** What a model on the Responses API needs. */
export interface OpenAiResponsesModelOptions {
  /** Carries address, key, time-outs and retries (`maxRetries`) before a stream begins. */
  client: Pick<OpenAI, 'responses'>
  model: string
  /** Name for spans and usage. Default: `model`. */
  name?: string
  maxTokens?: number
  temperature?: number
  reasoningEffort?: ReasoningEffort
  /**
   * Runs responses at the provider, independent of a connection: one that breaks is resumed after the last event, and the process that takes a
   * run over reads the response that another one started. The provider stores such responses. Default false.
   */
  background?: boolean
  /** Further members of the request body, for what the API has of its own. */
  extraBody?: Record<string, unknown>
}
