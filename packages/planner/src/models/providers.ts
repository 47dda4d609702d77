/** The protocol of a provider, which determines the port. */
export type ProviderApi = 'openai' | 'openai-responses' | 'anthropic' | 'gemini'

interface Provider {
  api: ProviderApi
  /** The name in traces and metrics. */
  traced: string
  /** Undefined if the client knows the address. */
  baseURL?: string
  /** The environment variable that contains the key; undefined if no key is needed. */
  keyVariable?: string
  /** The reason why the host must create the client. */
  needsClient?: string
}

/** The providers supported by `modelOf`. */
export const providers = {
  openai: { traced: 'openai', api: 'openai', keyVariable: 'OPENAI_API_KEY' },
  'openai-responses': { traced: 'openai', api: 'openai-responses', keyVariable: 'OPENAI_API_KEY' },
  anthropic: { traced: 'anthropic', api: 'anthropic', keyVariable: 'ANTHROPIC_API_KEY' },
  google: { traced: 'gcp.gemini', api: 'gemini', keyVariable: 'GEMINI_API_KEY' },
  deepseek: { traced: 'deepseek', api: 'openai', baseURL: 'https://api.deepseek.com', keyVariable: 'DEEPSEEK_API_KEY' },
  openrouter: { traced: 'openrouter', api: 'openai', baseURL: 'https://openrouter.ai/api/v1', keyVariable: 'OPENROUTER_API_KEY' },
  xai: { traced: 'x_ai', api: 'openai', baseURL: 'https://api.x.ai/v1', keyVariable: 'XAI_API_KEY' },
  mistral: { traced: 'mistral_ai', api: 'openai', baseURL: 'https://api.mistral.ai/v1', keyVariable: 'MISTRAL_API_KEY' },
  groq: { traced: 'groq', api: 'openai', baseURL: 'https://api.groq.com/openai/v1', keyVariable: 'GROQ_API_KEY' },
  ollama: { traced: 'ollama', api: 'openai', baseURL: 'http://127.0.0.1:11434/v1' },
  'openai-compatible': { traced: 'openai', api: 'openai' },
  bedrock: { traced: 'aws.bedrock', api: 'anthropic', needsClient: 'new AnthropicBedrock(…) of @anthropic-ai/bedrock-sdk, which signs its requests' },
  vertex: { traced: 'gcp.vertex_ai', api: 'anthropic', needsClient: 'new AnthropicVertex(…) of @anthropic-ai/vertex-sdk, which signs its requests' },
  'vertex-gemini': { traced: 'gcp.vertex_ai', api: 'gemini', needsClient: 'new GoogleGenAI({ vertexai: true, project, location }) of @google/genai' },
} as const satisfies Record<string, Provider>

/** The name of a provider in the table. */
export type ProviderName = keyof typeof providers

/** Returns the entry of a provider, with all optional members. */
export const providerOf = (name: ProviderName): Provider => providers[name]
