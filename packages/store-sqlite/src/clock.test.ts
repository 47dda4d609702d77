import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createSqliteStore } from './create-sqlite-store.ts'

const hour = 3_600_000
const scope = { owner: { id: 'ann' } }
let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pf-clock-'))
})
afterEach(() => {
  vi.useRealTimers()
  rmSync(folder, { recursive: true })
})

it('a clock that is set an hour ahead or back ends no lease', async () => {
  const real = Date.now()
  vi.useFakeTimers({ toFake: ['Date'], now: real })
  const store = await createSqliteStore({ file: join(folder, 'pf.sqlite') })
  const run = { run_id: 'run', thread_id: 'thread' }
  const resource = { kind: 'run' as const, ...run }
  const held = await store.storage.lease(scope, resource, { ttlMs: 600_000 })
  if (held.status !== 'granted') throw new Error(held.status)
  for (const [index, skew] of [hour, -hour, 0].entries()) {
    vi.setSystemTime(real + skew)
    expect((await store.storage.lease(scope, resource, { ttlMs: 1_000 })).status).toBe('busy')
    const events = [{ type: 'state_snapshot' as const, ...run, ts: 1, state: index }]
    expect((await store.storage.commit(scope, { run, lease: held.lease, events })).status).toBe('committed')
    expect(await store.storage.abandoned?.(100)).toEqual([])
    expect(await store.storage.renew(scope, held.lease, 600_000)).toBeDefined()
  }
  await store.close()
})

it('a clock that is set an hour ahead or back neither lets a second claim of a task begin nor keeps a task from being claimed', async () => {
  const real = Date.now()
  vi.useFakeTimers({ toFake: ['Date'], now: real })
  const store = await createSqliteStore({ file: join(folder, 'tasks.sqlite') })
  const task = { name: 'Task', run_id: 'run', mode: 'job' as const, merge_strategy: 'APPEND' as const, payload: null }
  const group = { name: 'Group', thread_id: 'thread', agent: 'agent', alone: false, sealed: false, report: 'all' as const, merge_strategy: 'APPEND' as const }
  const claim = () => store.tasks.claim({ agent: 'agent', limit: 10, ttlMs: 600_000 })
  const claimed: string[] = []
  for (const [index, skew] of [0, hour, -hour, 0].entries()) {
    vi.setSystemTime(real + skew)
    await store.tasks.change(scope, 'group', { kind: 'join', task: { ...task, task_id: `task ${index}` }, group })
    claimed.push(...(await claim()).map((each) => each.task.task_id))
  }
  expect(claimed).toEqual(['task 0', 'task 1', 'task 2', 'task 3'])
  const limit = { burst: 1, perMinute: 1 }
  vi.setSystemTime(real + hour)
  expect((await store.rateLimits.take(scope, 'name', limit)).allowed).toBe(true)
  vi.setSystemTime(real - hour)
  expect(await store.rateLimits.take(scope, 'name', limit)).toMatchObject({ allowed: false, retryAfterMs: expect.closeTo(60_000, -4) })
  await store.close()
})
