import type { CatalogView } from '@pf/core'
import { entries } from '../generated/entries.ts'
import { registryDigest, registryVersion } from '../generated/version.ts'
import type { Policy } from '../policy/policy.ts'
import { listComponents } from './list-components.ts'

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
