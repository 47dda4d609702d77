// Works on background tasks until it is killed: node work-on-tasks.ts DATABASE MODEL LEDGER

import { createPostgresStore } from '../create-postgres-store.ts'
import { createTestAgent } from './agent.ts'

setInterval(() => {}, 60_000)
const [connectionString = '', url = '', ledger = ''] = process.argv.slice(2)
const store = await createPostgresStore({ connectionString })
createTestAgent(store, { url, ledger, waitMs: 30, recoveryMs: 200, tasks: { confirm: false, maxConcurrent: 6, pollMs: 50 } })
process.stdout.write('working\n')
