import { PfError } from '@pf/core'
import type { AnthropicModelOptions } from '../anthropic/anthropic-model-options.ts'
import type { GeminiModelOptions } from '../gemini/gemini-model-options.ts'
import type { Model, ReasoningEffort } from '../model/model.ts'
import type { OpenAiModelOptions } from '../openai/openai-model-options.ts'
import type { OpenAiResponsesModelOptions } from '../openai-responses/openai-responses-model-options.ts'
import { imageTypes } from '../providers/media-types.ts'
import { type CapabilityEntry, capabilitiesOf, type ModelCapabilities } from './capabilities.ts'
import { type ProviderApi, type ProviderName, providerOf, providers } from './providers.ts'
import { promptTokens, withinCapabilities } from './within-capabilities.ts'

/** Options of `modelOf`. */
export interface ModelOfOptions {
  provider: ProviderName
  model: string
  /** Defaults to the usual environment variable of the provider, such as `OPENAI_API_KEY`. */
  apiKey?: string
  /** Defaults to the address of the provider. */
  baseURL?: string
  /** A client created by the host, which replaces the default client. */
  client?: unknown
  /** Number of retries before a stream begins. Defaults to that of the client. */
  maxRetries?: number
  name?: string
  /** Maximum length of an output in tokens, not more than the model is known to write. */
  maxTokens?: number
  temperature?: number
  /** Not sent to a model that is known not to support it. */
  reasoningEffort?: ReasoningEffort
  /** For the OpenAI and Anthropic protocols. */
  cacheSystemPrompt?: boolean
  /** Media types of the files that the model takes in messages. Defaults to images if the capabilities have `images`, and to PDF if they have `pdf`. */
  accepts?: readonly string[]
  /** For chat completions: messages of user and assistant alternate from the first request on. Default false. */
  alternatingRoles?: boolean
  /** For the Responses API. */
  background?: boolean
  /** Capabilities known to the host, which take precedence over the table. */
  capabilities?: readonly CapabilityEntry[]
}

/** A model with its known capabilities. */
export interface ModelWithCapabilities extends Model {
  readonly capabilities: ModelCapabilities
}

type Client = Pick<ModelOfOptions, 'maxRetries'> & { apiKey: string; baseURL: string | undefined }
type Settings = Pick<
  ModelOfOptions,
  'model' | 'name' | 'maxTokens' | 'temperature' | 'reasoningEffort' | 'cacheSystemPrompt' | 'accepts' | 'alternatingRoles' | 'background'
>

/**
 * Creates a model from the names of its provider and of the model. Loads the port and the client package of that provider only, and creates
 * the client unless it is given. Rejects with PfError `invalid_config` for an unknown provider, a missing key, a client that the host must
 * create, or a package that is not installed.
 */
export async function modelOf(options: ModelOfOptions): Promise<ModelWithCapabilities> {
  const { provider, model, client, maxRetries } = options
  if (!Object.hasOwn(providers, provider))
    throw invalid(`There is no provider "${String(provider).slice(0, 60)}". The providers are ${Object.keys(providers).join(', ')}.`)
  if (typeof model !== 'string' || model === '') throw invalid('model must be the name of a model.')
  const known = providerOf(provider)
  if (known.needsClient !== undefined && client === undefined) throw invalid(`The provider ${provider} needs a client: pass ${known.needsClient}.`)
  const baseURL = options.baseURL ?? known.baseURL
  if (provider === 'openai-compatible' && baseURL === undefined && client === undefined)
    throw invalid('openai-compatible needs a baseURL, which often ends in /v1.')
  const capabilities = capabilitiesOf(provider, model, options.capabilities)
  const takesEffort = capabilities.reasoning === undefined || capabilities.reasoning === 'effort'
  const { maxOutputTokens = Number.POSITIVE_INFINITY } = capabilities
  const maxTokens = options.maxTokens === undefined ? undefined : Math.min(options.maxTokens, maxOutputTokens)
  const { name, temperature, reasoningEffort, cacheSystemPrompt, alternatingRoles, background } = options
  const accepts = options.accepts ?? acceptedTypes(capabilities)
  const settings = defined({
    model,
    name,
    maxTokens,
    temperature,
    reasoningEffort: takesEffort ? reasoningEffort : undefined,
    cacheSystemPrompt,
    accepts,
    alternatingRoles,
    background,
  })
  const made = client ?? (await makeClient[known.api](clientOptions(options, { baseURL, maxRetries, keyVariable: known.keyVariable })))
  const port = await ports[known.api](made, settings as Settings)
  const contextTokens = promptTokens(capabilities)
  return { ...withinCapabilities(port, capabilities), provider: known.traced, capabilities, ...(contextTokens === undefined ? {} : { contextTokens }) }
}

/** Returns the types that a model takes; undefined if nothing is known about it, which leaves the decision to the port. */
function acceptedTypes({ images, pdf }: ModelCapabilities): readonly string[] | undefined {
  if (images === undefined && pdf === undefined) return undefined
  return [...(images ? imageTypes : []), ...(pdf ? ['application/pdf'] : [])]
}

function clientOptions(
  { apiKey, provider }: ModelOfOptions,
  { baseURL, maxRetries, keyVariable }: { baseURL: string | undefined; maxRetries: number | undefined; keyVariable: string | undefined },
): Client {
  const key = apiKey ?? (keyVariable === undefined ? 'none' : environment(keyVariable))
  if (key === undefined || key === '') throw invalid(`The provider ${provider} needs a key: pass apiKey, or set ${keyVariable}.`)
  return { apiKey: key, baseURL, ...(maxRetries === undefined ? {} : { maxRetries }) }
}

/** Read without the types of Node, which other runtimes do not provide. */
function environment(name: string): string | undefined {
  return (globalThis as { process?: { env?: Record<string, string | undefined> } }).process?.env?.[name]
}

const defined = <T extends object>(value: T) => Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as Partial<T>

const invalid = (message: string) => new PfError('invalid_config', message)

/** Each import contains a literal package name, so that bundlers can omit unused packages and a missing package can be reported by name. */
const makeClient: Record<ProviderApi, (client: Client) => Promise<unknown>> = {
  openai: async (client) => {
    const { default: OpenAI } = await installed('openai', () => import('openai'))
    const { fetchWithErrorText } = await import('../openai/fetch-with-error-text.ts')
    return new OpenAI({ ...defined(client), ...quiet('OPENAI_LOG'), fetch: fetchWithErrorText() })
  },
  'openai-responses': (client) => makeClient.openai(client),
  anthropic: async (client) => {
    const { default: Anthropic } = await installed('@anthropic-ai/sdk', () => import('@anthropic-ai/sdk'))
    return new Anthropic({ ...defined(client), ...quiet('ANTHROPIC_LOG') })
  },
  gemini: async ({ apiKey, baseURL, maxRetries }) => {
    const { GoogleGenAI } = await installed('@google/genai', () => import('@google/genai'))
    const httpOptions = {
      ...(baseURL === undefined ? {} : { baseUrl: baseURL }),
      ...(maxRetries === undefined ? {} : { retryOptions: { attempts: maxRetries + 1 } }),
    }
    return new GoogleGenAI({ apiKey, httpOptions })
  },
}

/**
 * Clients write warnings to the console by default, and parts of responses that they cannot read. What matters is in the error of the call, so
 * they are silent unless the variable of the client asks for more.
 */
const quiet = (variable: string) => (environment(variable) === undefined ? { logLevel: 'off' as const } : {})

async function installed<T>(name: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (cause) {
    throw new PfError('invalid_config', `The package ${name} is not installed. Add it to the dependencies of the application.`, { cause })
  }
}

const ports: Record<ProviderApi, (client: unknown, settings: Settings) => Promise<Model>> = {
  openai: async (client, settings) => (await import('../openai/openai-model.ts')).openaiModel({ client: client as OpenAiModelOptions['client'], ...settings }),
  'openai-responses': async (client, settings) =>
    (await import('../openai-responses/openai-responses-model.ts')).openaiResponsesModel({
      client: client as OpenAiResponsesModelOptions['client'],
      ...settings,
    }),
  anthropic: async (client, settings) =>
    (await import('../anthropic/anthropic-model.ts')).anthropicModel({ client: client as AnthropicModelOptions['client'], ...settings }),
  gemini: async (client, settings) => (await import('../gemini/gemini-model.ts')).geminiModel({ client: client as GeminiModelOptions['client'], ...settings }),
}
