// A separate process behind @hono/node-server, as in production. Its output while readers leave is everything that it prints.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import type { AgentPort, ArtifactStore, Owner } from '@pf/core'
import { createMemoryStore } from '@pf/core/memory'
import { createPfHandlers } from '../handlers/create-pf-handlers.ts'
import { text } from './log.ts'
import { aborted, createMemoryAgent } from './memory-agent.ts'

const tell = (message: object) => void process.send?.(message)
const reason = (error: unknown) => (error instanceof Error ? `${error.name}: ${error.message}` : String(error))

const stores = createMemoryStore()
const scripted = createMemoryAgent(stores, async (run) => {
  await run.emit(text('Hel', 'm:1'))
  for (let n = 0; run.input.messages.at(-1)?.content === 'flood' && n < 200; n++) await run.emit(text('x'.repeat(10_000), 'm:1'))
  await aborted(run.signal)
})

/** Ports that throw when their caller leaves, like fetch and many drivers, for the runs and artifacts with such names. */
const agent: AgentPort = {
  ...scripted,
  async attach(run_id, after, options) {
    const { signal } = options
    if (run_id.startsWith('held') && signal) tell({ held: run_id })
    if (run_id === 'held-attach' && signal) return aborted(signal).then(() => signal.throwIfAborted() as undefined)
    if (run_id === 'held-read' && signal) return throwing(signal)
    return scripted.attach(run_id, after, options)
  },
}

const throwing = (signal: AbortSignal): AsyncIterable<never> => ({
  [Symbol.asyncIterator]: () => ({ next: () => aborted(signal).then(() => Promise.reject(signal.reason)) }),
})

const artifacts: ArtifactStore = {
  ...stores.artifacts,
  async get(scope, artifact_id, range) {
    const found = await stores.artifacts.get(scope, artifact_id, range)
    return found && { ...found, body: watched(found.body, artifact_id) }
  },
}

/** Yields the bytes in pieces and reports when the reader has left. */
async function* watched(body: AsyncIterable<Uint8Array>, artifact_id: string) {
  try {
    for await (const chunk of body) for (let at = 0; at < chunk.length; at += 65_536) yield chunk.subarray(at, at + 65_536)
  } finally {
    tell({ artifactLeft: artifact_id })
  }
}

async function authenticate(request: Request): Promise<Owner> {
  const phase = request.headers.get('x-phase')
  tell({ asked: `${request.method} ${new URL(request.url).pathname}` })
  if (phase === null) return { id: 'u' }
  await aborted(request.signal)
  if (phase === 'throws') request.signal.throwIfAborted()
  return { id: 'u' }
}

const handlers = createPfHandlers({ agent, artifacts, authenticate, limits: { bodyBytes: 100_000 }, onError: (error) => tell({ error: reason(error) }) })

/** Requests that are not answered yet, and connections that are not closed yet. */
const open = new Set<unknown>()
let wake = () => {}
const left = (one: unknown) => {
  open.delete(one)
  wake()
}
const fetchCounted = (request: Request) => {
  const answer = handlers.fetch(request)
  open.add(answer)
  return answer.finally(() => left(answer))
}
const server = createServer(getRequestListener(fetchCounted, { overrideGlobalObjects: process.argv[2] !== 'plain' }))
server.on('connection', (socket) => {
  open.add(socket)
  socket.once('close', () => left(socket))
})
const big = await stores.artifacts.put({ owner: { id: 'u' } }, new Uint8Array(16_000_000), { media_type: 'text/plain', source_tool: 't', run_id: 'r' })

const commands = new Map<unknown, () => Promise<void>>([
  ['close', () => handlers.close()],
  ['quiet', () => scripted.quiet()],
  ['report-idle', reportIdle],
])

/** Waits until no client is connected and no request is being answered. The marks show the test that it has read everything printed until then. */
async function reportIdle() {
  await scripted.quiet()
  while (open.size > 0)
    await new Promise<void>((resolve) => {
      wake = resolve
    })
  await new Promise((resolve) => setTimeout(resolve))
  for (const stream of [process.stdout, process.stderr]) stream.write('\0')
}

/** Ends the process without cutting off readers: it ends by itself after the last connection has closed and everything has been printed. */
async function end() {
  await new Promise((resolve) => server.close(resolve))
  await handlers.close()
  process.disconnect()
}

process.on(
  'message',
  (command) =>
    void (command === 'end'
      ? end()
      : commands
          .get(command)?.()
          .then(() => tell({ done: command }))),
)
server.listen(0, '127.0.0.1', () => tell({ port: (server.address() as AddressInfo).port, big: big.artifact_id }))
