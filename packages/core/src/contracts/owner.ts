import { PfError } from '../errors/pf-error.ts'

/** Whose data it is; every port and every route asks for one first. */
export interface Owner {
  id: string
  tenant?: string
  /** What the owner may answer for others of the tenant, such as `finance`. From the host's `authenticate`; never stored with runs. */
  roles?: readonly string[]
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
  const { id, tenant, roles, ...others }: { id?: unknown; tenant?: unknown; roles?: unknown } = given ?? {}
  if (!isName(id) || id === '') throw new PfError('invalid_config', `${from} has no id: it must be a text that is not empty.`)
  if (roles !== undefined && !(Array.isArray(roles) && roles.every(isName))) throw new PfError('invalid_config', `${from} has roles that are no list of texts.`)
  const rest = { ...others, ...(roles === undefined ? {} : { roles: [...roles] as string[] }) }
  if (tenant === undefined || tenant === null) return { ...rest, id }
  if (!isName(tenant)) throw new PfError('invalid_config', `${from} has a tenant that is no text.`)
  return { ...rest, id, tenant }
}

/** Halves of a pair are one and the same once they are written down. */
const isName = (value: unknown): value is string => typeof value === 'string' && value.isWellFormed()
