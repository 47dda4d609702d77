import { type Owner, PfError } from '@pf/core'

/**
 * What `authenticate` gave, as an owner; undefined for nobody. Throws PfError `invalid_config` for what names nobody in particular: two users
 * without an id would be one.
 */
export function readOwner(given: Owner | null | undefined | false): Owner | undefined {
  if (!given) return undefined
  // Read by name too: an owner may be an instance whose class has getters.
  const { id, tenant, ...rest }: { id: unknown; tenant?: unknown } = given
  if (!isName(id) || id === '') throw new PfError('invalid_config', 'authenticate gave an owner without an id: it must be a text that is not empty.')
  if (tenant === undefined || tenant === null) return { ...rest, id }
  if (!isName(tenant)) throw new PfError('invalid_config', 'authenticate gave an owner whose tenant is no text.')
  return { ...rest, id, tenant }
}

/** Halves of a pair are one and the same once they are written down. */
const isName = (value: unknown): value is string => typeof value === 'string' && value.isWellFormed()
