import { PfError } from '../errors/pf-error.ts'

/** The user, and optionally the tenant, to whom data belong. Every port and every route requires an owner. */
export interface Owner {
  id: string
  tenant?: string
  /**
   * Roles of the owner within the tenant, such as `finance`, which allow answering the approval questions of others. Set by the host's
   * `authenticate`; never stored with runs.
   */
  roles?: readonly string[]
}

/** The first parameter of every port. */
export interface Scope {
  owner: Owner
}

/**
 * Validates an owner given by the host and returns it as a plain copy. `from` names the source of the owner in the error. Throws PfError
 * `invalid_config` for a value that does not identify a user: without an id, all users would be the same user.
 */
export function readOwner(given: unknown, from: string): Owner {
  // The properties are also read by name, because the owner may be an instance of a class with getters.
  const { id, tenant, roles, ...others }: { id?: unknown; tenant?: unknown; roles?: unknown } = given ?? {}
  if (!isName(id) || id === '') throw new PfError('invalid_config', `${from} has no id: it must be a non-empty string.`)
  if (roles !== undefined && !(Array.isArray(roles) && roles.every(isName)))
    throw new PfError('invalid_config', `${from} has roles that are not an array of strings.`)
  const rest = { ...others, ...(roles === undefined ? {} : { roles: [...roles] as string[] }) }
  if (tenant === undefined || tenant === null) return { ...rest, id }
  if (!isName(tenant)) throw new PfError('invalid_config', `${from} has a tenant that is not a string.`)
  return { ...rest, id, tenant }
}

/** Lone surrogates are excluded, because encoders replace all of them by U+FFFD, so different names could become equal. */
const isName = (value: unknown): value is string => typeof value === 'string' && value.isWellFormed()
