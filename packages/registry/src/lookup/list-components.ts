import type { CatalogView } from '@pf/core'
import type { ComponentEntry } from '../contracts/component-entry.ts'
import { componentFlags } from '../generated/component-flags.ts'
import { entries } from '../generated/entries.ts'
import { registryDigest, registryVersion } from '../generated/version.ts'
import type { Policy } from '../policy/policy.ts'

/** Pixels a skeleton keeps free for a component; undefined for an unknown one. Brings no schemas along, unlike getComponent. */
export const componentHeight = (name: string, policy?: Policy): number | undefined => (policy?.registry?.flags ?? componentFlags).get(name)?.height

/** Components in catalogue order: all, or those a policy enables; narrowed to a category, to interactive or to passive ones. */
export function listComponents(policy?: Policy, filter: { category?: string; interactive?: boolean } = {}): ComponentEntry[] {
  return (policy?.registry?.entries ?? entries).filter(
    (entry) =>
      (policy?.allows(entry.name) ?? true) &&
      (filter.category === undefined || entry.category === filter.category) &&
      (filter.interactive === undefined || entry.interactive === filter.interactive),
  )
}

/** The component of this name; undefined when there is none. With a policy, among those of its registry, enabled or not. */
export function getComponent(name: string, policy?: Policy): ComponentEntry | undefined {
  return (policy?.registry?.entries ?? entries).find((entry) => entry.name === name)
}

/** The response of GET /ui/components. Without a policy, components are off and only the version is returned. */
export function catalogView(policy: Policy | undefined): CatalogView {
  const enabled = policy ? listComponents(policy) : []
  const registry = policy?.registry
  return {
    enabled: policy !== undefined,
    registry_version: registry?.version ?? registryVersion,
    digest: registry?.digest ?? registryDigest,
    allowlist: [...(policy?.allowlist ?? [])],
    counts: { total: (registry?.entries ?? entries).length, enabled: enabled.length },
    components: enabled.map(({ name, description, category, interactive, tags, propsSchema, example }) => ({
      name,
      description,
      category,
      interactive,
      tags: [...tags],
      props_schema: propsSchema,
      example: { description: example.description, props: example.props },
    })),
  }
}
