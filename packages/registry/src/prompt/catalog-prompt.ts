import { catalogLines } from '../generated/catalog-lines.ts'
import { categories } from '../generated/entries.ts'
import { signatures } from '../generated/signatures.ts'
import { tokenCounts } from '../generated/tokens.ts'
import { registryDigest, registryVersion } from '../generated/version.ts'
import { listComponents } from '../lookup/list-components.ts'
import type { Policy } from '../policy/policy.ts'
import { type CatalogForm, type CatalogTier, knownTier, shorterForms } from './catalog-form.ts'
import { estimateMaxTokens } from './estimate-tokens.ts'
import { renderCatalog } from './render-catalog.ts'

/** What the prompt section shall hold. */
export interface CatalogPromptOptions {
  /** Default required: one line a component with its required props. */
  tier?: CatalogTier
  /** Patterns and the example of every component, always whole. Default false. */
  examples?: boolean
  /** Most tokens (o200k, counted generously) it may cost; it gets shorter by whole parts until it does. */
  maxTokens?: number
}

/**
 * The section of the system prompt that teaches a model its components: at most 700 tokens for the whole registry without
 * examples. Only enabled components appear; the same policy gives the same bytes. Empty when nothing is enabled or nothing fits.
 */
export function buildCatalogPrompt(policy: Policy, options: CatalogPromptOptions = {}): string {
  const { examples = false, maxTokens = Number.POSITIVE_INFINITY } = options
  const tier = knownTier(options.tier)
  const source = sourceOf(policy)
  for (const form of shorterForms({ tier, examples, components: listComponents(policy), more: 0 })) {
    const text = renderCatalog({ ...form, ...source })
    if (tokensOf(text, form, source) <= maxTokens) return text
  }
  return ''
}

const sourceOf = ({ registry }: Policy) => ({
  version: registryVersion,
  digest: registryDigest,
  categories,
  lines: catalogLines,
  signatures,
  tokens: tokenCounts,
  ...registry,
})

/** What belongs to components is counted exactly when the registry is generated, or generously; of the rest no token is shorter than three characters on average. */
function tokensOf(text: string, { tier, examples, components }: CatalogForm, { lines, signatures, tokens }: ReturnType<typeof sourceOf>): number {
  const part = tier === 'full' ? 'signature' : 'line'
  let counted = 0
  let chars = 0
  for (const { name, example } of components) {
    const counts = tokens.get(name)
    counted += (counts?.[part] ?? 0) + (examples ? (counts?.example ?? 0) + estimateMaxTokens(example.description) : 0)
    chars += (tier === 'full' ? signatures : lines).get(name)?.length ?? 0
    if (examples) chars += JSON.stringify({ component: name, props: example.props }).length + example.description.length
  }
  return counted + Math.max(0, Math.ceil((text.length - chars) / 3))
}
