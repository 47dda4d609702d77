import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import express from 'express'
import { describe, expect, it } from 'vitest'
import { readJson } from './request.ts'

const request = (body: string | null, headers: Record<string, string> = {}) =>
  new Request('http://127.0.0.1/agui/agent', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    ...(body === null ? {} : { body }),
  })

describe('a request whose body the host has read', () => {
  it('is reported as such, whether the request or the socket was read', async () => {
    const read = request('{"a":1}')
    await read.json()
    await expect(readJson(read, 100)).rejects.toMatchObject({ code: 'body_already_read' })
    await expect(readJson(request(null, { 'content-length': '7' }), 100)).rejects.toMatchObject({ code: 'body_already_read' })
  })

  it('is reported behind express.json()', async () => {
    const listener = getRequestListener(async (read) =>
      readJson(read, 100).then(
        () => new Response('read'),
        (error: { code: string }) => new Response(error.code),
      ),
    )
    const server = createServer(
      express()
        .use('/parsed', express.json())
        .use((incoming, outgoing) => void listener(incoming, outgoing)),
    )
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const ask = async (path: string) => {
      const options = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"a":1}' }
      return (await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, options)).text()
    }
    expect([await ask('/parsed'), await ask('/other')]).toEqual(['body_already_read', 'read'])
    server.closeAllConnections()
    server.close()
  })

  it('is not confused with an empty or a broken body', async () => {
    expect(await readJson(request('{"a":1}'), 100)).toEqual({ value: { a: 1 } })
    for (const body of ['', 'x']) expect(await readJson(request(body), 100)).toMatchObject({ response: { status: 400 } })
    expect(await readJson(request(null), 100)).toMatchObject({ response: { status: 400 } })
  })
})
