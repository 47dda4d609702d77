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

/** Options of `buildCatalogPrompt`. */
export interface CatalogPromptOptions {
  /** Defaults to `required`, which is one line per component with its required props. */
  tier?: CatalogTier
  /** Includes patterns and the complete example of every component. Default false. */
  examples?: boolean
  /** Maximum number of tokens (o200k, estimated conservatively). Entire parts are omitted until the section is short enough. */
  maxTokens?: number
}

/**
 * Builds the section of the system prompt that describes the components: at most 700 tokens for the entire registry without examples. It
 * contains enabled components only, and the same policy always gives the same text. Returns "" if nothing is enabled or the limit is too
 * low.
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

/**
 * Estimates the number of tokens. Tokens of components were counted exactly when the registry was generated, or estimated conservatively.
 * In the rest of the text, a token has at least three characters on average.
 */
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
