import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import type { LeaseResource, Scope } from '@pf/core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createSqliteStore, type SqliteStore, type SqliteStoreOptions } from './create-sqlite-store.ts'
import { countRows } from './test-support/count-rows.ts'

const scope: Scope = { owner: { id: 'ann', tenant: 'acme' } }
const run = { run_id: 'run', thread_id: 'thread' }
const script = (name: string) => fileURLToPath(new URL(`./test-support/${name}`, import.meta.url))

let folder = ''
let file = ''
const opened: SqliteStore[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pf-sqlite-'))
  file = join(folder, 'data', 'pf.sqlite')
})
afterEach(async () => {
  for (const store of opened.splice(0)) await store.close()
  rmSync(folder, { recursive: true })
})

async function open(options: Partial<SqliteStoreOptions> = {}): Promise<SqliteStore> {
  const store = await createSqliteStore({ file, ...options })
  opened.push(store)
  return store
}

/** Commits one event of a run and its other data, and ends it with `reason`. */
async function writeRun({ storage }: SqliteStore, { reason = 'paused' as 'paused' | 'answer', ids = run, owner = scope } = {}): Promise<void> {
  const leased = await storage.lease(owner, { kind: 'run', ...ids }, { ttlMs: 60_000 })
  if (leased.status !== 'granted') throw new Error(leased.status)
  const question = { id: `q-${ids.run_id}`, tool_call_id: 'tc', component: 'confirm', props: {}, message_id: 'm', result_schema: {}, ...ids, created: 1 }
  await storage.commit(owner, {
    run: ids,
    lease: leased.lease,
    events: [
      { type: 'state_snapshot', ...ids, ts: 1, state: { text: '\u0000 \ud800' } },
      { type: 'finish', ...ids, ts: 2, reason, payload: {} as never },
    ],
    state: { expect_version: 0, value: { step: 1 } },
    pending: [{ ...question, state: 'open' }],
    thread: [{ id: 'line', role: 'user', run_id: ids.run_id, text: 'hello', ts: 1 }],
  })
  await storage.release(owner, leased.lease)
}

async function child(name: string, ...args: string[]) {
  const process_ = spawn(process.execPath, ['--conditions=pf-source', script(name), file, ...args])
  const lines: string[] = []
  process_.stdout.setEncoding('utf8').on('data', (piece: string) => lines.push(...piece.split('\n').filter(Boolean)))
  const errors: string[] = []
  process_.stderr.setEncoding('utf8').on('data', (piece: string) => errors.push(piece))
  return { process: process_, lines, errors }
}

async function killedAfter(run_id: string, commits: number): Promise<number> {
  const { process: writer, lines, errors } = await child('write-forever.ts', run_id)
  const timer = setInterval(() => lines.length > commits && writer.kill('SIGKILL'), 1)
  await once(writer, 'close')
  clearInterval(timer)
  expect(errors).toEqual([])
  return Number(lines.at(-1) === 'open' ? 0 : lines.at(-1))
}

describe('a file that is opened again', () => {
  it('holds everything that was committed, put and saved', async () => {
    const before = await createSqliteStore({ file })
    await writeRun(before)
    await before.pending.answer(scope, 'q-run', 'hash', { result: { yes: true } })
    await before.artifacts.put(scope, new TextEncoder().encode('[1,2,3]'), {
      artifact_id: 'a',
      media_type: 'application/json',
      source_tool: 't',
      run_id: 'run',
    })
    const texts = { artifact_draft_text: 'a', user_text: 'u', artifact_final_text: null }
    await before.drafts.save(scope, { draft_id: 'd', state: 'draft', version: 1, ...texts, versions: [], run_id: 'run' }, 0)
    await before.close()

    const after = await open()
    expect(await after.storage.load(scope, 'run')).toMatchObject({ state: { step: 1 }, state_version: 1, last_seq: 2, finished: false })
    const events = []
    for await (const event of after.events.read(scope, 'run', 0)) if (events.push(event) === 2) break
    expect(events).toMatchObject([
      { seq: 1, state: { text: '\u0000 \ud800' } },
      { seq: 2, reason: 'paused' },
    ])
    expect(await after.pending.get(scope, 'q-run')).toMatchObject({ state: 'answered', value: { yes: true }, hash: 'hash' })
    expect(await after.artifacts.page(scope, 'a', '', 1, 5)).toEqual({ items: [2, 3], offset: 1, total: 3 })
    expect(await after.threads.read(scope, 'thread')).toMatchObject([{ text: 'hello' }])
    expect(await after.drafts.load(scope, 'd')).toMatchObject({ version: 1, user_text: 'u' })
  })

  it('of a release without a thread list has one with the threads that it holds', async () => {
    const store = await open()
    await writeRun(store, { reason: 'answer' })
    await store.artifacts.put(scope, new Uint8Array(3), { media_type: 'text/plain', source_tool: 't', run_id: 'run' })
    const draft = { draft_id: 'draft', state: 'draft' as const, version: 1, artifact_draft_text: '', user_text: '', artifact_final_text: null }
    await store.drafts.save(scope, { ...draft, versions: [], run_id: 'of-draft' }, 0)
    await writeRun(store, { ids: { run_id: 'of-draft', thread_id: 'draft' } })
    await store.close()
    const database = new DatabaseSync(file)
    database.exec(`
      DROP TABLE task; DROP TABLE task_group; DROP TABLE thread; DROP INDEX run_thread; DROP INDEX thread_entry_run; DROP INDEX artifact_run;
      ALTER TABLE thread_entry DROP COLUMN search; ALTER TABLE artifact DROP COLUMN run_id; DROP TABLE rate_limit; DROP TABLE spending; DROP TABLE approval_grant; DROP TABLE audit;
      DROP INDEX run_new; DROP INDEX run_successor; DROP INDEX interaction_open; DROP INDEX interaction_role; ALTER TABLE interaction DROP COLUMN role; ALTER TABLE run DROP COLUMN no_question_at; ALTER TABLE run DROP COLUMN messages; PRAGMA user_version = 3`)
    database.close()
    const { threads } = await open()
    expect(await threads.list(scope, { search: 'HELLO' })).toEqual({ threads: [{ thread_id: 'thread', title: 'hello', created: 1, updated: 1 }] })
    expect(await threads.delete(scope, 'thread')).toMatchObject({ status: 'deleted', artifact_ids: [expect.any(String)] })
  })

  it('has no leases: they ended with the process, and a commit under one of them is fenced', async () => {
    const before = await createSqliteStore({ file })
    const leased = await before.storage.lease(scope, { kind: 'run', ...run }, { ttlMs: 600_000 })
    await before.close()
    const after = await open()
    if (leased.status !== 'granted') throw new Error(leased.status)
    expect(await after.storage.commit(scope, { run, lease: leased.lease, events: [] })).toEqual({ status: 'fenced' })
    expect((await after.storage.lease(scope, { kind: 'run', ...run }, { ttlMs: 1 })).status).toBe('granted')
  })

  it('shows a question whose deadline passed meanwhile as expired, and its run as one that can continue', async () => {
    let now = 1_000
    const store = await open({ now: () => now })
    const leased = await store.storage.lease(scope, { kind: 'run', ...run }, { ttlMs: 60_000 })
    if (leased.status !== 'granted') throw new Error(leased.status)
    const question = { id: 'q', tool_call_id: 'tc', component: 'confirm', props: {}, message_id: 'm', result_schema: {}, ...run, created: 1, deadline: 2_000 }
    const events = [{ type: 'finish' as const, ...run, ts: 1, reason: 'paused' as const, payload: {} as never }]
    await store.storage.commit(scope, { run, lease: leased.lease, events, pending: [{ ...question, state: 'open' }] })
    await store.storage.release(scope, leased.lease)
    expect(await store.storage.abandoned?.(10)).toEqual([])
    now = 2_000
    expect((await store.pending.get(scope, 'q'))?.state).toBe('expired')
    expect(await store.storage.abandoned?.(10)).toEqual([{ ...scope, ...run }])
  })
})

describe('one process a file', () => {
  it('a second one is refused with the first one’s process id, and may open the file once that is closed', async () => {
    const first = await createSqliteStore({ file })
    await expect(createSqliteStore({ file })).rejects.toMatchObject({ code: 'store_failed', message: expect.stringContaining(`process ${process.pid} `) })
    await first.close()
    await open()
  })

  it('a killed process leaves nothing to clean up, and its file can be opened at once', async () => {
    const { process: writer, lines } = await child('write-forever.ts', 'run')
    await expect.poll(() => lines.length).toBeGreaterThan(3)
    await expect(createSqliteStore({ file })).rejects.toThrow(`process ${writer.pid} `)
    writer.kill('SIGKILL')
    await once(writer, 'close')
    expect((await (await open()).storage.load({ owner: { id: 'ann' } }, 'run'))?.state_version).toBeGreaterThan(0)
  })

  it('whatever moment a process is killed at, what it acknowledged is there whole, and nothing else is there in part', async () => {
    const ann = { owner: { id: 'ann' } }
    for (const commits of [0, 1, 3, 10, 40]) {
      const run_id = `run-${commits}`
      const acknowledged = await killedAfter(run_id, commits)
      const store = await createSqliteStore({ file })
      const record = await store.storage.load(ann, run_id)
      const version = record?.state_version ?? 0
      expect(record?.last_seq ?? 0).toBeGreaterThanOrEqual(acknowledged)
      expect([record?.last_seq, record?.state ?? 0]).toEqual([version * 2, version])
      const lines = await store.threads.read(ann, 'thread')
      expect(lines.filter((line) => line.run_id === run_id)).toHaveLength(version)
      await store.close()
    }
  })
})

describe('faults', () => {
  it('a disk that takes no more fails the commit with the reason, keeps what was stored and answers reads', async () => {
    // A limit on the size of files makes a write fail midway, like a full disk.
    const limited = spawn('bash', ['-c', 'ulimit -f 2048; exec "$0" --conditions=pf-source "$1" "$2"', process.execPath, script('commit-until-full.ts'), file])
    let text = ''
    limited.stdout.setEncoding('utf8').on('data', (piece: string) => {
      text += piece
    })
    const [code] = await once(limited, 'close')
    const { committed, last, failure } = JSON.parse(text)
    expect(code).toBe(0)
    expect(committed).toBeGreaterThan(0)
    expect(last).toBe(committed)
    expect(failure).toMatch(/^store_failed: The SQLite store could not read or write\. The disk /)
    expect(await (await open()).events.last({ owner: { id: 'ann' } }, 'run')).toBe(committed)
  })

  it('a file of a newer release, a damaged file and a folder are refused and left alone', async () => {
    await (await createSqliteStore({ file })).close()
    const db = new DatabaseSync(file)
    db.exec('PRAGMA user_version = 999')
    db.close()
    await expect(createSqliteStore({ file })).rejects.toMatchObject({ code: 'store_failed', message: expect.stringContaining('999') })
    const text = join(folder, 'text')
    writeFileSync(text, 'no database, but long enough to be read as one'.repeat(50))
    await expect(createSqliteStore({ file: text })).rejects.toMatchObject({ code: 'store_failed', message: expect.stringContaining('not a SQLite database') })
    await expect(createSqliteStore({ file: folder })).rejects.toMatchObject({ code: 'store_failed' })
  })

  it('a closed store says so', async () => {
    const store = await createSqliteStore({ file })
    await store.close()
    await expect(store.storage.load(scope, 'run')).rejects.toMatchObject({ code: 'store_failed', message: expect.stringContaining('closed') })
    await store.close()
  })
})

describe('operation', () => {
  it('answers every one of several thousand requests that are made at once', async () => {
    const store = await open()
    const answers = await Promise.all(Array.from({ length: 5_000 }, (_, index) => store.storage.load(scope, `run-${index}`)))
    expect(answers).toHaveLength(5_000)
  })

  it('a backup is a whole file that another store opens, and never overwrites', async () => {
    const store = await open()
    await writeRun(store)
    const copy = join(folder, 'copy.sqlite')
    await store.backup(copy)
    await expect(store.backup(copy)).rejects.toMatchObject({ code: 'store_failed' })
    const restored = await createSqliteStore({ file: copy })
    expect((await restored.storage.load(scope, 'run'))?.last_seq).toBe(2)
    await restored.close()
  })

  it('prune removes finished runs with all that belongs to them, and keeps those that wait', async () => {
    let now = 1_000
    const store = await open({ now: () => now })
    await writeRun(store, { reason: 'answer', ids: { run_id: 'old', thread_id: 'thread' } })
    await writeRun(store, { ids: { run_id: 'waits', thread_id: 'thread' } })
    now = 5_000
    await writeRun(store, { reason: 'answer', ids: { run_id: 'new', thread_id: 'thread' } })
    expect(await store.prune({ runsBefore: 2_000 })).toEqual({ runs: 1, drafts: 0, artifacts: 0, tasks: 0, grants: 0 })
    expect(await store.storage.load(scope, 'old')).toBeUndefined()
    expect(await store.pending.get(scope, 'q-old')).toBeUndefined()
    expect((await store.threads.read(scope, 'thread')).map(({ run_id }) => run_id)).toEqual(['waits', 'new'])
    expect((await store.threads.list(scope)).threads.map(({ thread_id }) => thread_id)).toEqual(['thread'])
    await writeRun(store, { reason: 'answer', ids: { run_id: 'only', thread_id: 'alone' } })
    await store.prune({ runsBefore: 6_000 })
    expect((await store.threads.list(scope)).threads.map(({ thread_id }) => thread_id)).toEqual(['thread'])
  })

  it('prune removes runs that never began, rate limits that are full again, expired artifacts and owners who have nothing', async () => {
    let now = 1_000_000
    const store = await open({ now: () => now, artifactTtlMs: 1_000 })
    const rows = () => countRows(store, { scope, copy: join(folder, 'copy.sqlite') })
    const lease = async (run_id: string, ttlMs: number) => store.storage.lease(scope, { kind: 'run', run_id, thread_id: 'thread' }, { ttlMs })
    await lease('left', 1)
    await lease('held', 10_000_000)
    await store.rateLimits.take(scope, 'requests', { burst: 1, perMinute: 60 })
    await store.artifacts.put(scope, new Uint8Array(3), { media_type: 'text/plain', source_tool: 't', run_id: 'left' })
    expect(await rows()).toMatchObject({ run: 2, rate_limit: 1, artifact: 1, blob: 1, chunk: 1, owner: 1 })
    now += 500
    expect(await store.prune({ runsBefore: now })).toMatchObject({ runs: 0, artifacts: 0 })
    expect(await rows()).toMatchObject({ run: 2, rate_limit: 1, artifact: 1 })
    now += 120_000
    const reader = store.events.read(scope, 'left', 0)[Symbol.asyncIterator]()
    const end = reader.next()
    expect(await store.prune({ runsBefore: now })).toMatchObject({ runs: 1, artifacts: 1 })
    expect(await end).toMatchObject({ done: true })
    expect(await rows()).toMatchObject({ run: 1, rate_limit: 0, artifact: 0, blob: 0, chunk: 0, owner: 1 })
    now += 20_000_000
    await store.prune({ runsBefore: now })
    expect(Object.values(await rows()).filter((count) => count > 0)).toEqual([])
  })

  it('a run that is about to begin is no run that never began', async () => {
    let now = 1_000_000
    const store = await open({ now: () => now })
    const resource = { kind: 'run' as const, ...run }
    await store.storage.lease(scope, resource, { ttlMs: 1 })
    now += 10_000_000
    const pruned = store.prune({ runsBefore: now })
    const leased = await store.storage.lease(scope, resource, { ttlMs: 60_000 })
    await pruned
    if (leased.status !== 'granted') throw new Error(leased.status)
    const events = [{ type: 'state_snapshot' as const, ...run, ts: 1, state: 1 }]
    expect((await store.storage.commit(scope, { run, lease: leased.lease, events })).status).toBe('committed')
  })

  it('exports and removes everything of one owner, and nothing of another', async () => {
    const store = await open()
    const other: Scope = { owner: { id: 'ann' } }
    await writeRun(store)
    await writeRun(store, { owner: other })
    await store.artifacts.put(scope, new Uint8Array(3), { media_type: 'text/plain', source_tool: 't', run_id: 'run' })
    const records = []
    for await (const record of store.exportOwner(scope)) records.push(record)
    expect(records.map(({ kind }) => kind)).toEqual(['run', 'interaction', 'thread', 'entry', 'artifact'])
    expect(records[0]?.data).toMatchObject({ run_id: 'run', thread_id: 'thread', state: { step: 1 }, events: [{ seq: 1 }, { seq: 2 }] })
    await store.deleteOwner(scope)
    for await (const record of store.exportOwner(scope)) expect(record).toBeUndefined()
    expect(await store.storage.load(scope, 'run')).toBeUndefined()
    expect((await store.storage.load(other, 'run'))?.last_seq).toBe(2)
    await store.check()
  })

  it('is not opened with a limit below 1', async () => {
    for (const limit of [{ maxOwnerRuns: 0 }, { maxOwnerRuns: Number.NaN }, { maxOwnerBytes: -1 }])
      await expect(open(limit)).rejects.toMatchObject({ code: 'invalid_input' })
  })

  it('a limit on runs lets no commit pass behind one of the next holder of its lease', async () => {
    const store = await open({ maxOwnerRuns: 5 })
    const take = async (resource: LeaseResource) => {
      const leased = await store.storage.lease(scope, resource, { ttlMs: 60_000 })
      if (leased.status !== 'granted') throw new Error(leased.status)
      return leased.lease
    }
    const resource = { kind: 'run' as const, ...run }
    const [lease, fence] = [await take(resource), await take({ kind: 'thread', thread_id: run.thread_id })]
    const event = (text: string) => ({ type: 'state_snapshot' as const, ...run, ts: 1, state: text })
    const first = store.storage.commit(scope, { run, lease, fences: [fence], events: [event('first')] })
    await store.storage.release(scope, lease)
    const next = await take(resource)
    const second = await store.storage.commit(scope, { run, lease: next, events: [event('second')] })
    expect([await first, second]).toMatchObject([{ events: [{ seq: 1, state: 'first' }] }, { events: [{ seq: 2, state: 'second' }] }])
  })

  it('refuses artifacts over the limit of an owner, and forgets those whose time is over', async () => {
    let now = 1_000
    const store = await open({ maxArtifactBytes: 10, maxOwnerBytes: 15, artifactTtlMs: 100, now: () => now })
    const put = (bytes: number) => store.artifacts.put(scope, new Uint8Array(bytes), { media_type: 'text/plain', source_tool: 't', run_id: 'run' })
    await expect(put(11)).rejects.toMatchObject({ code: 'too_large' })
    const { artifact_id } = await put(10)
    await expect(put(10)).rejects.toMatchObject({ code: 'too_large' })
    now = 1_100
    expect(await store.artifacts.head(scope, artifact_id)).toBeUndefined()
    await put(10)
  })
})
