import { randomBytes } from 'node:crypto'
import type { PlannerEvent } from '@pf/core'
import { expect, it } from 'vitest'
import { startPostgres } from '../../../tooling/test-support/postgres.ts'
import { mountSmallDisk } from '../../../tooling/test-support/small-disk.ts'
import { createPostgresStore } from './create-postgres-store.ts'

const scope = { owner: { id: 'ann' } }
const run = { run_id: 'run', thread_id: 'thread' }

it('a full disk fails commits and uploads with the reason, loses nothing, answers reads, and is no fault any more once there is room', async (context) => {
  const disk = mountSmallDisk(200)
  if (typeof disk === 'string') return context.skip(disk)
  const server = await startPostgres({ parent: disk.folder })
  const store = await createPostgresStore({ connectionString: server.url })
  const leased = await store.storage.lease(scope, { kind: 'run', ...run }, { ttlMs: 600_000 })
  if (leased.status !== 'granted') throw new Error(leased.status)
  let committed = 0
  const commit = async () => {
    // Texts that do not compress.
    const event = { type: 'state_snapshot' as const, ...run, ts: 1, state: randomBytes(75_000).toString('base64') }
    const { status } = await store.storage.commit(scope, { run, lease: leased.lease, events: [event] })
    expect(status).toBe('committed')
    committed += 1
  }
  const upload = () => store.artifacts.put(scope, randomBytes(1_000_000), { media_type: 'image/png', source_tool: 'tool', run_id: run.run_id })
  const logOf = async () => {
    const log: PlannerEvent[] = []
    for await (const event of store.events.read(scope, run.run_id, 0)) if (log.push(event) === committed) break
    return log.map(({ seq }) => seq)
  }
  try {
    await commit()
    disk.fill()
    const full = { code: 'store_failed', message: expect.stringContaining('The disk of the database is full.'), cause: { code: 'ENOSPC' } }
    let failure: unknown
    while (failure === undefined && committed < 1_000) failure = await commit().catch((error: unknown) => error)
    expect(failure).toMatchObject(full)
    await expect(upload()).rejects.toMatchObject(full)
    expect(await logOf()).toEqual(Array.from({ length: committed }, (_, index) => index + 1))
    disk.free()
    await commit()
    await upload()
    expect(await logOf()).toEqual(Array.from({ length: committed }, (_, index) => index + 1))
    await store.check()
  } finally {
    disk.free()
    await store.close()
    await server.stop()
    disk.unmount()
  }
})
