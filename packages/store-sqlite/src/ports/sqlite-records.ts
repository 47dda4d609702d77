import type { DraftRecord, DraftStore, InteractionRecord, InteractionStore } from '@pf/core'
import { closeInteraction, freezeJson, interactionAt, type LeaseTable, ownerKey, ownerOfKey, roleKeysOf } from '@pf/core/internal'
import type { Database } from '../client/database.ts'
import { parse, toKey, toText } from './keys.ts'

/** Creates a store of questions in SQLite. An open question whose deadline has passed is expired for every reader, also after a restart. */
export function createSqliteInteractionStore(database: Database, now: () => number): InteractionStore {
  const read = (text: string) => interactionAt(parse<InteractionRecord>(text), now())
  return {
    async get(scope, id) {
      const text = await database.call('getInteraction', ownerKey(scope), toKey(id))
      return text === undefined ? undefined : read(text)
    },
    async list(scope, thread_id) {
      return (await database.call('listInteractions', ownerKey(scope), toKey(thread_id))).map(read)
    },
    async waiting(scope, limit) {
      const rows = await database.call('waitingInteractions', ownerKey(scope), { roles: roleKeysOf(scope), now: now(), limit })
      return rows.map(({ owner, data }) => ({ owner: ownerOfKey(owner), record: parse<InteractionRecord>(data) }))
    },
    async answer(scope, id, hash, value) {
      const owner = ownerKey(scope)
      const key = toKey(id)
      // A second answer may be stored between the read and the write; the second iteration then finds it.
      while (true) {
        const text = await database.call('getInteraction', owner, key)
        if (text === undefined) return { status: 'unknown' }
        const outcome = closeInteraction(parse<InteractionRecord>(text), { hash, value, now: now() })
        if (outcome.status !== 'accepted') return outcome
        const { record } = outcome
        if (await database.call('closeInteraction', owner, { id: key, state: record.state, data: toText(record) })) return outcome
      }
    },
  }
}

/** Creates a store of drafts in SQLite. */
export function createSqliteDrafts(database: Database, { leases, now }: { leases: LeaseTable; now: () => number }): DraftStore {
  return {
    async load(scope, draft_id) {
      const text = await database.call('loadDraft', ownerKey(scope), toKey(draft_id))
      return text === undefined ? undefined : parse<DraftRecord>(text)
    },
    async save(scope, draft, expect_version, lease) {
      const copy = freezeJson(draft)
      if (lease && !leases.holds(scope, lease)) return false
      const row = { draft_id: toKey(copy.draft_id), version: copy.version, data: toText(copy), now: now() }
      return database.call('saveDraft', ownerKey(scope), row, expect_version)
    },
  }
}
