// Starts a run and works on it until the process is killed: node start-run.ts FILE URL LEDGER RUN ANSWER_MS

import { createSqliteStore } from '../create-sqlite-store.ts'
import { createTestAgent, scope } from './agent.ts'

// Keeps the process alive while a question waits, like a server.
setInterval(() => {}, 60_000)
const [file = '', url = '', ledger = '', run_id = '', answerMs = ''] = process.argv.slice(2)
const store = await createSqliteStore({ file })
const agent = createTestAgent(store, { url, ledger, waitMs: 600_000, limits: { answerMs: Number(answerMs) } })
const messages = [{ id: 'u', role: 'user' as const, content: 'Go.' }]
await agent.start({ thread_id: `thread of ${run_id}`, run_id, messages, client_tools: [], context: [], client: {} }, scope)
for await (const { type } of (await agent.attach(run_id, 0, { scope })) ?? []) process.stdout.write(`${type}\n`)
