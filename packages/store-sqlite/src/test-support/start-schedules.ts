// Starts two schedules for a conversation at a time, works on none, and waits to be killed: node start-schedules.ts FILE MODEL LEDGER TIME

import { createSqliteStore } from '../create-sqlite-store.ts'
import { createTestAgent, scope } from './agent.ts'

setInterval(() => {}, 60_000)
const [file = '', url = '', ledger = '', time = ''] = process.argv.slice(2)
const now = () => Number(time)
const store = await createSqliteStore({ file, now })
const agent = createTestAgent(store, { url, ledger, now, tasks: { confirm: false, maxConcurrent: 0 } })
const job = { thread_id: 'thread', name: 'Charge', tool: 'charge', merge_strategy: 'APPEND' } as const
await agent.tasks?.start({ ...job, task_id: 'once', schedule: 'PT20M' }, scope)
await agent.tasks?.start({ ...job, task_id: 'hourly', schedule: '0 * * * *' }, scope)
process.stdout.write('stored\n')
