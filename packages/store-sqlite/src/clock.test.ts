import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { createSqliteStore } from './create-sqlite-store.ts'

const hour = 3_600_000
const scope = { owner: { id: 'ann' } }
const folder = mkdtempSync(join(tmpdir(), 'pf-clock-'))
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
