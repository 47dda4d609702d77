import type { ComponentEntry } from '../contracts/component-entry.ts'

/** The properties of a component in a line of the catalogue. */
interface CatalogEntryText {
  readonly name: string
  readonly need: string
  readonly when: string
  readonly interactive: boolean
  readonly propsSchema: unknown
}

/** Returns a line of the form `- need: component(required props) PAUSES - when`. */
export function catalogLine({ name, need, when, interactive, propsSchema }: CatalogEntryText): string {
  const { required = [], properties = {} } = propsSchema as { required?: readonly string[]; properties?: object }
  const keys = Object.keys(properties).filter((key) => required.includes(key))
  return `- ${need}: ${name}(${keys.join(', ')})${interactive ? ' PAUSES' : ''} - ${when}`
}

/** The level of detail for each component in the prompt: its name, its required props as well, or all of its props. */
export type CatalogTier = 'names' | 'required' | 'full'

/** The content of one version of the prompt section. */
export interface CatalogForm {
  tier: CatalogTier
  examples: boolean
  components: readonly ComponentEntry[]
  /** Number of enabled components that are omitted. They can still be found and described. */
  more: number
}

const tiers: readonly CatalogTier[] = ['full', 'required', 'names']

/** Returns a tier, or the default for an unknown value, such as one read from a file. */
export const knownTier = (tier: unknown): CatalogTier => tiers.find((known) => known === tier) ?? 'required'

/** Yields the requested form, followed by successively shorter ones: without examples, with fewer details, with fewer components. */
export function* shorterForms(wanted: CatalogForm): Generator<CatalogForm> {
  yield wanted
  const rest = tiers.slice(tiers.indexOf(wanted.tier))
  for (const tier of wanted.examples ? rest : rest.slice(1)) yield { ...wanted, tier, examples: false }
  const { components } = wanted
  for (let kept = components.length - 1; kept > 0; kept--)
    yield { tier: 'names', examples: false, components: components.slice(0, kept), more: components.length - kept }
}
