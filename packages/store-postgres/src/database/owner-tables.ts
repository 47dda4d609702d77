/**
 * Every table whose rows belong to owners. Export, removal and retention use this list, and a test compares it with the schema. Events
 * belong to a run, and chunks and blobs to an artifact. The list is in the order in which the data of an owner is removed: without leases,
 * no further run begins.
 */
export const ownerTables = [
  'lease',
  'run',
  'artifact',
  'task_group',
  'task',
  'interaction',
  'thread',
  'thread_entry',
  'draft',
  'approval_grant',
  'audit',
  'spending',
  'spending_reservation',
  'rate_limit',
] as const

/** The name of such a table. */
export type OwnerTable = (typeof ownerTables)[number]
