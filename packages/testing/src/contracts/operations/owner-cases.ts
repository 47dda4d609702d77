import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict'
import type { ExportedRecord, PlannerEvent, Scope, StoreOperations, StorePorts } from '@pf/core'
import { ended } from '../support/collect.ts'
import { openRun, someScope } from '../support/open-run.ts'
import type { CaseTable } from '../support/to-cases.ts'
import { storeSomething } from './some-data.ts'

async function exported(store: StoreOperations, scope: Scope): Promise<Map<ExportedRecord['kind'], Record<string, unknown>[]>> {
  const byKind = new Map<ExportedRecord['kind'], Record<string, unknown>[]>()
  for await (const { kind, data } of store.exportOwner(scope)) byKind.set(kind, [...(byKind.get(kind) ?? []), data as Record<string, unknown>])
  return byKind
}

/** Export and removal of everything of one owner. */
export const ownerCases: CaseTable<StorePorts & StoreOperations> = {
  'everything of an owner is exported, texts unchanged, and nothing of another one': async ({ ports, scope }) => {
    const { run, question_id, draft_id, artifact_id } = await storeSomething(ports, scope)
    await storeSomething(ports, someScope())
    await storeSomething(ports, { owner: { ...scope.owner, tenant: 'other' } })
    const records = await exported(ports, scope)
    const [stored] = records.get('run') ?? []
    strictEqual(stored?.run_id, run.run.run_id)
    strictEqual(stored?.thread_id, run.run.thread_id)
    deepStrictEqual(stored?.state, { step: 1 })
    ok(typeof stored?.created === 'number')
    const log: PlannerEvent[] = []
    for await (const event of ports.events.read(scope, run.run.run_id, 0)) log.push(event)
    deepStrictEqual(stored?.events, log)
    strictEqual(records.get('interaction')?.[0]?.id, question_id)
    const [entry] = records.get('entry') ?? []
    strictEqual(entry?.thread_id, run.run.thread_id)
    deepStrictEqual([entry?.entry], await ports.threads.read(scope, run.run.thread_id))
    strictEqual(records.get('thread')?.[0]?.thread_id, run.run.thread_id)
    strictEqual(records.get('draft')?.[0]?.draft_id, draft_id)
    const [artifact] = records.get('artifact') ?? []
    deepStrictEqual([artifact?.artifact_id, artifact?.bytes], [artifact_id, 10])
    for (const [kind, data] of records) strictEqual(data.length, 1, kind)
  },
  'an export of many things has each of them once': async ({ ports, scope }) => {
    const { run, commit } = await openRun(ports.storage, scope)
    const lines = Array.from({ length: 250 }, (_, n) => ({ id: `line ${n}`, role: 'user' as const, run_id: run.run_id, text: `${n}`, ts: n }))
    await commit({ thread: lines })
    const entries = (await exported(ports, scope)).get('entry') ?? []
    deepStrictEqual(
      entries.map(({ entry }) => (entry as { text: string }).text),
      lines.map(({ text }) => text),
    )
  },
  'an owner is removed with everything, and others keep what they have': async ({ ports, scope }) => {
    const { run, question_id, draft_id, artifact_id } = await storeSomething(ports, scope)
    const other = someScope()
    const kept = await storeSomething(ports, other)
    await ports.deleteOwner(scope)
    strictEqual((await exported(ports, scope)).size, 0)
    strictEqual(await ports.storage.load(scope, run.run.run_id), undefined)
    strictEqual(await ports.events.last(scope, run.run.run_id), 0)
    strictEqual(await ports.pending.get(scope, question_id), undefined)
    deepStrictEqual(await ports.threads.read(scope, run.run.thread_id), [])
    strictEqual(await ports.drafts?.load(scope, draft_id), undefined)
    strictEqual(await ports.artifacts.head(scope, artifact_id), undefined)
    const records = await exported(ports, other)
    for (const kind of ['run', 'interaction', 'thread', 'entry', 'draft', 'artifact'] as const) strictEqual(records.get(kind)?.length, 1, kind)
    ok(await ports.artifacts.get(other, kept.artifact_id))
  },
  'a run of an owner who is removed writes nothing more': async ({ ports, scope }) => {
    const { run, lease, write } = await openRun(ports.storage, scope)
    await write('a')
    await ports.deleteOwner(scope)
    const late = await ports.storage.commit(scope, { run, lease, events: [{ type: 'state_snapshot', ...run, ts: 1, state: 1 }] })
    strictEqual(late.status, 'fenced')
    strictEqual((await exported(ports, scope)).size, 0)
  },
  'readers of a run of an owner who is removed come to an end': async ({ ports, scope }) => {
    const { run, write } = await openRun(ports.storage, scope)
    await write('a')
    const reader = ports.events.read(scope, run.run_id, 0)[Symbol.asyncIterator]()
    strictEqual((await reader.next()).done, false)
    const next = ended(reader)
    await ports.deleteOwner(scope)
    ok(await next)
  },
  'a store that can be written passes its check': async ({ ports, scope }) => {
    await ports.check()
    strictEqual((await exported(ports, scope)).size, 0)
  },
}
