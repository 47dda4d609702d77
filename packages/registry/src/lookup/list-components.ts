import { entries } from '../generated/registry.ts'
import type { Policy } from '../policy/policy.ts'
import type { ComponentEntry } from './component-entry.ts'

/** Components in catalogue order: all, or those a policy enables; narrowed to a category, to interactive or to passive ones. */
export function listComponents(policy?: Policy, filter: { category?: string; interactive?: boolean } = {}): ComponentEntry[] {
  return entries.filter(
    (entry) =>
      (policy?.allows(entry.name) ?? true) &&
      (filter.category === undefined || entry.category === filter.category) &&
      (filter.interactive === undefined || entry.interactive === filter.interactive),
  )
}

/** The component of this name; undefined when there is none. */
export function getComponent(name: string): ComponentEntry | undefined {
  return entries.find((entry) => entry.name === name)
}
