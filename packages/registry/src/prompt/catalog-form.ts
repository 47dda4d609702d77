import type { ComponentEntry } from '../contracts/component-entry.ts'

/** What a line of the catalogue says of a component. */
interface CatalogEntryText {
  readonly name: string
  readonly need: string
  readonly when: string
  readonly interactive: boolean
  readonly propsSchema: unknown
}

/** `- need: component(required props) PAUSES - when` */
export function catalogLine({ name, need, when, interactive, propsSchema }: CatalogEntryText): string {
  const { required = [], properties = {} } = propsSchema as { required?: readonly string[]; properties?: object }
  const keys = Object.keys(properties).filter((key) => required.includes(key))
  return `- ${need}: ${name}(${keys.join(', ')})${interactive ? ' PAUSES' : ''} - ${when}`
}

/** How much the prompt says of each component: its name, its required props too, or all of its props. */
export type CatalogTier = 'names' | 'required' | 'full'

/** What goes into one version of the prompt section. */
export interface CatalogForm {
  tier: CatalogTier
  examples: boolean
  components: readonly ComponentEntry[]
  /** Enabled components that are left out; they can still be found and described. */
  more: number
}

const tiers: readonly CatalogTier[] = ['full', 'required', 'names']

/** A tier read from a file may be no tier; then it is the default. */
export const knownTier = (tier: unknown): CatalogTier => tiers.find((known) => known === tier) ?? 'required'

/** The wanted form, then ever shorter ones: without examples, with less about each component, with fewer components. */
export function* shorterForms(wanted: CatalogForm): Generator<CatalogForm> {
  yield wanted
  const rest = tiers.slice(tiers.indexOf(wanted.tier))
  for (const tier of wanted.examples ? rest : rest.slice(1)) yield { ...wanted, tier, examples: false }
  const { components } = wanted
  for (let kept = components.length - 1; kept > 0; kept--)
    yield { tier: 'names', examples: false, components: components.slice(0, kept), more: components.length - kept }
}
