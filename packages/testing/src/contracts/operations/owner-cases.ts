import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict'
import type { ExportedRecord, PlannerEvent, Scope, StoreOperations } from '@pf/core'
import { collect, ended } from '../support/collect.ts'
import { openRun, someScope } from '../support/open-run.ts'
import { someLine, someRun, someText } from '../support/some-events.ts'
import type { CaseTable, InspectedStore } from '../support/to-cases.ts'
import { someSpending, storeSomething } from './some-data.ts'

type Records = Map<ExportedRecord['kind'], Record<string, unknown>[]>

async function exported(store: StoreOperations, scope: Scope): Promise<Records> {
  const byKind: Records = new Map()
  for (const { kind, data } of await collect(store.exportOwner(scope), 'the end of an export'))
    byKind.set(kind, [...(byKind.get(kind) ?? []), data as Record<string, unknown>])
  return byKind
}

/** Returns the kinds of data that a store exports, which depend on its ports. */
function kindsOf({ drafts, grants, audit, spending, tasks, rateLimits }: InspectedStore): Set<ExportedRecord['kind']> {
  const optional = { draft: drafts, grant: grants, audit, spending, task_group: tasks, rate_limit: rateLimits }
  const present = Object.entries(optional).flatMap(([kind, port]) => (port ? [kind as ExportedRecord['kind']] : []))
  return new Set(['run', 'interaction', 'thread', 'entry', 'artifact', ...present])
}

/** Returns all data of an owner, to compare it before and after a change to another owner: the export, and the number of rows if the store reports it. */
async function everythingOf(store: InspectedStore, scope: Scope) {
  return { records: await exported(store, scope), rows: await store.countRows?.(scope) }
}

/** Returns the tables in which an owner has rows, or has none, depending on `has`. */
function tablesWith(rows: Record<string, number> = {}, has: (count: number) => boolean): string[] {
  return Object.entries(rows).flatMap(([table, count]) => (has(count) ? [table] : []))
}

/** Cases of exporting and removing all data of one owner. */
export const ownerCases: CaseTable<InspectedStore> = {
  'everything of an owner is exported, texts unchanged, and nothing of another one': async ({ ports, scope }) => {
    const { run, question_id, draft_id, artifact_id, group_id, grant_id } = await storeSomething(ports, scope)
    await storeSomething(ports, someScope())
    await storeSomething(ports, { owner: { ...scope.owner, tenant: 'other' } })
    const records = await exported(ports, scope)
    deepStrictEqual(new Set(records.keys()), kindsOf(ports))
    for (const [kind, data] of records) strictEqual(data.length, 1, kind)
    const one = (kind: ExportedRecord['kind']) => records.get(kind)?.[0]
    const stored = one('run')
    strictEqual(stored?.run_id, run.run.run_id)
    strictEqual(stored?.thread_id, run.run.thread_id)
    deepStrictEqual(stored?.state, { step: 1 })
    ok(typeof stored?.created === 'number')
    deepStrictEqual(stored?.events, await collect<PlannerEvent>(ports.events.read(scope, run.run.run_id, 0)))
    strictEqual(one('interaction')?.id, question_id)
    strictEqual(one('entry')?.thread_id, run.run.thread_id)
    deepStrictEqual([one('entry')?.entry], await ports.threads.read(scope, run.run.thread_id))
    deepStrictEqual([one('thread')], (await ports.threads.list(scope)).threads)
    strictEqual(one('artifact')?.artifact_id, artifact_id)
    strictEqual(one('artifact')?.bytes, 10)
    if (ports.drafts) strictEqual(one('draft')?.draft_id, draft_id)
    if (ports.tasks) deepStrictEqual(one('task_group'), await ports.tasks.get(scope, group_id))
    if (ports.grants) strictEqual(one('grant')?.grant_id, grant_id)
    if (ports.audit) deepStrictEqual([one('audit')], await ports.audit.read(scope, { after: 0, limit: 9 }))
    if (ports.spending) deepStrictEqual(one('spending'), { account: 'owner', ...someSpending })
    if (ports.rateLimits) strictEqual(one('rate_limit')?.name, 'requests')
  },
  'these cases store something in every table of the store': async ({ ports, scope }) => {
    await storeSomething(ports, scope)
    deepStrictEqual(
      tablesWith(await ports.countRows?.(scope), (count) => count === 0),
      [],
    )
  },
  'an export of many things has each of them once, in the order in which they were stored': async ({ ports, scope }) => {
    const runs = await Promise.all(Array.from({ length: 3 }, () => openRun(ports.storage, scope)))
    const [{ run, commit }] = runs as [(typeof runs)[0]]
    const lines = Array.from({ length: 250 }, (_, n) => ({ id: `line ${n}`, role: 'user' as const, run_id: run.run_id, text: `${n}`, ts: n }))
    await commit({ thread: lines })
    const texts = Array.from({ length: 1_100 }, (_, n) => `${n}`)
    for (const { write } of runs) await write(...texts)
    const records = await exported(ports, scope)
    deepStrictEqual(
      records.get('entry')?.map(({ entry }) => (entry as { text: string }).text),
      lines.map(({ text }) => text),
    )
    deepStrictEqual(
      records.get('run')?.map(({ events }) => (events as { text: string; seq: number }[]).map(({ text, seq }) => [text, seq])),
      runs.map(() => texts.map((text, index) => [text, index + 1])),
    )
  },
  'an owner is removed with everything, and others keep what they have': async ({ ports, scope }) => {
    const { run, question_id, draft_id, artifact_id, group_id } = await storeSomething(ports, scope)
    const others = [someScope(), { owner: { ...scope.owner, tenant: 'other' } }, { owner: { id: `${scope.owner.id} ` } }]
    for (const other of others) await storeSomething(ports, other)
    const before = await Promise.all(others.map((other) => everythingOf(ports, other)))
    await ports.deleteOwner(scope)
    strictEqual((await exported(ports, scope)).size, 0)
    deepStrictEqual(
      tablesWith(await ports.countRows?.(scope), (count) => count > 0),
      [],
    )
    strictEqual(await ports.storage.load(scope, run.run.run_id), undefined)
    strictEqual(await ports.events.last(scope, run.run.run_id), 0)
    strictEqual(await ports.pending.get(scope, question_id), undefined)
    deepStrictEqual(await ports.threads.read(scope, run.run.thread_id), [])
    deepStrictEqual(await ports.threads.list(scope), { threads: [] })
    strictEqual(await ports.drafts?.load(scope, draft_id), undefined)
    strictEqual(await ports.artifacts.head(scope, artifact_id), undefined)
    strictEqual(await ports.tasks?.get(scope, group_id), undefined)
    deepStrictEqual((await ports.grants?.list(scope)) ?? [], [])
    deepStrictEqual((await ports.audit?.read(scope, { after: 0, limit: 9 })) ?? [], [])
    deepStrictEqual((await ports.spending?.read(scope, ['owner']))?.[0]?.tokens ?? 0, 0)
    deepStrictEqual((await ports.rateLimits?.take(scope, 'requests', { burst: 1, perMinute: 1 }))?.allowed ?? true, true)
    deepStrictEqual(await Promise.all(others.map((other) => everythingOf(ports, other))), before)
    for (const other of others)
      for (const { artifact_id: id } of (before[0]?.records.get('artifact') ?? []) as { artifact_id: string }[])
        strictEqual((await ports.artifacts.get(other, id)) !== undefined, other === others[0])
  },
  'an owner with more than one step can remove is removed with everything': async ({ ports, scope }) => {
    const other = someScope()
    await storeSomething(ports, other)
    const before = await everythingOf(ports, other)
    for (let count = 0; count < 12; count += 1) {
      const threads = Array.from({ length: 20 }, () => someRun())
      await Promise.all(
        threads.map(async (run, index) => {
          const { write } = await openRun(ports.storage, scope, run)
          await write('a', 'b')
          if (index < 3) await ports.artifacts.put(scope, new Uint8Array(100_000), { media_type: 'text/plain', source_tool: 'tool', run_id: run.run_id })
        }),
      )
    }
    await ports.deleteOwner(scope)
    strictEqual((await exported(ports, scope)).size, 0)
    deepStrictEqual(
      tablesWith(await ports.countRows?.(scope), (count) => count > 0),
      [],
    )
    deepStrictEqual(await everythingOf(ports, other), before)
  },
  'runs that commit and artifacts that are stored during a removal leave nothing that nobody can remove': async ({ ports, scope }) => {
    let isOver = false
    const commits = async () => {
      while (!isOver) {
        const { run, lease } = await openRun(ports.storage, scope)
        const events = [someText(run, 'a')]
        while ((await ports.storage.commit(scope, { run, lease, events, thread: [someLine(run, 'b')] })).status === 'committed');
      }
    }
    const puts = async () => {
      while (!isOver)
        await ports.artifacts.put(scope, new Uint8Array(70_000), { media_type: 'text/plain', source_tool: 'tool', run_id: 'run', artifact_id: 'a' })
    }
    const work = Promise.all([commits(), commits(), puts(), puts()]).then(() => true)
    for (let removal = 0; removal < 3; removal += 1) await ports.deleteOwner(scope)
    isOver = true
    // A run that was started after the last removal is ended by a further removal.
    const pause = () => new Promise<boolean>((resolve) => setTimeout(() => resolve(false), 50))
    for (let ended = false; !ended; ended = await Promise.race([work, pause()])) await ports.deleteOwner(scope)
    await ports.deleteOwner(scope)
    deepStrictEqual(
      tablesWith(await ports.countRows?.(scope), (count) => count > 0),
      [],
    )
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
  'an owner who has been removed begins anew': async ({ ports, scope }) => {
    await storeSomething(ports, scope)
    await ports.deleteOwner(scope)
    await ports.deleteOwner(scope)
    await storeSomething(ports, scope)
    const records = await exported(ports, scope)
    for (const kind of kindsOf(ports)) strictEqual(records.get(kind)?.length, 1, kind)
    strictEqual((await ports.audit?.read(scope, { after: 0, limit: 9 }))?.[0]?.seq ?? 1, 1)
  },
  'a store that can be written passes its check': async ({ ports, scope }) => {
    await ports.check()
    strictEqual((await exported(ports, scope)).size, 0)
  },
}
