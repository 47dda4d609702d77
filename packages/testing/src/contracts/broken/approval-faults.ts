import type { AuditStore, GrantStore, InteractionStore, StorePorts } from '@pf/core'
import { type Faults, nobody, scoped, withoutTenant } from './faults.ts'

const grants =
  (change: (grants: GrantStore) => GrantStore): Faults[string] =>
  (ports) =>
    ports.grants ? { grants: change(ports.grants) } : {}

const audit =
  (change: (audit: AuditStore) => AuditStore): Faults[string] =>
  (ports) =>
    ports.audit ? { audit: change(ports.audit) } : {}

const waiting =
  (change: (wait: NonNullable<InteractionStore['waiting']>, ports: StorePorts) => InteractionStore['waiting']): Faults[string] =>
  (ports) => {
    const changed = ports.pending.waiting && change(ports.pending.waiting, ports)
    return { pending: { ...ports.pending, ...(changed ? { waiting: changed } : {}) } }
  }

/** Faults of grants, audit logs and lists of waiting questions. */
export const approvalFaults: Faults = {
  'a grant cannot be deleted': grants((store) => ({ ...store, delete: async () => true })),
  'a deletion is always reported as done': grants((store) => ({ ...store, delete: async (...args) => (await store.delete(...args)) || true })),
  'the newest grant comes first': grants((store) => ({ ...store, list: async (scope) => (await store.list(scope)).reverse() })),
  'owners of grants are not looked at': grants((store) => scoped(store, () => nobody)),
  'tenants of grants are not looked at': grants((store) => scoped(store, withoutTenant)),
  'owners of audit logs are not looked at': audit((store) => scoped(store, () => nobody)),
  'tenants of audit logs are not looked at': audit((store) => scoped(store, withoutTenant)),
  'the limit of a page is not looked at': audit((store) => ({ ...store, read: (scope, page) => store.read(scope, { ...page, limit: 1_000 }) })),
  'a page begins at its first number': audit((store) => ({
    ...store,
    read: (scope, page) => store.read(scope, { ...page, after: Math.max(0, page.after - 1) }),
  })),
  'texts of entries are trimmed': audit((store) => ({
    ...store,
    append: (scope, entry) => store.append(scope, entry.type === 'seen' ? { ...entry, interaction_id: entry.interaction_id.trim() } : entry),
  })),
  'counts in entries are lost': audit((store) => ({
    ...store,
    append: (scope, entry) => store.append(scope, entry.type === 'data_masked' ? { ...entry, counts: {} } : entry),
  })),
  'the limit of waiting questions is not looked at': waiting((wait) => (scope) => wait(scope, 1_000)),
  'roles are not looked at': waiting(
    (wait) =>
      ({ owner: { roles: _, ...owner } }, limit) =>
        wait({ owner }, limit),
  ),
  'the newest question comes first': waiting((wait) => async (scope, limit) => (await wait(scope, limit)).reverse()),
}
