import type { Owner, Scope } from '../contracts/owner.ts'

/** Returns a key that identifies an owner. Tenant and id are encoded separately, so `a` of tenant `b` differs from `b` of tenant `a`. */
export const ownerKey = ({ owner }: Scope): string => JSON.stringify([owner.id, owner.tenant ?? null])

/** Returns the owner for a key created by `ownerKey`. */
export function ownerOfKey(key: string): Owner {
  const [id, tenant] = JSON.parse(key) as [string, string | null]
  return tenant === null ? { id } : { id, tenant }
}
