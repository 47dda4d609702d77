import { createHandlers } from './agent.ts'
import { onSignal, port, readEnvironment } from './process.ts'

const pf = createHandlers(await readEnvironment())
onSignal(pf.close)
console.log(`http://127.0.0.1:${port}/agui/agent`)

// Bun serves what the file exports. It ends a stream without data after `idleTimeout` seconds; pf sends a comment every 15.
export default { port, hostname: '127.0.0.1', idleTimeout: 60, fetch: (request: Request) => pf.fetch(request) }
