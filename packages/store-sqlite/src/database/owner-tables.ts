/**
 * Every table whose rows belong to owners, with the column that identifies the rows of one owner. Export, removal and retention use this
 * list, and a test compares it with the schema. Events belong to a run, and chunks and blobs to an artifact.
 */
export const ownerTables = {
  run: 'n',
  artifact: 'artifact_id',
  task_group: 'n',
  task: 'n',
  interaction: 'n',
  thread: 'n',
  thread_entry: 'n',
  draft: 'draft_id',
  approval_grant: 'n',
  audit: 'seq',
  spending: 'account',
  rate_limit: 'name',
} as const

/** The name of such a table. */
export type OwnerTable = keyof typeof ownerTables
