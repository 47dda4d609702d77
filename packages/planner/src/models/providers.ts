/** The protocol of a provider, and so the port that speaks it. */
export type ProviderApi = 'openai' | 'openai-responses' | 'anthropic' | 'gemini'

interface Provider {
  api: ProviderApi
  /** Undefined for the address that the client knows by itself. */
  baseURL?: string
  /** The variable of the environment that holds the key; undefined where none is needed. */
  keyVariable?: string
  /** Why the host must make the client itself. */
  needsClient?: string
}

/** What `modelOf` knows of each provider. */
export const providers = {
  openai: { api: 'openai', keyVariable: 'OPENAI_API_KEY' },
  'openai-responses': { api: 'openai-responses', keyVariable: 'OPENAI_API_KEY' },
  anthropic: { api: 'anthropic', keyVariable: 'ANTHROPIC_API_KEY' },
  google: { api: 'gemini', keyVariable: 'GEMINI_API_KEY' },
  deepseek: { api: 'openai', baseURL: 'https://api.deepseek.com', keyVariable: 'DEEPSEEK_API_KEY' },
  openrouter: { api: 'openai', baseURL: 'https://openrouter.ai/api/v1', keyVariable: 'OPENROUTER_API_KEY' },
  xai: { api: 'openai', baseURL: 'https://api.x.ai/v1', keyVariable: 'XAI_API_KEY' },
  mistral: { api: 'openai', baseURL: 'https://api.mistral.ai/v1', keyVariable: 'MISTRAL_API_KEY' },
  groq: { api: 'openai', baseURL: 'https://api.groq.com/openai/v1', keyVariable: 'GROQ_API_KEY' },
  ollama: { api: 'openai', baseURL: 'http://127.0.0.1:11434/v1' },
  'openai-compatible': { api: 'openai' },
  bedrock: { api: 'anthropic', needsClient: 'new AnthropicBedrock(…) of @anthropic-ai/bedrock-sdk, which signs its requests' },
  vertex: { api: 'anthropic', needsClient: 'new AnthropicVertex(…) of @anthropic-ai/vertex-sdk, which signs its requests' },
  'vertex-gemini': { api: 'gemini', needsClient: 'new GoogleGenAI({ vertexai: true, project, location }) of @google/genai' },
} as const satisfies Record<string, Provider>

/** A provider of the table. */
export type ProviderName = keyof typeof providers

/** The entry of a provider, with all members that one may have. */
export const providerOf = (name: ProviderName): Provider => providers[name]
