import type { DraftRecord, DraftStore, InteractionRecord, InteractionStore } from '@pf/core'
import { closeInteraction, freezeJson, interactionAt, ownerKey, ownerOfKey, roleKeysOf } from '@pf/core/internal'
import type { Database } from '../database/database.ts'
import { parse, toKey } from './keys.ts'
import { holdFences } from './postgres-leases.ts'

interface InteractionRow {
  data: string
  /** Milliseconds since the deadline, by the clock of the database; negative before it, null without a deadline. */
  late: number | null
}

const interactionSql = 'SELECT data, (extract(epoch FROM clock_timestamp() - deadline) * 1000)::float8 AS late FROM interaction'

/** Returns a stored record, and the current time by the clock of the node that asked the question. */
function readRow({ data, late }: InteractionRow): { record: InteractionRecord; now: number } {
  const record = parse<InteractionRecord>(data)
  return { record, now: (record.deadline ?? 0) + (late ?? 0) }
}

function toRecord(row: InteractionRow): InteractionRecord {
  const { record, now } = readRow(row)
  return interactionAt(record, now)
}

/**
 * Creates a store of questions in PostgreSQL. A question expires when its time has passed by the clock of the database, regardless of the
 * clock of the node that asked it.
 */
export function createPostgresInteractionStore(database: Database): InteractionStore {
  const find = async (owner: string, key: string) => (await database.read<InteractionRow>(`${interactionSql} WHERE owner = $1 AND key = $2`, [owner, key]))[0]
  return {
    async get(scope, id) {
      const row = await find(ownerKey(scope), toKey(id))
      return row && toRecord(row)
    },
    async list(scope, thread_id) {
      const sql = `${interactionSql} WHERE owner = $1 AND thread_key = $2 ORDER BY n`
      return (await database.read<InteractionRow>(sql, [ownerKey(scope), toKey(thread_id)])).map(toRecord)
    },
    async waiting(scope, limit) {
      const rows = await database.read<{ owner: string; data: string }>(
        `SELECT owner, data FROM interaction
         WHERE state = 'open' AND (deadline IS NULL OR deadline > clock_timestamp()) AND (owner = $1 OR role = ANY($2)) ORDER BY n LIMIT $3`,
        [ownerKey(scope), roleKeysOf(scope), limit],
      )
      return rows.map(({ owner, data }) => ({ owner: ownerOfKey(owner), record: parse<InteractionRecord>(data) }))
    },
    async answer(scope, id, hash, value) {
      const owner = ownerKey(scope)
      const key = toKey(id)
      // Another answer may be stored between the read and the write; the second iteration then finds it.
      while (true) {
        const row = await find(owner, key)
        if (!row) return { status: 'unknown' }
        const { record: stored, now } = readRow(row)
        const outcome = closeInteraction(stored, { hash, value, now })
        if (outcome.status !== 'accepted') return outcome
        const { record } = outcome
        const written = await database.rows("UPDATE interaction SET state = $3, data = $4 WHERE owner = $1 AND key = $2 AND state = 'open' RETURNING 1", [
          owner,
          key,
          record.state,
          JSON.stringify(record),
        ])
        if (written.length > 0) return outcome
      }
    },
  }
}

/** Creates a store of drafts in PostgreSQL. */
export function createPostgresDrafts(database: Database): DraftStore {
  return {
    async load(scope, draft_id) {
      const [row] = await database.read<{ data: string }>('SELECT data FROM draft WHERE owner = $1 AND key = $2', [ownerKey(scope), toKey(draft_id)])
      return row && parse<DraftRecord>(row.data)
    },
    async save(scope, draft, expect_version, lease) {
      const copy = freezeJson(draft)
      const values = [ownerKey(scope), toKey(copy.draft_id), copy.version, JSON.stringify(copy)]
      return database.transaction(async (queries) => {
        if (lease && !(await holdFences(queries, ownerKey(scope), [lease]))) return false
        const insert = 'INSERT INTO draft (owner, key, version, data) VALUES ($1, $2, $3, $4) ON CONFLICT (owner, key) DO'
        const update = 'UPDATE SET version = excluded.version, data = excluded.data, changed = clock_timestamp() WHERE draft.version = $5 RETURNING 1'
        // A new draft has version 0. One that is stored with that version may be written again.
        const sql = expect_version === 0 ? `${insert} ${update}` : `${updateSql} RETURNING 1`
        return (await queries.rows(sql, [...values, expect_version])).length > 0
      })
    },
  }
}

const updateSql = 'UPDATE draft SET version = $3, data = $4, changed = clock_timestamp() WHERE owner = $1 AND key = $2 AND version = $5'
