import { catalogLines } from '../generated/catalog-lines.ts'
import { categories } from '../generated/registry.ts'
import { registryDigest, registryVersion } from '../generated/version.ts'
import { listComponents } from '../lookup/list-components.ts'
import type { Policy } from '../policy/policy.ts'
import { renderCatalog } from './render-catalog.ts'

/**
 * The section of the system prompt that teaches a model its components: at most 700 tokens for the whole registry without
 * examples. Only enabled components appear; the same policy gives the same bytes. Empty when nothing is enabled.
 */
export function buildCatalogPrompt(policy: Policy, options: { examples?: boolean } = {}): string {
  return renderCatalog({
    version: registryVersion,
    digest: registryDigest,
    categories,
    components: listComponents(policy),
    lines: catalogLines,
    examples: options.examples ?? false,
  })
}
