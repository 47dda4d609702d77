import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ExportedRecord, PrunePolicy, Scope } from '@pf/core'
import { type InspectedStore, operationsContract } from '@pf/testing/contracts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createSqliteStore, type SqliteStore } from './create-sqlite-store.ts'
import { exportedTables } from './database/export-operations.ts'
import { countRows } from './test-support/count-rows.ts'

let folder = ''
let store: SqliteStore
let whole: InspectedStore
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pf-broken-'))
  store = await createSqliteStore({ file: join(folder, 'pf.sqlite') })
  const { close: _, ...ports } = store
  whole = { ...ports, countRows: (scope) => countRows(store, { scope, copy: join(folder, `${randomUUID()}.sqlite`) }) }
})
afterEach(async () => {
  await store.close()
  rmSync(folder, { recursive: true })
})

type Fault = () => Partial<InspectedStore>

/** Creates a deletion after which some data of a kind still exists. */
const deletionThatKeeps =
  (store: (scope: Scope) => Promise<unknown>): Fault =>
  () => ({
    deleteOwner: async (scope) => {
      await whole.deleteOwner(scope)
      await store(scope)
    },
  })

const pruneWith =
  (change: (policy: PrunePolicy) => PrunePolicy): Fault =>
  () => ({ prune: (policy) => whole.prune(change(policy)) })

async function* without(records: AsyncIterable<ExportedRecord>, kind: ExportedRecord['kind']): AsyncGenerator<ExportedRecord> {
  for await (const record of records) if (record.kind !== kind) yield record
}

async function* ofTenants({ owner }: Scope): AsyncGenerator<ExportedRecord> {
  yield* whole.exportOwner({ owner })
  if (owner.tenant === undefined) yield* whole.exportOwner({ owner: { ...owner, tenant: 'other' } })
}

const line = { id: 'line', role: 'user' as const, run_id: 'run', text: 'hello', ts: 1 }
const draft = {
  draft_id: 'd',
  state: 'draft' as const,
  version: 1,
  artifact_draft_text: '',
  user_text: '',
  artifact_final_text: null,
  versions: [],
  run_id: 'r',
}
const task = { task_id: 'task', name: 'Task', run_id: 'run', mode: 'job', merge_strategy: 'APPEND', payload: null } as const
const group = { name: 'Group', thread_id: 't', agent: 'a', alone: true, sealed: true, report: 'none', merge_strategy: 'APPEND' } as const

const faults: Record<string, Fault> = {
  ...Object.fromEntries(
    exportedTables.map(({ kind }) => [`an export without ${kind}`, () => ({ exportOwner: (scope: Scope) => without(whole.exportOwner(scope), kind) })]),
  ),
  'an export over all tenants': () => ({ exportOwner: ofTenants }),
  'a deletion that does nothing': () => ({ deleteOwner: async () => {} }),
  'a deletion over all tenants': () => ({
    deleteOwner: async ({ owner }) => {
      await whole.deleteOwner({ owner })
      await whole.deleteOwner({ owner: { ...owner, tenant: 'other' } })
    },
  }),
  'a deletion that keeps the conversation': deletionThatKeeps((scope) => whole.threads.append(scope, 'thread', [line])),
  'a deletion that keeps a draft': deletionThatKeeps((scope) => whole.drafts?.save(scope, draft, 0) ?? Promise.resolve()),
  'a deletion that keeps an artifact': deletionThatKeeps((scope) =>
    whole.artifacts.put(scope, new Uint8Array(1), { media_type: 'text/plain', source_tool: 't', run_id: 'r' }),
  ),
  'a deletion that keeps a grant': deletionThatKeeps(
    (scope) => whole.grants?.put(scope, { grant_id: 'g', rule: 'r', tool: 't', interaction_id: 'i', created: 1 }) ?? Promise.resolve(),
  ),
  'a deletion that keeps the audit log': deletionThatKeeps(
    (scope) => whole.audit?.append(scope, { type: 'seen', interaction_id: 'i', by: 'b' }) ?? Promise.resolve(),
  ),
  'a deletion that keeps a rate limit': deletionThatKeeps((scope) => whole.rateLimits?.take(scope, 'name', { burst: 1, perMinute: 1 }) ?? Promise.resolve()),
  'a deletion that keeps a task': deletionThatKeeps((scope) => whole.tasks?.change(scope, 'group', { kind: 'join', task, group }) ?? Promise.resolve()),
  'a deletion that keeps a run that has not begun': deletionThatKeeps((scope) =>
    whole.storage.lease(scope, { kind: 'run', run_id: 'run', thread_id: 'thread' }, { ttlMs: 1 }),
  ),
  'a table that no case fills': () => ({ countRows: async (scope) => ({ ...(await whole.countRows?.(scope)), forgotten: 0 }) }),
  'retention without runs': pruneWith(({ runsBefore: _, ...policy }) => policy),
  'retention without drafts': pruneWith(({ draftsBefore: _, ...policy }) => policy),
  'retention without artifacts': pruneWith(({ artifactsBefore: _, ...policy }) => policy),
  'retention without tasks': pruneWith(({ tasksBefore: _, ...policy }) => policy),
  'retention without grants': pruneWith(({ grantsBefore: _, ...policy }) => policy),
  'retention without unfinished runs': pruneWith(({ unfinishedBefore: _, ...policy }) => policy),
  'retention that removes runs which wait': pruneWith((policy) => ({ ...policy, ...(policy.runsBefore ? { unfinishedBefore: policy.runsBefore } : {}) })),
  'retention that forgets the time': pruneWith((policy) => Object.fromEntries(Object.keys(policy).map((kind) => [kind, Number.MAX_SAFE_INTEGER]))),
}

async function firstFailure(fault: Fault): Promise<string | undefined> {
  for (const { name, run } of operationsContract(async () => ({ ...whole, ...fault() })))
    if (
      !(await run().then(
        () => true,
        () => false,
      ))
    )
      return name
  return undefined
}

describe('broken operations fail their contract', () => {
  it.each(Object.keys(faults))('%s', async (name) => {
    expect(await firstFailure(faults[name] as Fault)).toBeDefined()
  })
})
