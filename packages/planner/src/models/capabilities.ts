import type { ProviderName } from './providers.ts'

/** Prices in US dollars per million tokens. */
export interface ModelPrices {
  input: number
  output: number
  /** Price of input that was read from the provider's cache. */
  cachedInput?: number
  /** The day on which the prices were read, and the page. Prices change without notice. */
  asOf: string
  source: string
}

/** The capabilities of a model. An absent member is unknown. */
export interface ModelCapabilities {
  /** `effort`: the amount of reasoning can be requested. `always`: the model always reasons. `none`: the model does not return its reasoning. */
  reasoning?: 'effort' | 'always' | 'none'
  nativeCalls?: boolean
  /** `schema`: output that follows a JSON Schema. `object`: any JSON object. `none`: no JSON mode. */
  jsonMode?: 'schema' | 'object' | 'none'
  images?: boolean
  /** PDF files in messages. */
  pdf?: boolean
  /** Number of tokens of prompt and output together. */
  contextTokens?: number
  maxOutputTokens?: number
  prices?: ModelPrices
}

/** Capabilities of the models whose name starts with `prefix`. */
export interface CapabilityEntry extends ModelCapabilities {
  provider: ProviderName
  prefix: string
}

const claude = { provider: 'anthropic', reasoning: 'effort', nativeCalls: true, jsonMode: 'schema', images: true, pdf: true } as const
const claudePage = 'https://platform.claude.com/docs/about-claude/models/whats-new-opus-5'
const claude5 = { ...claude, contextTokens: 1_000_000, maxOutputTokens: 128_000 } as const
const pricesOfClaude = (input: number, output: number) => ({ input, output, asOf: '2026-11-29', source: claudePage })
const gpt = { nativeCalls: true, jsonMode: 'schema', images: true, pdf: true } as const
const gpt5 = { ...gpt, reasoning: 'effort', contextTokens: 400_000, maxOutputTokens: 128_000 } as const
const deepseek = { provider: 'deepseek', nativeCalls: true, jsonMode: 'object', images: false, contextTokens: 128_000 } as const

/**
 * Initial data: the entries come from public pages, were not verified with the providers, and may be incomplete or outdated. The entry with
 * the longest matching prefix is used, so `''` is the default of a provider. Prices are included only if they were read on a page of the
 * provider. A host can pass additional entries to `modelOf`.
 */
export const modelCapabilities: readonly CapabilityEntry[] = [
  { ...claude, prefix: 'claude-' },
  { ...claude5, prefix: 'claude-opus-5', prices: { ...pricesOfClaude(5, 25), cachedInput: 0.5 } },
  { ...claude5, prefix: 'claude-opus-5-5', reasoning: 'always', prices: pricesOfClaude(4, 20) },
  { ...claude5, prefix: 'claude-sonnet-5', prices: pricesOfClaude(2, 10) },
  { ...claude5, prefix: 'claude-haiku-5-5' },
  { ...claude, prefix: 'claude-haiku-4-5', contextTokens: 200_000 },
  { ...claude, provider: 'vertex', prefix: 'claude-' },
  { ...gpt, provider: 'openai', prefix: 'gpt-4o', reasoning: 'none', contextTokens: 128_000 },
  { ...gpt, provider: 'openai', prefix: 'gpt-4.1', reasoning: 'none', contextTokens: 1_047_576 },
  { ...gpt, provider: 'openai-responses', prefix: 'gpt-4o', reasoning: 'none', contextTokens: 128_000 },
  { ...gpt, provider: 'openai-responses', prefix: 'gpt-4.1', reasoning: 'none', contextTokens: 1_047_576 },
  { ...gpt5, provider: 'openai', prefix: 'gpt-5' },
  { ...gpt5, provider: 'openai-responses', prefix: 'gpt-5' },
  { provider: 'google', prefix: 'gemini-', reasoning: 'effort', nativeCalls: true, jsonMode: 'schema', images: true, pdf: true, contextTokens: 1_048_576 },
  { ...deepseek, prefix: 'deepseek-chat', reasoning: 'none' },
  { ...deepseek, prefix: 'deepseek-reasoner', reasoning: 'always' },
  { provider: 'openrouter', prefix: '', reasoning: 'effort' },
  { provider: 'xai', prefix: 'grok-', nativeCalls: true, jsonMode: 'schema' },
  { provider: 'mistral', prefix: '', nativeCalls: true, jsonMode: 'schema' },
  { provider: 'mistral', prefix: 'magistral-', reasoning: 'always', nativeCalls: true },
]

/** Returns the capabilities of a model; empty if nothing is known. Entries of the host take precedence over those of the table, regardless of their prefix. */
export function capabilitiesOf(provider: ProviderName, model: string, more: readonly CapabilityEntry[] = []): ModelCapabilities {
  const entry = longest(more, provider, model) ?? longest(modelCapabilities, provider, model)
  if (!entry) return {}
  const { provider: _, prefix: __, ...capabilities } = entry
  return capabilities
}

function longest(entries: readonly CapabilityEntry[], provider: ProviderName, model: string): CapabilityEntry | undefined {
  const matching = entries.filter((entry) => entry.provider === provider && model.startsWith(entry.prefix))
  return matching.toSorted((a, b) => b.prefix.length - a.prefix.length)[0]
}
