// The database of the example, in a process of its own: it ends and removes its files when the launcher that started it is gone.
import { startPostgres } from '../../tooling/test-support/postgres.ts'

const server = await startPostgres()
for (const signal of ['SIGINT', 'SIGTERM', 'disconnect'] as const) process.once(signal, stop)
if (process.connected) process.send?.({ url: server.url })
else await stop()

async function stop() {
  await server.stop()
  process.exit(0)
}
