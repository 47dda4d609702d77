import { createServer, type RequestListener, type Server } from 'node:http'
import { firstPort } from './config.ts'

const maxAttempts = 50

/** Listens on the given port or, without one, on the first free port starting at 4310. Throws an Error that describes how to continue. */
export async function listen(listener: RequestListener, { host, port }: { host: string; port: number | undefined }): Promise<Server> {
  if (port !== undefined) return await open(listener, host, port).catch((error: unknown) => throwListenError(error, host, port))
  for (let next = firstPort; next < firstPort + maxAttempts; next++) {
    try {
      return await open(listener, host, next)
    } catch (error) {
      if (!isTaken(error)) return throwListenError(error, host, next)
      console.log(`port ${next} is taken, using ${next + 1}`)
    }
  }
  throw new Error(`No free port from ${firstPort} to ${firstPort + maxAttempts - 1}; name one with PORT=…`)
}

function open(listener: RequestListener, host: string, port: number): Promise<Server> {
  return new Promise((done, reject) => {
    const server = createServer(listener)
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      done(server)
    })
  })
}

const isTaken = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'

function throwListenError(error: unknown, host: string, port: number): never {
  if (isTaken(error)) throw new Error(`Port ${port} is in use. Stop what runs there, or choose another one with PORT=…`)
  throw new Error(`Could not listen on ${host}:${port}: ${error instanceof Error ? error.message : String(error)}`)
}
