import { createServer, type RequestListener } from 'node:http'
import type { App } from './create-app.ts'

/** Listens on HOST and PORT (127.0.0.1 and 4000), says which model answers, and closes everything on SIGTERM and SIGINT. */
export async function serve(app: App, listener: RequestListener): Promise<void> {
  const { HOST: host = '127.0.0.1', PORT = '4000' } = process.env
  const server = createServer(listener)
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(Number(PORT), host, resolve)).catch(async (error: Error) => {
    await app.close()
    throw new Error(`Port ${PORT} cannot be used (${error.message}). Set PORT to another one.`)
  })
  console.log(app.model.scripted ? 'The scripted model answers, because no OPENAI_API_KEY is set (see .env.example).' : `${app.model.name} answers.`)
  console.log(`http://${host}:${PORT}`)
  const stop = async () => {
    server.close()
    await app.close()
    server.closeAllConnections()
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
}

/** Ends the process with the message of an error that prevents the start. */
export function stopWithError(error: unknown): never {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
