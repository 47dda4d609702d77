import type { Owner, Scope } from '../contracts/owner.ts'
import type { InteractionRecord } from '../contracts/ports.ts'
import type { TaskGroup } from '../contracts/tasks.ts'

/** Returns a key for a role within a tenant. */
export const roleKey = (tenant: string | undefined, role: string): string => JSON.stringify([tenant ?? null, role])

/** Returns the keys of all roles of an owner. */
export const roleKeysOf = ({ owner }: Scope): string[] => (owner.roles ?? []).map((role) => roleKey(owner.tenant, role))

/** True if a user may approve the results of a group: its owner, or a user of the tenant with the role that the group requires. */
export function mayApprove(by: Owner, { owner, group }: { owner: Owner; group: Pick<TaskGroup, 'approval_role'> }): boolean {
  return mayAct(by, owner, group.approval_role)
}

function mayAct(by: Owner, owner: Owner, role: string | undefined): boolean {
  if (by.tenant !== owner.tenant) return false
  return role === undefined ? by.id === owner.id : (by.roles ?? []).includes(role)
}

/** True if a user may answer a question: its owner, or a user of the tenant with the role that the question requires. */
export function mayAnswer(by: Owner, { owner, record }: { owner: Owner; record: Pick<InteractionRecord, 'approval'> }): boolean {
  return mayAct(by, owner, record.approval?.role)
}
