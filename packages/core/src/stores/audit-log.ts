import type { AuditRecord, AuditStore } from '../contracts/approvals.ts'
import type { JsonValue } from '../contracts/json.ts'
import type { Scope } from '../contracts/owner.ts'
import { freezeJson } from '../json/freeze-json.ts'
import { hashJson } from '../json/hash-json.ts'

/** What a store does for its audit log. */
export interface AuditTable {
  /** Resolves to the last record of an owner. */
  last(scope: Scope): Promise<AuditRecord | undefined>
  /** Stores a record. Resolves to false when the owner has a record with this `seq`. */
  insert(scope: Scope, record: AuditRecord): Promise<boolean>
  read: AuditStore['read']
}

/** An audit log over a table: each record contains the hash of the record before it, and of two that are appended at once the later one is hashed anew. */
export function createAuditStore(table: AuditTable, now: () => number): AuditStore {
  return {
    async append(scope, entry) {
      const copy = freezeJson(entry)
      while (true) {
        const last = await table.last(scope)
        const unsigned = { seq: (last?.seq ?? 0) + 1, at: now(), prev: last?.hash ?? '', entry: copy }
        const record: AuditRecord = Object.freeze({ ...unsigned, hash: await hashJson(unsigned as unknown as JsonValue) })
        if (await table.insert(scope, record)) return record
      }
    },
    read: table.read,
  }
}

/** The result of a verification: the number of records and the hash of the last one, or the first record that does not fit and why. */
export type AuditVerification = { ok: true; records: number; head: string } | { ok: false; seq: number; reason: string }

/**
 * Checks the chain of an audit log from its first record. Detects a record that was changed, removed, inserted or moved. Records that were
 * removed from the end are detected by comparing `records` and `head` with what was noted earlier.
 */
export async function verifyAudit(records: Iterable<AuditRecord> | AsyncIterable<AuditRecord>): Promise<AuditVerification> {
  let count = 0
  let head = ''
  for await (const record of records) {
    const reason = await faultOf(record, { seq: count + 1, prev: head })
    if (reason !== undefined) return { ok: false, seq: count + 1, reason }
    count += 1
    head = record.hash
  }
  return { ok: true, records: count, head }
}

async function faultOf(record: AuditRecord, expected: { seq: number; prev: string }): Promise<string | undefined> {
  const { seq, at, prev, hash, entry } = (record ?? {}) as Partial<AuditRecord>
  if (seq !== expected.seq) return `The record has the number ${String(seq)} where ${expected.seq} follows: a record was removed, inserted or moved.`
  if (prev !== expected.prev) return 'The record does not continue the one before it: one of the two was changed or replaced.'
  const computed = await hashJson({ seq, at, prev, entry } as unknown as JsonValue).catch(() => undefined)
  return computed === hash ? undefined : 'The hash of the record does not fit its content: the record was changed.'
}

const pageSize = 500

/** Reads the whole audit log of an owner. */
async function* readAudit(store: AuditStore, scope: Scope): AsyncGenerator<AuditRecord> {
  for (let after = 0; ; ) {
    const page = await store.read(scope, { after, limit: pageSize })
    yield* page
    const last = page.at(-1)
    if (!last || page.length < pageSize) return
    after = last.seq
  }
}

/** The audit log of an owner as JSON Lines, one record a line. `parseAudit` reads it. */
export async function* exportAudit(store: AuditStore, scope: Scope): AsyncGenerator<string> {
  for await (const record of readAudit(store, scope)) yield `${JSON.stringify(record)}\n`
}

/** Reads an exported log. Throws SyntaxError for a line that is not JSON. */
export function parseAudit(text: string): AuditRecord[] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as AuditRecord)
}
