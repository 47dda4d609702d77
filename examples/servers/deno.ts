import { createHandlers } from './agent.ts'
import { onSignal, readEnvironment } from './process.ts'

const pf = createHandlers(await readEnvironment())
onSignal(pf.close)

// `deno serve` serves what the file exports.
export default { fetch: (request: Request) => pf.fetch(request) }
