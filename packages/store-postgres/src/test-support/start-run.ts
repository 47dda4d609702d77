// Starts a run and works on it until the process is killed: node start-run.ts DATABASE MODEL LEDGER RUN [responses]

import { createPostgresStore } from '../create-postgres-store.ts'
import { createTestAgent, scope } from './agent.ts'

// Keeps the process alive while a question waits, like a server.
setInterval(() => {}, 60_000)
const [connectionString = '', url = '', ledger = '', run_id = '', api = ''] = process.argv.slice(2)
const store = await createPostgresStore({ connectionString })
const agent = createTestAgent(store, { url, ledger, waitMs: 600_000, recoveryMs: false, responses: api === 'responses' })
// Handles SIGTERM like a server whose deployment is replaced.
process.on('SIGTERM', () =>
  agent
    .close()
    .then(() => store.close())
    .then(() => process.exit(0)),
)
const messages = [{ id: 'u', role: 'user' as const, content: 'Go.' }]
await agent.start({ thread_id: `thread of ${run_id}`, run_id, messages, client_tools: [], context: [], client: {} }, scope)
for await (const { type } of (await agent.attach(run_id, 0, { scope })) ?? []) process.stdout.write(`${type}\n`)
