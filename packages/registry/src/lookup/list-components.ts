import type { ComponentEntry } from '../contracts/component-entry.ts'
import { entries } from '../generated/entries.ts'
import type { Policy } from '../policy/policy.ts'

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
