import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** An S3 server for one test, with one bucket. It checks signatures. */
export interface S3Server {
  bucketUrl: string
  stop(): Promise<void>
}

/** The only key that the server knows. */
export const credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }

const program = `
  const S3rver = require('@20minutes/s3rver')
  const options = { directory: process.argv[1], address: '127.0.0.1', port: 0, silent: true, vhostBuckets: false, configureBuckets: [{ name: 'pf-test', configs: [] }] }
  new S3rver(options).run().then(({ port }) => console.log(port))`

/** Starts s3rver in a separate process, with its objects in a temporary folder. */
export async function startS3Server(): Promise<S3Server> {
  const folder = await mkdtemp(join(tmpdir(), 'pf-s3-'))
  const cwd = fileURLToPath(new URL('../../..', import.meta.url))
  const child = spawn(process.execPath, ['--eval', program, folder], { cwd, stdio: ['ignore', 'pipe', 'inherit'] })
  const [port] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string]
  return {
    bucketUrl: `http://127.0.0.1:${port.trim()}/pf-test`,
    stop: async () => {
      const ended = once(child, 'exit')
      child.kill()
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Decides about a request: the proxy either responds itself or passes the request on. The response can be cut after a number of bytes, or lost (-1). */
export type Interfere = (incoming: IncomingMessage, outgoing: ServerResponse, pass: (cutAfterBytes?: number) => void) => void

/** Starts a proxy in front of an S3 server that can fail. It keeps the Host header, which is part of the signature. */
export async function startProxy(target: string, interfere: Interfere) {
  const { host: upstream, pathname } = new URL(target)
  const server = createServer((incoming, outgoing) => {
    const pass = (cutAfterBytes = Number.POSITIVE_INFINITY) => {
      const { method, url: path, headers } = incoming
      const forwarded = request(`http://${upstream}`, { method, path, headers, agent: false }, (answer) => {
        if (cutAfterBytes < 0) return outgoing.destroy()
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        let bytes = 0
        answer.on('data', (piece: Buffer) => {
          bytes += piece.byteLength
          outgoing.write(piece, () => bytes > cutAfterBytes && outgoing.destroy())
        })
        answer.on('end', () => outgoing.end())
      })
      incoming.pipe(forwarded)
    }
    interfere(incoming, outgoing, pass)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { bucketUrl: `http://127.0.0.1:${port}${pathname}`, stop: () => void server.close(() => undefined).closeAllConnections() }
}
