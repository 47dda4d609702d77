import type { CatalogView } from '@pf/core'
import type { ComponentEntry } from '../contracts/component-entry.ts'
import { componentFlags } from '../generated/component-flags.ts'
import { entries } from '../generated/entries.ts'
import { registryDigest, registryVersion } from '../generated/version.ts'
import type { Policy } from '../policy/policy.ts'

/** Returns the height in pixels that a skeleton reserves for a component; undefined for an unknown one. Unlike getComponent, it does not load the schemas. */
export const componentHeight = (name: string, policy?: Policy): number | undefined => (policy?.registry?.flags ?? componentFlags).get(name)?.height

/**
 * Returns components in catalogue order: all of them or those that a policy enables, optionally limited to a category and to interactive or
 * passive components.
 */
export function listComponents(policy?: Policy, filter: { category?: string; interactive?: boolean } = {}): ComponentEntry[] {
  return (policy?.registry?.entries ?? entries).filter(
    (entry) =>
      (policy?.allows(entry.name) ?? true) &&
      (filter.category === undefined || entry.category === filter.category) &&
      (filter.interactive === undefined || entry.interactive === filter.interactive),
  )
}

/** Returns the component with this name; undefined if there is none. With a policy, searches its registry, including components that are not enabled. */
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
