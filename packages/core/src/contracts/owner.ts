import { PfError } from '../errors/pf-error.ts'

/** Whose data it is; every port and every route asks for one first. */
export interface Owner {
  id: string
  tenant?: string
}

/** First parameter of every port. */
export interface Scope {
  owner: Owner
}

/**
 * What a host gave as an owner, as a plain copy with a text as `id`. `from` says in the error where it came from. Throws PfError
 * `invalid_config` for what names nobody in particular: all users without an id would be one user.
 */
export function readOwner(given: unknown, from: string): Owner {
  // Read by name too: an owner may be an instance whose class has getters.
  const { id, tenant, ...rest }: { id?: unknown; tenant?: unknown } = given ?? {}
  if (!isName(id) || id === '') throw new PfError('invalid_config', `${from} has no id: it must be a text that is not empty.`)
  if (tenant === undefined || tenant === null) return { ...rest, id }
  if (!isName(tenant)) throw new PfError('invalid_config', `${from} has a tenant that is no text.`)
  return { ...rest, id, tenant }
}

/** Halves of a pair are one and the same once they are written down. */
const isName = (value: unknown): value is string => typeof value === 'string' && value.isWellFormed()
