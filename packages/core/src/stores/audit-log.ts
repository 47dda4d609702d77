import type { AuditRecord, AuditStore } from '../contracts/approvals.ts'
import type { JsonValue } from '../contracts/json.ts'
import type { Scope } from '../contracts/owner.ts'
import { freezeJson } from '../json/freeze-json.ts'
import { hashJson } from '../json/hash-json.ts'

/** The operations that an audit log requires of its store. */
export interface AuditTable {
  /** Resolves to the last record of an owner. */
  last(scope: Scope): Promise<AuditRecord | undefined>
  /** Stores a record. Resolves to false if the owner already has a record with this `seq`. */
  insert(scope: Scope, record: AuditRecord): Promise<boolean>
  read: AuditStore['read']
}

/**
 * Creates an audit log on top of a table. Each record contains the hash of the previous one. If two records are appended at the same time,
 * the later one is hashed again.
 */
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

/** The result of a verification: the number of records and the hash of the last one, or the first faulty record and the reason. */
export type AuditVerification = { ok: true; records: number; head: string } | { ok: false; seq: number; reason: string }

/**
 * Verifies the chain of an audit log from its first record. Detects records that were changed, removed, inserted or moved. The removal of
 * records at the end is detected by comparing `records` and `head` with values noted earlier.
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

/** Yields the audit log of an owner as JSON Lines, with one record per line. `parseAudit` reads it. */
export async function* exportAudit(store: AuditStore, scope: Scope): AsyncGenerator<string> {
  for await (const record of readAudit(store, scope)) yield `${JSON.stringify(record)}\n`
}

/** Parses an exported log. Throws SyntaxError for a line that is not JSON. */
export function parseAudit(text: string): AuditRecord[] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as AuditRecord)
}
