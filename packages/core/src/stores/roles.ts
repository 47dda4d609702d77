import type { Owner, Scope } from '../contracts/owner.ts'
import type { InteractionRecord } from '../contracts/ports.ts'

/** A key for the people of a tenant who have a role. */
export const roleKey = (tenant: string | undefined, role: string): string => JSON.stringify([tenant ?? null, role])

/** The keys of all roles that an owner has. */
export const roleKeysOf = ({ owner }: Scope): string[] => (owner.roles ?? []).map((role) => roleKey(owner.tenant, role))

/** Whether somebody may answer a question: its owner, or somebody of the tenant with the role that the question names. */
export function mayAnswer(by: Owner, { owner, record }: { owner: Owner; record: Pick<InteractionRecord, 'approval'> }): boolean {
  if (by.tenant !== owner.tenant) return false
  const role = record.approval?.role
  return role === undefined ? by.id === owner.id : (by.roles ?? []).includes(role)
}
