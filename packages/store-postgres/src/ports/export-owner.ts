import type { ArtifactMeta, ExportedRecord, PlannerEvent, Scope } from '@pf/core'
import { ownerKey, spendingUnits } from '@pf/core/internal'
import type { Database } from '../database/database.ts'
import type { OwnerTable } from '../database/owner-tables.ts'
import { parse } from './keys.ts'
import { readEventPage } from './postgres-run-store.ts'

interface ExportRow {
  /** Position at which the next page begins. */
  at: string
  data: string
}

interface Exported {
  kind: ExportedRecord['kind']
  /** SQL that reads a page of rows after `$2`, in the order of a key, so that rows which are added or removed meanwhile do not move any other row. */
  sql: string
  /** Key after which the first page begins. Default 0. */
  from?: string
  /** Number of rows that are read at once. Default 100. */
  page?: number
  read?(database: Database, row: ExportRow, scope: Scope): unknown
}

const byNumber = (table: string) => `SELECT n::text AS at, data FROM ${table} WHERE owner = $1 AND n > $2::bigint ORDER BY n LIMIT $3`
const numbers = spendingUnits.join(', ')

/** Export of the rows of each table. Leases and reservations contain no data of their owner, and tasks are exported with their group. */
const exported: Record<OwnerTable, Exported | undefined> = {
  run: {
    kind: 'run',
    sql: `SELECT n::text AS at, '{"run_id":' || run_id || ',"thread_id":' || thread_id || ',"created":' || floor(extract(epoch FROM created) * 1000)::bigint
        || ',"state":' || state || ',"messages":' || messages || '}' AS data, last_seq::float8
      FROM run WHERE owner = $1 AND n > $2::bigint ORDER BY n LIMIT $3`,
    page: 10,
    read: async (database, row, scope) => {
      const { data, last_seq } = row as ExportRow & { last_seq: number }
      const run = parse<{ run_id: string }>(data)
      return { ...run, events: await eventsOf(database, scope, { run_id: run.run_id, last_seq }) }
    },
  },
  interaction: { kind: 'interaction', sql: byNumber('interaction') },
  thread: {
    kind: 'thread',
    sql: `SELECT n::text AS at, '{"thread_id":' || thread_id || ',"title":' || to_json(title)::text || ',"created":' || created || ',"updated":' || updated || '}' AS data
      FROM thread WHERE owner = $1 AND n > $2::bigint ORDER BY n LIMIT $3`,
  },
  thread_entry: {
    kind: 'entry',
    // The key of a long thread id is a hash, so the id is read from the run.
    sql: `SELECT t.n::text AS at, '{"thread_id":' || CASE WHEN t.thread_key LIKE 'sha256:%' THEN coalesce(run.thread_id, 'null') ELSE t.thread_key END
        || ',"entry":' || t.data || '}' AS data
      FROM thread_entry AS t LEFT JOIN run ON run.owner = t.owner AND run.key = t.run_key
      WHERE t.owner = $1 AND t.n > $2::bigint ORDER BY t.n LIMIT $3`,
  },
  draft: { kind: 'draft', sql: 'SELECT key AS at, data FROM draft WHERE owner = $1 AND key > $2 ORDER BY key LIMIT $3', from: '', page: 10 },
  artifact: {
    kind: 'artifact',
    sql: 'SELECT key AS at, data, bytes::float8, sha256, created::float8 FROM artifact WHERE owner = $1 AND key > $2 ORDER BY key LIMIT $3',
    from: '',
    read: (_, row) => {
      const { at: __, data, ...stored } = row as ExportRow & Pick<ArtifactMeta, 'bytes' | 'sha256' | 'created'>
      return { ...parse<object>(data), ...stored }
    },
  },
  approval_grant: { kind: 'grant', sql: byNumber('approval_grant') },
  audit: { kind: 'audit', sql: 'SELECT seq::text AS at, data FROM audit WHERE owner = $1 AND seq > $2::bigint ORDER BY seq LIMIT $3' },
  spending: {
    kind: 'spending',
    sql: `SELECT account AS at, ${numbers} FROM spending WHERE owner = $1 AND account > $2 ORDER BY account LIMIT $3`,
    from: '',
    read: (_, { at, ...amounts }) => ({ account: idOf(at), ...amounts }),
  },
  task_group: {
    kind: 'task_group',
    sql: 'SELECT n::text AS at, key, data FROM task_group WHERE owner = $1 AND n > $2::bigint ORDER BY n LIMIT $3',
    page: 1,
    read: async (database, row, scope) => {
      const { data, key } = row as ExportRow & { key: string }
      const tasks = await database.read<{ data: string }>('SELECT data FROM task WHERE owner = $1 AND group_key = $2 ORDER BY n', [ownerKey(scope), key])
      return { ...parse<object>(data), tasks: tasks.map((task) => parse(task.data)) }
    },
  },
  rate_limit: {
    kind: 'rate_limit',
    sql: `SELECT name AS at, (extract(epoch FROM full_at) * 1000)::float8 AS full_at FROM rate_limit WHERE owner = $1 AND name > $2 ORDER BY name LIMIT $3`,
    from: '',
    read: (_, { at, ...bucket }) => ({ name: idOf(at), ...bucket }),
  },
  task: undefined,
  lease: undefined,
  spending_reservation: undefined,
}

/** Returns the id of a key. Only the hash of a long id is stored. */
const idOf = (key: string) => (key.startsWith('sha256:') ? key : parse<string>(key))

/** Reads all stored data of an owner, one run and one page at a time. */
export async function* exportOwner(database: Database, scope: Scope): AsyncGenerator<ExportedRecord> {
  for (const found of Object.values(exported)) {
    if (!found) continue
    const { kind, sql, from = '0', page = 100, read = (_: Database, { data }: ExportRow) => parse(data) } = found
    for (let after: string | undefined = from; after !== undefined; ) {
      const rows: ExportRow[] = await database.read<ExportRow & Record<string, unknown>>(sql, [ownerKey(scope), after, page])
      for (const row of rows) yield { kind, data: await read(database, row, scope) }
      after = rows.at(-1)?.at
    }
  }
}

/** Returns the events of a run, up to the last one that it had when its row was read. */
async function eventsOf(database: Database, scope: Scope, { run_id, last_seq }: { run_id: string; last_seq: number }): Promise<PlannerEvent[]> {
  const events: PlannerEvent[] = []
  while (events.length < last_seq) {
    const page = await readEventPage(database, scope, { run_id, after: events.length })
    // The run has been removed in the meantime.
    if (page.events.length === 0) break
    events.push(...page.events)
  }
  return events
}
