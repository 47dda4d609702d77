// Commits states of 100 KB until the disk is full, then prints the error of the store and the data that is still stored: node
// commit-until-full.ts FILE
import { createSqliteStore } from '../create-sqlite-store.ts'

const [file = ''] = process.argv.slice(2)
const scope = { owner: { id: 'ann' } }
const run = { run_id: 'run', thread_id: 'thread' }
// A process that exceeds its limit of file sizes gets a signal, which ends it unless it is handled.
process.on('SIGXFSZ', () => {})
const store = await createSqliteStore({ file })
const leased = await store.storage.lease(scope, { kind: 'run', ...run }, { ttlMs: 600_000 })
if (leased.status !== 'granted') throw new Error(leased.status)
let committed = 0
let failure = ''
while (failure === '' && committed < 1_000) {
  const events = [{ type: 'state_snapshot' as const, ...run, ts: 1, state: 'x'.repeat(100_000) }]
  await store.storage.commit(scope, { run, lease: leased.lease, events }).then(
    () => {
      committed += 1
    },
    (error: { code: string; message: string }) => {
      failure = `${error.code}: ${error.message}`
    },
  )
}
const last = await store.events.last(scope, 'run')
process.stdout.write(JSON.stringify({ committed, last, failure }))
await store.close()
