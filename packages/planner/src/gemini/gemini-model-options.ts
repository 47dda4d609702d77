import type { GenerateContentConfig, GoogleGenAI } from '@google/genai'
import type { ReasoningEffort } from '../model/model.ts'

/** Options of `geminiModel`. */
export interface GeminiModelOptions {
  /** Contains the key or project, address, time-outs and retries. For the Gemini API and for Vertex AI. */
  client: Pick<GoogleGenAI, 'models'>
  model: string
  /** Name for spans and usage. Default: `model`. */
  name?: string
  /** Name of the provider in traces and metrics, for an endpoint of another provider. Default: `gcp.gemini`. */
  provider?: string
  maxTokens?: number
  temperature?: number
  reasoningEffort?: ReasoningEffort
  /**
   * Media types of the files that the model takes in messages, such as `image/png`. Default: images (PNG, JPEG, WebP) and PDF.
   */
  accepts?: readonly string[]
  /** Further settings of the request, such as `safetySettings` or `cachedContent`. */
  config?: GenerateContentConfig
}
