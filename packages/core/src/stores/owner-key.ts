import type { Owner, Scope } from '../contracts/owner.ts'

/** A key that identifies an owner. Tenant and id are told apart, so `a` of tenant `b` is never `b` of tenant `a`. */
export const ownerKey = ({ owner }: Scope): string => JSON.stringify([owner.id, owner.tenant ?? null])

/** The owner of a key that `ownerKey` made. */
export function ownerOfKey(key: string): Owner {
  const [id, tenant] = JSON.parse(key) as [string, string | null]
  return tenant === null ? { id } : { id, tenant }
}
