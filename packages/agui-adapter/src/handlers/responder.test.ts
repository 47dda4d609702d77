import { PfError } from '@pf/core'
import { afterEach, describe, expect, it } from 'vitest'
import type { Script } from '../test-support/memory-agent.ts'
import { authenticate, createPfServer, type PfServer, post, runInput } from '../test-support/pf-server.ts'
import { answer, events, failing, until, waiting } from '../test-support/streams.ts'
import { createPfHandlers } from './create-pf-handlers.ts'
import type { PfHandlerOptions } from './pf-handler-options.ts'

const open: PfServer[] = []

async function server(script: Script = answer, options: Partial<PfHandlerOptions> = {}) {
  const made = await createPfServer(script, options)
  open.push(made)
  return made
}

afterEach(async () => {
  for (const one of open.splice(0)) await one.close()
})

describe('authentication and origins', () => {
  const paths = [
    ['POST', '/agui/agent'],
    ['GET', '/agui/runs/r/events'],
    ['GET', '/agui/threads/t'],
    ['POST', '/agui/cancel'],
    ['GET', '/ui/components'],
    ['GET', '/artifacts/a'],
    ['GET', '/artifacts/a/meta'],
  ] as const

  it.each(paths)('%s %s answers 401 without an owner, before anything else is checked', async (method, path) => {
    const { url, agent } = await server(answer, { authenticate })
    const response = await fetch(url + path, {
      method,
      headers: { origin: 'https://evil.example', 'content-type': 'text/plain' },
      ...(method === 'POST' ? { body: 'x' } : {}),
    })
    expect([response.status, await response.json()]).toMatchObject([401, { code: 'unauthorized' }])
    expect(agent.inputs).toEqual([])
  })

  it('refuses a POST from an origin that is not on the list', async () => {
    const { url } = await server(answer, { cors: { origins: ['https://app.example'], credentials: true } })
    const from = async (headers: Record<string, string>) => (await post(url, runInput(), { headers })).status
    expect(await from({ origin: 'https://evil.example' })).toBe(403)
    expect(await from({ origin: 'null' })).toBe(403)
    expect(await from({ origin: 'https://app.example.evil.example', cookie: 'a=b' })).toBe(403)
    expect(await from({ origin: 'https://app.example', cookie: 'a=b' })).toBe(200)
    expect(await from({ origin: url, cookie: 'a=b' })).toBe(200)
    expect(await from({})).toBe(200)
  })

  it('requires an Origin for a request with cookies', async () => {
    const { url } = await server()
    const from = async (headers: Record<string, string>) => (await post(url, runInput(), { headers })).status
    expect(await from({ cookie: 'a=b' })).toBe(403)
    expect(await from({ cookie: 'a=b', 'sec-fetch-site': 'cross-site' })).toBe(403)
    expect(await from({ cookie: 'a=b', 'sec-fetch-site': 'same-origin' })).toBe(200)
    expect(await from({ cookie: 'a=b', 'sec-fetch-site': 'same-origin', origin: 'http://behind-a-proxy.example' })).toBe(200)
    expect(await from({ cookie: 'a=b', 'sec-fetch-site': 'same-site', origin: 'http://behind-a-proxy.example' })).toBe(403)
  })

  it('answers preflight requests for listed origins without authentication', async () => {
    const { url } = await server(answer, { authenticate, cors: { origins: ['https://app.example'], credentials: true } })
    const ask = (origin: string) =>
      fetch(`${url}/agui/agent`, {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' },
      })
    const allowed = await ask('https://app.example')
    expect(allowed.status).toBe(204)
    expect(Object.fromEntries(allowed.headers)).toMatchObject({
      'access-control-allow-origin': 'https://app.example',
      'access-control-allow-credentials': 'true',
      'access-control-allow-methods': 'POST, OPTIONS',
      vary: 'origin',
    })
    expect(allowed.headers.get('access-control-allow-headers')).toContain('last-event-id')
    const refused = await ask('https://evil.example')
    expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([403, null])
  })

  it('lets only listed origins read responses, including errors', async () => {
    const { url } = await server(answer, { authenticate, cors: { origins: ['https://app.example'] } })
    const from = async (origin: string) => (await fetch(`${url}/ui/components`, { headers: { origin } })).headers.get('access-control-allow-origin')
    expect(await from('https://app.example')).toBe('https://app.example')
    expect(await from('https://evil.example')).toBeNull()
  })

  it('lets any origin call without credentials when the list is *', async () => {
    const { url } = await server(answer, { cors: { origins: '*' } })
    const response = await post(url, runInput(), { headers: { origin: 'https://any.example' } })
    expect([response.status, response.headers.get('access-control-allow-origin'), response.headers.get('access-control-allow-credentials')]).toEqual([
      200,
      '*',
      null,
    ])
    expect((await post(url, runInput(), { headers: { origin: 'https://any.example', cookie: 'a=b' } })).status).toBe(403)
  })

  it('refuses a configuration that would let every site act with the user\u2019s cookies', () => {
    const make = (cors: PfHandlerOptions['cors']) => () =>
      createPfHandlers({ agent: failing({ after: 1 }), authenticate: () => undefined, ...(cors ? { cors } : {}) })
    expect(make({ origins: '*', credentials: true })).toThrow(/credentials/)
    expect(make({ origins: ['app.example', 'https://app.example/'] })).toThrow(/origins/)
  })

  it('answers 500 when authenticate itself fails', async () => {
    const { url } = await server(answer, { authenticate: () => Promise.reject(new Error('secret')) })
    const response = await fetch(`${url}/ui/components`)
    expect([response.status, (await response.text()).includes('secret')]).toEqual([500, false])
  })
})

describe('the other routes', () => {
  it('cancels a run with POST /agui/cancel once and only for its owner', async () => {
    const { url, agent } = await server(waiting, { authenticate })
    const input = runInput({ forwardedProps: { pf: {} }, protocolVersion: '1.0' })
    const response = await post(url, input, { headers: { 'x-user': 'a' } })
    const reader = await until(response, 'TEXT_MESSAGE_CONTENT')
    const cancel = (user: string, run_id: unknown) =>
      fetch(`${url}/agui/cancel`, { method: 'POST', body: JSON.stringify({ run_id }), headers: { 'content-type': 'application/json', 'x-user': user } })
    expect((await cancel('b', input.runId)).status).toBe(404)
    expect((await cancel('a', 'nobody')).status).toBe(404)
    expect((await cancel('a', 7)).status).toBe(400)
    expect(agent.cancelled).toEqual([])
    expect((await cancel('a', input.runId)).status).toBe(200)
    let rest = ''
    for (let step = await reader?.read(); step && !step.done; step = await reader?.read()) rest += new TextDecoder().decode(step.value)
    expect(rest).toContain('"outcome":{"type":"cancelled"}')
    expect((await cancel('a', input.runId)).status).toBe(404)
  })

  it('returns a thread to its owner only', async () => {
    const { url } = await server(answer, { authenticate })
    const input = runInput({ threadId: 'a b/c' })
    await events(await post(url, input, { headers: { 'x-user': 'a' } }))
    const get = (user: string) => fetch(`${url}/agui/threads/${encodeURIComponent('a b/c')}`, { headers: { 'x-user': user } })
    const response = await get('a')
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await response.json()).toMatchObject({
      messages: [
        { role: 'user', content: 'hello' },
        { role: 'assistant', content: 'Hello.' },
      ],
      components: [],
      pending: [],
      last_run_id: input.runId,
      last_seq: 5,
    })
    const unknown = await fetch(`${url}/agui/threads/nobody`, { headers: { 'x-user': 'b' } })
    for (const none of [await get('b'), unknown])
      expect([none.status, none.headers.get('cache-control'), none.headers.get('content-type'), await none.text()]).toEqual([204, 'no-store', null, ''])
  })

  it('lists the components with version, allowlist and counts', async () => {
    const { url } = await server()
    expect(await (await fetch(`${url}/ui/components`)).json()).toMatchObject({
      enabled: true,
      registry_version: '1',
      digest: 'd',
      allowlist: [],
      counts: { total: 0, enabled: 0 },
      components: [],
    })
  })

  it('answers unknown paths and wrong methods in JSON', async () => {
    const { url } = await server()
    for (const path of ['/', '/agui', '/agui/agent/', '/agui/runs//events', '/agui/runs/%E0%A4%A/events', '/constructor', '/agui/runs/a/b/events'])
      expect([path, (await fetch(url + path)).status]).toEqual([path, 404])
    const wrong = await fetch(`${url}/agui/agent`, { method: 'DELETE' })
    expect([wrong.status, wrong.headers.get('allow'), await wrong.json()]).toMatchObject([405, 'POST, OPTIONS', { code: 'method_not_allowed' }])
    expect((await fetch(`${url}/agui/agent`)).status).toBe(405)
  })

  it('answers HEAD like GET without a body', async () => {
    const { url, agent } = await server(waiting)
    const input = runInput({ forwardedProps: { pf: {} } })
    await (await until(await post(url, input), 'TEXT_MESSAGE_CONTENT'))?.cancel()
    for (const [path, type] of [
      ['/ui/components', 'application/json; charset=utf-8'],
      [`/agui/runs/${input.runId}/events`, 'text/event-stream'],
    ] as const) {
      const response = await fetch(url + path, { method: 'HEAD' })
      expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([200, type, ''])
    }
    await agent.cancel(input.runId, { owner: { id: 'u' } })
    await agent.idle()
    await agent.quiet()
  })

  it('serves and lists its routes below a base path', async () => {
    const { url, handlers } = await server(answer, { basePath: '/api/' })
    expect(handlers.routes.map(({ path }) => path)).toContain('/api/agui/runs/{run_id}/events')
    expect((await fetch(`${url}/api/ui/components`)).status).toBe(200)
    expect((await fetch(`${url}/ui/components`)).status).toBe(404)
    expect(() => createPfHandlers({ agent: failing({ after: 1 }), authenticate: () => undefined, basePath: 'api?x' })).toThrow(/basePath/)
  })

  it('has artifact routes only with an artifact store', () => {
    const { routes } = createPfHandlers({ agent: failing({ after: 1 }), authenticate: () => undefined })
    expect(routes.some(({ path }) => path.startsWith('/artifacts'))).toBe(false)
  })
})

describe('a store that fails', () => {
  const failures: [string, PfError, number, object][] = [
    [
      'cannot be reached',
      new PfError('store_failed', 'connect ECONNREFUSED 10.0.0.7'),
      503,
      { code: 'store_failed', error: expect.stringMatching(/^The store of the server/) },
    ],
    [
      'is full',
      new PfError('storage_full', 'No space left in /srv/data'),
      507,
      { code: 'storage_full', error: expect.stringMatching(/^The storage of the server is full/) },
    ],
    [
      'has as many runs of the owner as it may have',
      new PfError('storage_full', 'This owner has 5 stored runs', { fields: { limit: 5 } }),
      507,
      { code: 'storage_full', error: expect.stringMatching(/^You have as many stored conversations/) },
    ],
  ]
  it.each(failures)('because it %s is not called a fault of the host, and the host gets the error', async (_, thrown, status, body) => {
    const server = await createPfServer(answer)
    open.push(server)
    server.stores.artifacts.head = async () => Promise.reject(thrown)
    const response = await fetch(`${server.url}/artifacts/a/meta`)
    expect([response.status, await response.json(), response.headers.get('retry-after')]).toEqual([status, body, status === 503 ? '1' : null])
    expect(server.errors.at(-1)).toBe(thrown)
  })
})
