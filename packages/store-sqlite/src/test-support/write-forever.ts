// Commits events of one run until it is killed, and prints the seq of each acknowledged event: node write-forever.ts FILE RUN
import { createSqliteStore } from '../create-sqlite-store.ts'

const [file = '', run_id = ''] = process.argv.slice(2)
const scope = { owner: { id: 'ann' } }
const run = { run_id, thread_id: 'thread' }
const store = await createSqliteStore({ file })
const leased = await store.storage.lease(scope, { kind: 'run', ...run }, { ttlMs: 600_000 })
if (leased.status !== 'granted') throw new Error(leased.status)
process.stdout.write('open\n')
for (let n = 1; ; n += 1) {
  const events = [n, n + 0.5].map((state) => ({ type: 'state_snapshot' as const, ...run, ts: n, state }))
  const entry = { id: `${n}`, role: 'user' as const, run_id, text: `${n}`, ts: n }
  const result = await store.storage.commit(scope, { run, lease: leased.lease, events, state: { expect_version: n - 1, value: n }, thread: [entry] })
  if (result.status !== 'committed') throw new Error(result.status)
  process.stdout.write(`${result.events.at(-1)?.seq}\n`)
}
