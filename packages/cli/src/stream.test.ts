import { once } from 'node:events'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createGzip } from 'node:zlib'
import { createAdaptorServer } from '@hono/node-server'
import { createPfHandlers } from '@pf/agui-adapter'
import { createMemoryStore } from '@pf/core/memory'
import { createAgent } from '@pf/planner'
import { openaiModel } from '@pf/planner/openai'
import { createModelServer, type ModelServer } from '@pf/testing'
import OpenAI from 'openai'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { checkStream } from './checks/stream.ts'

const servers: Pick<Server, 'close'>[] = []
let model: ModelServer
let url: string
beforeAll(async () => {
  const story = {
    name: 'count',
    match: () => true,
    reply: () => ({
      content: JSON.stringify({ next_node: 'final_response', args: { answer: 'one, two, three. '.repeat(20) } }),
      durationMs: 1_500,
    }),
  }
  model = await createModelServer({ stories: [story] })
  const client = new OpenAI({ baseURL: model.url, apiKey: 'none' })
  const agent = createAgent({ model: openaiModel({ client, model: 'scripted' }), tools: [], ports: createMemoryStore() })
  const pf = createPfHandlers({ agent, authenticate: () => ({ id: 'me' }) })
  url = `${await listen(createAdaptorServer({ fetch: pf.fetch }) as Server)}/agui/agent`
})
afterAll(async () => {
  for (const server of servers) server.close()
  await model?.close()
})

async function listen(server: Server): Promise<string> {
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Starts a proxy that passes responses on in its own way. */
function proxy(kind: 'buffers' | 'compresses'): Promise<string> {
  return listen(
    createServer((incoming, outgoing) => {
      const headers = { 'content-type': 'application/json' }
      const upstream = request(url, { method: 'POST', headers }, async (answer) => {
        const type = { 'content-type': answer.headers['content-type'] ?? '' }
        if (kind === 'compresses') {
          outgoing.writeHead(200, { ...type, 'content-encoding': 'gzip' })
          answer.pipe(createGzip()).pipe(outgoing)
          return
        }
        const chunks = []
        for await (const chunk of answer) chunks.push(chunk)
        outgoing.writeHead(200, type).end(Buffer.concat(chunks))
      })
      incoming.pipe(upstream)
    }),
  )
}

const check = (address: string, question = 'long', timeoutMs = 30_000) => checkStream({ url: address, question, timeoutMs })

it('a stream that arrives while it is made is ok', async () => {
  expect(await check(url)).toMatchObject({ level: 'ok', message: expect.stringMatching(/^\d+ events arrived while they were made/) })
})

it('a proxy that holds the events back is found', async () => {
  expect(await check(await proxy('buffers'))).toMatchObject({
    level: 'problem',
    message: expect.stringContaining('holds them back'),
    remedy: expect.stringContaining('proxy_buffering off'),
  })
})

it('a proxy that compresses the events is found', async () => {
  expect(await check(await proxy('compresses'))).toMatchObject({ level: 'problem', message: expect.stringContaining('compressed (gzip)') })
})

it('a run that is too short to judge is not called ok', async () => {
  const events = [1_000, 1_399].map((timestamp) => `data: ${JSON.stringify({ type: 'CUSTOM', timestamp })}\n\n`)
  const short = await listen(createServer((_, outgoing) => void outgoing.writeHead(200, { 'content-type': 'text/event-stream' }).end(events.join(''))))
  expect(await check(short)).toMatchObject({ level: 'skipped', message: expect.stringContaining('took 399 ms, too short') })
  const silent = await listen(createServer((_, outgoing) => void outgoing.writeHead(200, { 'content-type': 'text/event-stream' }).end()))
  expect(await check(silent)).toMatchObject({ level: 'skipped', message: expect.stringContaining('no event with a time') })
})

it('another address, a closed port and a server without an answer are named', async () => {
  expect(await check(url.replace('/agui/agent', '/other'))).toMatchObject({ level: 'problem', message: expect.stringContaining('answered 404') })
  expect(await check('http://127.0.0.1:1/agui/agent')).toMatchObject({ level: 'problem', remedy: expect.stringContaining('Start the server') })
  const silent = await listen(createServer(() => {}))
  expect(await check(silent, 'long', 200)).toMatchObject({ level: 'problem', message: expect.stringContaining('no end of the run within 0.2 seconds') })
})
