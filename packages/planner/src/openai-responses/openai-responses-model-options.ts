import type OpenAI from 'openai'
import type { ReasoningEffort } from '../model/model.ts'

/** Options of `openaiResponsesModel`. */
export interface OpenAiResponsesModelOptions {
  /** Contains the address, key, time-outs and retries (`maxRetries`) before a stream begins. */
  client: Pick<OpenAI, 'responses'>
  model: string
  /** Name for spans and usage. Default: `model`. */
  name?: string
  /** Name of the provider in traces and metrics, for an endpoint of another provider. Default: `openai`. */
  provider?: string
  maxTokens?: number
  temperature?: number
  reasoningEffort?: ReasoningEffort
  /**
   * Media types of the files that the model takes in messages, such as `image/png`. Default: images (PNG, JPEG, GIF, WebP) and PDF.
   */
  accepts?: readonly string[]
  /**
   * Runs responses at the provider, independent of a connection. After a connection breaks, the response continues after the last event,
   * and a process that takes a run over reads the response that another process started. The provider stores such responses. Default false.
   */
  background?: boolean
  /** Further members of the request body, for features that are specific to the API. */
  extraBody?: Record<string, unknown>
}
