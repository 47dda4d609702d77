import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer, type Server, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { PlannerEvent } from '@pf/core'
import { createMemoryStore } from '@pf/core/memory'
import type { Recording } from '@pf/testing/contracts'
import { afterEach, describe, expect, it } from 'vitest'
import { createAgent } from '../index.ts'
import { portsUnderTest } from '../test-support/ports-under-test.ts'

const answer = 'The share is 40 %.'

let server: Server
const sockets = new Set<Socket>()
afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  await new Promise((done) => server.close(done))
})

/** Answers each request with raw bytes. */
async function serve(respond: (socket: Socket, url: string) => void | Promise<void>): Promise<string> {
  server = createServer((socket) => {
    sockets.add(socket)
    let received = ''
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
    socket.on('data', (data) => {
      received += data.toString('latin1')
      const [head = '', body] = received.split(/\r\n\r\n(.*)/s)
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
      if (body === undefined || body.length < length) return
      received = ''
      void respond(socket, head.split(' ')[1] ?? '')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const sse = 'content-type: text/event-stream; charset=utf-8'
const response = (body: string, { status = '200 OK', headers = [sse] as string[] } = {}) =>
  [`HTTP/1.1 ${status}`, ...headers, `content-length: ${Buffer.byteLength(body)}`, 'connection: close', '', body].join('\r\n')

const blocks = ({ events = [] }: Recording) =>
  events.map(({ event, data }) => `${event === undefined ? '' : `event: ${event}\n`}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`)

interface Scenario {
  respond(socket: Socket, body: string, url: string): void | Promise<void>
  /** What must come out. Default: an error. */
  expected?: 'answer' | 'either'
  code?: RegExp
  message?: RegExp
}

const json = (value: unknown) => ({ headers: ['content-type: application/json'], body: JSON.stringify(value) })
const sends =
  (text: (body: string) => string): Scenario['respond'] =>
  (socket, body) =>
    void socket.end(text(body))

const scenarios: Record<string, Scenario> = {
  'half a header, then a reset': {
    respond: (socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Ty')
      setTimeout(() => socket.resetAndDestroy(), 20)
    },
    message: /could not be reached/,
  },
  'half a header, then nothing': { respond: (socket) => void socket.write('HTTP/1.1 200 OK\r\nContent-Ty'), code: /model_stalled/ },
  'something that is not HTTP': { respond: sends(() => 'SSH-2.0-OpenSSH_9.7\r\n'), message: /could not be reached/ },
  'no answer': { respond: (socket) => void socket.end(), message: /could not be reached/ },
  'an empty body': { respond: sends(() => response('')) },
  'a status without a body': { respond: sends(() => 'HTTP/1.1 204 No Content\r\nconnection: close\r\n\r\n') },
  'events as text/plain': { respond: sends((body) => response(body, { headers: ['content-type: text/plain'] })), expected: 'either' },
  'events without a type': { respond: sends((body) => response(body, { headers: [] })), expected: 'either' },
  'events as HTML': { respond: sends((body) => response(body, { headers: ['content-type: text/html'] })), expected: 'either' },
  'a byte order mark': { respond: sends((body) => response(`\uFEFF${body}`)), expected: 'answer' },
  CRLF: { respond: sends((body) => response(body.replaceAll('\n', '\r\n'))), expected: 'answer' },
  'comments between events': { respond: sends((body) => response(`: hello\n\n${body.replaceAll('\n\n', '\n\n: ping\n\n')}`)), expected: 'answer' },
  'comments only': { respond: sends(() => response(': ping\n\n'.repeat(20))) },
  'comments without an end': {
    respond: async (socket) => {
      socket.write(`HTTP/1.1 200 OK\r\n${sse}\r\n\r\n`)
      while (!socket.destroyed) {
        socket.write(': ping\n\n')
        await sleep(20)
      }
    },
    code: /model_stalled/,
  },
  'events that hold no object': { respond: sends(() => response(['null', '[]', '5', '"text"', '{}'].map((data) => `data: ${data}\n\n`).join(''))) },
  'an event that is not JSON': { respond: sends((body) => response(`data: {broken\n\nevent: message_start\ndata: {broken\n\n${body}`)), expected: 'either' },
  'an error with the status 200': {
    respond: sends(() => {
      const { headers, body } = json({ error: { message: 'The engine is out of memory.', type: 'server_error', code: 'oom' } })
      return response(body, { headers })
    }),
  },
  'a page with the status 529': {
    respond: sends(() => response('<html>Overloaded</html>', { status: '529 Overloaded', headers: ['content-type: text/html'] })),
    message: /overloaded \(529\)/,
  },
  'a page with the status 502': {
    respond: sends(() => response('<html>Bad gateway</html>', { status: '502 Bad Gateway', headers: ['content-type: text/html'] })),
    message: /failed \(502\)/,
  },
  'an empty 500': { respond: sends(() => response('', { status: '500 Internal Server Error', headers: [] })), message: /failed \(500\)/ },
  'an empty 400': { respond: sends(() => response('', { status: '400 Bad Request', headers: [] })), message: /invalid \(400\)/ },
  'a redirect to itself': {
    respond: (socket, _body, url) => void socket.end(response('', { status: '307 Temporary Redirect', headers: [`location: ${url}`] })),
  },
  'a redirect to a page for signing in': {
    respond: (socket, _body, url) =>
      void socket.end(
        url.startsWith('/login')
          ? response('<html>Sign in</html>', { headers: ['content-type: text/html'] })
          : response('', { status: '302 Found', headers: ['location: /login'] }),
      ),
  },
  'a redirect without a target': { respond: sends(() => response('', { status: '302 Found', headers: [] })) },
  'a body that is not compressed as it says': { respond: sends((body) => response(body, { headers: [sse, 'content-encoding: gzip'] })) },
  'a chunk with a wrong size': { respond: sends((body) => `HTTP/1.1 200 OK\r\n${sse}\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n${body}\r\n0\r\n\r\n`) },
  'a length that is too large': {
    respond: sends((body) => `HTTP/1.1 200 OK\r\n${sse}\r\ncontent-length: ${Buffer.byteLength(body) + 100}\r\nconnection: close\r\n\r\n${body}`),
    expected: 'either',
  },
  'one byte after another': {
    respond: async (socket, body) => {
      socket.write(`HTTP/1.1 200 OK\r\n${sse}\r\nconnection: close\r\n\r\n`)
      for (const byte of Buffer.from(body)) {
        socket.write(Buffer.of(byte))
        await new Promise(setImmediate)
      }
      socket.end()
    },
    expected: 'answer',
  },
}

describe.each(Object.keys(portsUnderTest))('%s', (name) => {
  const { recordings, connect } = portsUnderTest[name] as (typeof portsUnderTest)[string]
  const body = blocks(recordings.cases['an action'] as Recording).join('')

  it.each(Object.entries(scenarios))(
    'a server that sends %s',
    { timeout: 30_000 },
    async (_title, { respond, expected, code = /^model_(unavailable|cut|stalled)$/, message }) => {
      const url = await serve((socket, path) => respond(socket, body, path))
      const agent = createAgent({
        model: connect(url),
        tools: [],
        ports: createMemoryStore(),
        limits: { modelIdleMs: code.test('model_unavailable') ? 12_000 : 400, modelRetries: 0 },
      })
      const run = agent.run('What is the share?')
      let finish: PlannerEvent<'finish'> | undefined
      for await (const event of run) if (event.type === 'finish') finish = event
      await agent.close()
      if (expected === 'answer' || (expected === 'either' && finish?.reason === 'answer')) {
        expect(finish).toMatchObject({ reason: 'answer', payload: { raw_answer: answer } })
        return
      }
      expect(finish).toMatchObject({
        reason: 'error',
        error: { code: expect.stringMatching(code), ...(message ? { message: expect.stringMatching(message) } : {}) },
      })
      expect(finish?.error?.message).not.toMatch(/undefined|\[object|<html/)
      if (!/status|500/.test(_title)) expect(finish?.error?.message).not.toContain('500')
    },
  )
})
