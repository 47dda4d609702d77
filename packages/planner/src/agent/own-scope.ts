import type { Scope } from '@pf/core'

/** A frozen copy: neither a tool nor the host that keeps its object can move a run to another owner. */
export function ownScope({ owner }: Scope): Scope {
  // Read by name too: an owner may be an instance whose class has getters.
  const { id, tenant } = owner
  return Object.freeze({ owner: Object.freeze({ ...owner, id, ...(tenant === undefined ? {} : { tenant }) }) })
}
