import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { PfError } from '@pf/core'
import { afterEach, describe, expect, it } from 'vitest'
import { createRunClient } from '../client/create-run-client.ts'
import { all, runThrough } from '../test-support/cut-runs.ts'
import { finish, text } from '../test-support/log.ts'
import { createPfServer } from '../test-support/pf-server.ts'
import { scenarios } from '../test-support/scenarios.ts'
import { serve } from '../test-support/serve.ts'
import { waiting } from '../test-support/streams.ts'
import { afterBytes, afterEvents, createTcpProxy } from '../test-support/tcp-proxy.ts'

const open: { close(): Promise<void> }[] = []
const kept = <T extends { close(): Promise<void> }>(made: T): T => {
  open.push(made)
  return made
}
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close()
})

const request = { thread_id: 't', run_id: 'r', messages: [{ id: 'u1', role: 'user', content: 'hello' }] }

describe('a run over a network that breaks', () => {
  it.each([0, 1, 2, 17, 40])('is the uninterrupted run when the connection is reset behind event %i', async (index) => {
    const { seen, whole, starts, connections } = await runThrough(scenarios.everything, [afterEvents(index)])
    expect(seen).toEqual(whole)
    expect([starts, connections]).toEqual([1, 2])
  })

  it('is the uninterrupted run when each of many connections brings only a little', async () => {
    const cuts = Array.from({ length: 30 }, (_, index) => (index % 3 === 2 ? afterBytes(150 + index * 11) : afterEvents(1 + (index % 2))))
    const { seen, whole, starts, connections } = await runThrough(scenarios.everything, cuts)
    expect(seen).toEqual(whole)
    expect([starts, connections]).toEqual([1, 31])
  })

  it('says why it cannot continue after a restart of a server that kept its runs in memory', async () => {
    const before = kept(await createPfServer(waiting))
    const after = kept(await createPfServer(waiting))
    const proxy = kept(await createTcpProxy(before.url, []))
    const reading = (async () => {
      for await (const { event } of createRunClient({ baseUrl: proxy.url, retryMs: 1 }).start(request)) {
        if (event.type === 'TEXT_MESSAGE_CONTENT') proxy.moveTo(after.url)
      }
    })()
    const error = await reading.catch((reason: unknown) => reason)
    expect(PfError.isInstance(error) && [error.code, error.fields.status, error.message]).toEqual(['not_found', 404, expect.stringMatching(/restart/)])
    expect(after.agent.inputs).toEqual([])
    await before.agent.cancel('r', { owner: { id: 'u' } })
    await before.agent.idle()
  })
})

describe('a reader that stops reading', () => {
  const pieces = 4_000
  const piece = 'x'.repeat(8_000)

  /** Requests the run and reads nothing of the response. */
  async function stalled(url: string): Promise<Socket> {
    const { hostname, port } = new URL(url)
    const socket = connect(Number(port), hostname)
    await once(socket, 'connect')
    socket.pause()
    const body = JSON.stringify({ threadId: 't', runId: 'r', messages: request.messages, tools: [], context: [], forwardedProps: { pf: {} } })
    socket.write(`POST /agui/agent HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)
    return socket
  }

  it('costs a bounded part of a 32 MB run, which continues to its end, and gets all of it later', { timeout: 30_000 }, async () => {
    const made = kept(
      await createPfServer(async (run) => {
        for (let n = 0; n < pieces; n++) await run.emit(text(piece, 'm:1'))
        await run.emit(finish('answer', 'x'))
      }),
    )
    const sockets: Socket[] = []
    const asked = Promise.withResolvers<void>()
    const served = kept(
      await serve(async (incoming) => {
        const response = await made.handlers.fetch(incoming)
        asked.resolve()
        return response
      }),
    )
    served.server.on('connection', (socket: Socket) => sockets.push(socket))
    const reader = await stalled(served.url)
    await asked.promise
    await made.agent.idle()
    const [socket] = sockets
    expect((socket?.bytesWritten ?? 0) + (socket?.writableLength ?? 0)).toBeLessThan((pieces * piece.length) / 2)
    expect(socket?.writableLength).toBeLessThan(1_000_000)
    let received = 0
    reader.on('data', (chunk) => {
      received += chunk.length
      if (chunk.includes('RUN_FINISHED')) reader.destroy()
    })
    reader.resume()
    await once(reader, 'close')
    expect(received).toBeGreaterThan(pieces * piece.length)
    expect((await all(createRunClient({ baseUrl: made.url }).attach('r'))).at(-1)?.event.type).toBe('RUN_FINISHED')
    expect(made.errors).toEqual([])
  })
})
