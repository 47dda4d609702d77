import { APIConnectionError, APIConnectionTimeoutError } from 'openai'
import { describe, expect, it } from 'vitest'
import { collect } from '../test-support/collect.ts'
import { answer, post, question, startServer } from '../test-support/start-server.ts'

const streamed = { ...question(), stream: true as const }

describe('faults of the connection', () => {
  it('reset breaks the connection before any header', async () => {
    const { server, client } = await startServer()
    server.mode('reset')
    await expect(client.chat.completions.create(streamed)).rejects.toBeInstanceOf(APIConnectionError)
    expect(server.requests[0]).toMatchObject({ outcome: 'broken', clientGone: false, sent: 0 })
  })

  it('stall-headers never answers; the client gives up and the server sees it', async () => {
    const { server, client } = await startServer()
    server.mode('stall-headers')
    await expect(client.chat.completions.create(streamed, { timeout: 50 })).rejects.toBeInstanceOf(APIConnectionTimeoutError)
    expect(await server.requests[0]?.ended).toBe('client_gone')
  })

  it.each([
    ['html-200', 'text/html; charset=utf-8', /^<!doctype html>/],
    ['json-200', 'application/json', /"object":"chat.completion"/],
    ['empty-body', 'text/event-stream', /^$/],
    ['wrong-content-type', 'text/plain', /^data: .*\[DONE\]\n\n$/s],
  ] as const)('%s is a 200 with another body', async (name, type, body) => {
    const { server } = await startServer()
    server.mode(name)
    const response = await post(server, streamed)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, type])
    expect(await response.text()).toMatch(body)
  })

  it.each(['slow-start', 'slow-first-token'] as const)('%s waits once, then all comes', async (name) => {
    const waits: number[] = []
    const { server, client } = await startServer({ wait: async (ms) => void waits.push(ms) })
    server.mode(name, { waitMs: 1234 })
    expect((await collect(client.chat.completions.create(streamed))).content).toBe(answer)
    expect(waits).toEqual([1234])
  })

  it('bytes cuts every event into small writes and nothing is lost', async () => {
    const { server, client } = await startServer()
    server.mode('ok', { bytes: 1 })
    expect((await collect(client.chat.completions.create(streamed))).content).toBe(answer)
    server.mode('crlf', { bytes: 3 })
    expect((await collect(client.chat.completions.create(streamed))).content).toBe(answer)
  })
})
