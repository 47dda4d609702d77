import { afterEach, describe, expect, it } from 'vitest'
import { authenticate, createPfServer, type PfServer } from '../test-support/pf-server.ts'
import { answer } from '../test-support/streams.ts'

let server: PfServer
afterEach(() => server.close())

const get = async (path: string) => {
  const response = await fetch(server.url + path)
  return [response.status, await response.json()]
}

describe('health and readiness', () => {
  it('need no owner and are not limited', async () => {
    server = await createPfServer(answer, { authenticate, rateLimits: { requests: { burst: 1, perMinute: 1 } } })
    for (let round = 0; round < 5; round += 1) {
      expect(await get('/healthz')).toEqual([200, { status: 'ok' }])
      expect(await get('/readyz')).toEqual([200, { status: 'ready' }])
    }
    expect((await fetch(`${server.url}/readyz`, { method: 'HEAD' })).status).toBe(200)
    expect((await fetch(`${server.url}/healthz`, { method: 'POST' })).status).toBe(405)
  })

  it('a server whose store cannot be written is alive and not ready, tells the host why and the caller nothing', async () => {
    let failing = true
    const check = async () => {
      if (failing) throw new Error('disk full on /secret')
    }
    server = await createPfServer(answer, { check })
    expect(await get('/readyz')).toEqual([503, { error: 'The store cannot be written.', code: 'unavailable' }])
    expect(await get('/healthz')).toEqual([200, { status: 'ok' }])
    expect(server.errors).toEqual([expect.objectContaining({ message: 'disk full on /secret' })])
    failing = false
    expect((await get('/readyz'))[0]).toBe(200)
  })

  it('a store that does not answer is not ready', async () => {
    server = await createPfServer(answer, { check: () => new Promise(() => undefined) })
    expect(await get('/readyz')).toMatchObject([503, { code: 'unavailable' }])
  })

  it('a server that is closing is alive and not ready', async () => {
    server = await createPfServer(answer)
    await server.handlers.close()
    expect(await get('/readyz')).toMatchObject([503, { code: 'unavailable' }])
    expect((await get('/healthz'))[0]).toBe(200)
  })
})
