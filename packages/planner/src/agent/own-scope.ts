import { PfError, type Scope } from '@pf/core'

/**
 * A frozen copy: neither a tool nor the host that keeps its object can move a run to another owner. Throws PfError `invalid_config` for an
 * owner without an id: all users without one would be one user.
 */
export function ownScope({ owner }: Scope): Scope {
  // Read by name too: an owner may be an instance whose class has getters.
  const { id, tenant, ...rest }: { id: unknown; tenant?: unknown } = owner ?? { id: undefined }
  if (typeof id !== 'string' || id === '') throw new PfError('invalid_config', 'scope.owner.id must be a text that is not empty.')
  if (tenant === undefined || tenant === null) return Object.freeze({ owner: Object.freeze({ ...rest, id }) })
  if (typeof tenant !== 'string') throw new PfError('invalid_config', 'scope.owner.tenant must be a text where it is given.')
  return Object.freeze({ owner: Object.freeze({ ...rest, id, tenant }) })
}
