import { HttpAgent } from '@ag-ui/client'
import { type ConnectionStatus, type DraftPort, PfError, type TaskPort } from '@pf/core'
import { createTokenBuckets } from '@pf/core/internal'
import { createMemoryStore } from '@pf/core/memory'
import { HttpAgent as OlderAgent } from 'ag-ui-client-0.0.59'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ResumableHttpAgent } from '../client/agui/resumable-http-agent.ts'
import { createRunClient } from '../client/create-run-client.ts'
import { createPfHandlers } from '../handlers/create-pf-handlers.ts'
import type { PfHandlerOptions } from '../handlers/pf-handler-options.ts'
import { authenticate, createPfServer, type PfServer, post, runInput } from '../test-support/pf-server.ts'
import { answer } from '../test-support/streams.ts'

const open: PfServer[] = []
const server = async (options: Partial<PfHandlerOptions>) => {
  const made = await createPfServer(answer, options)
  open.push(made)
  return made
}
afterEach(async () => {
  for (const one of open.splice(0)) await one.close()
})

const slowly = { burst: 1, perMinute: 1 }
/** Allows one request immediately, and then one per second. */
const everySecond = { burst: 1, perMinute: 60 }

/** Counts requests by a clock that moves only with `advance`. */
function createSteppedStore() {
  let time = 0
  const store = createTokenBuckets({ now: () => time })
  return {
    store,
    advance: (ms: number) => {
      time += ms
    },
  }
}
const asUser = (user: string, headers: Record<string, string> = {}) => ({ headers: { 'x-user': user, ...headers } })

describe('requests of one owner are limited', () => {
  it('[003-ph-15] on every route that has an owner, with 429, Retry-After and a code, before the route is asked', async () => {
    const untouched = new Proxy({}, { get: () => () => Promise.reject(new Error('A refused request reached a port.')) })
    const { pending } = createMemoryStore()
    const options = { pending, drafts: untouched as DraftPort, tasks: untouched as TaskPort, rateLimits: { requests: slowly } }
    const { url, handlers, agent, errors } = await server({ ...options, authenticate })
    await fetch(`${url}/agui/threads/t`, asUser('a'))
    // A load balancer has no credential and must always get a response.
    const health = ['/healthz', '/readyz']
    for (const path of health) expect((await fetch(url + path)).status, path).toBe(200)
    const routes = handlers.routes.filter(({ path }) => !health.includes(path))
    expect(routes.length).toBeGreaterThan(20)
    for (const { method, path } of routes) {
      const type = path === '/artifacts' && method === 'POST' ? 'multipart/form-data; boundary=b' : 'application/json'
      const init = { method, ...asUser('a', { 'content-type': type }), ...(method === 'POST' ? { body: '{}' } : {}) }
      const response = await fetch(url + path.replace(/\{\w+\}/g, 'x'), init)
      const body = (await response.json()) as { error: string; retry_after_ms: number }
      expect([path, response.status, body]).toMatchObject([path, 429, { code: 'rate_limited' }])
      expect(Number(response.headers.get('retry-after'))).toBe(Math.ceil(body.retry_after_ms / 1_000))
      expect(body.error).toBe(`Too many requests. Try again in ${response.headers.get('retry-after')} s.`)
    }
    expect([agent.inputs, errors]).toEqual([[], []])
    expect((await fetch(`${url}/agui/threads/t`, asUser('b'))).status).toBe(204)
  })

  it('[003-ph-15] and a request is accepted after the time of the refusal', async () => {
    const { store, advance } = createSteppedStore()
    const { url } = await server({ rateLimits: { requests: everySecond, store } })
    const read = () => fetch(`${url}/ui/components`)
    expect((await read()).status).toBe(200)
    const refused = await read()
    expect(refused.status).toBe(429)
    advance(Number(refused.headers.get('retry-after')) * 1_000)
    expect((await read()).status).toBe(200)
  })

  it('with a lower limit for requests with which the model begins to work', async () => {
    const { url, agent } = await server({ rateLimits: { runs: slowly } })
    expect((await post(url, runInput())).status).toBe(200)
    expect(await (await post(url, runInput())).json()).toMatchObject({ code: 'rate_limited' })
    expect((await fetch(`${url}/ui/components`)).status).toBe(200)
    expect(agent.inputs).toHaveLength(1)
  })

  it('over all servers that count in one store', async () => {
    const { rateLimits: store } = createMemoryStore()
    const rateLimits = { requests: { burst: 5, perMinute: 1 }, ...(store ? { store } : {}) }
    const urls = [(await server({ rateLimits })).url, (await server({ rateLimits })).url]
    const statuses = await Promise.all(Array.from({ length: 20 }, async (_, at) => (await fetch(`${urls[at % 2]}/ui/components`)).status))
    expect(statuses.filter((status) => status === 200)).toHaveLength(5)
  })

  it('and neither a page of another origin nor somebody without a credential uses up what an owner may send', async () => {
    const { url } = await server({ authenticate, rateLimits: { requests: slowly } })
    for (let attempt = 0; attempt < 5; attempt += 1) {
      expect((await post(url, runInput(), asUser('a', { origin: 'https://evil.example' }))).status).toBe(403)
      expect((await fetch(`${url}/ui/components`)).status).toBe(401)
    }
    expect((await fetch(`${url}/ui/components`, asUser('a'))).status).toBe(200)
  })

  it.each([
    [null, /^rateLimits must be/],
    [true, /^rateLimits must be/],
    [{ requests: { burst: 0, perMinute: 1 } }, /^rateLimits.requests must be/],
    [{ runs: { burst: 1 } }, /^rateLimits.runs must be/],
    [{ runs: { burst: 1, perMinute: Number.POSITIVE_INFINITY } }, /^rateLimits.runs must be/],
    [{ store: {} }, /^rateLimits.store must be/],
    [{ request: slowly }, /^rateLimits has no option request/],
  ])('and invalid options are refused: %o', (rateLimits, fault) => {
    const create = () => createPfHandlers({ agent: { start() {} }, authenticate: () => ({ id: 'u' }), rateLimits } as unknown as PfHandlerOptions)
    expect(create).toThrow(expect.objectContaining({ code: 'invalid_config', fields: { faults: [expect.stringMatching(fault)] } }))
  })
})

const message = { id: 'u', role: 'user' as const, content: 'hello' }

describe("pf's client", () => {
  it('shows that a run waits for the server, and begins it after the time', async () => {
    const { url, agent } = await server({ rateLimits: { runs: everySecond } })
    await (await post(url, runInput())).text()
    const statuses: ConnectionStatus[] = []
    const types: string[] = []
    const started = performance.now()
    const events = createRunClient({ baseUrl: url, retryMs: 1 }).start(
      { thread_id: 't', run_id: 'r', messages: [message] },
      { onStatus: (status) => statuses.push(status) },
    )
    for await (const { event } of events) types.push(event.type)
    expect(statuses).toEqual(['connecting', 'rate_limited', 'open', 'closed'])
    expect([types[0], types.at(-1), agent.inputs.length]).toEqual(['RUN_STARTED', 'RUN_FINISHED', 2])
    expect(performance.now() - started).toBeGreaterThan(900)
  })

  it('sends other requests again after a short time', async () => {
    const { url } = await server({ rateLimits: { requests: everySecond } })
    const client = createRunClient({ baseUrl: url })
    expect(await client.thread('t')).toBeUndefined()
    expect(await client.cancel('r')).toBe(false)
  })

  it('rejects with the time when it is long', async () => {
    const { url } = await server({ rateLimits: { requests: { burst: 1, perMinute: 1 }, runs: everySecond } })
    const client = createRunClient({ baseUrl: url, retryMs: 1 })
    await client.catalog()
    const failure = await client.catalog().catch((error: unknown) => error)
    expect(PfError.isInstance(failure) && [failure.code, failure.message]).toEqual([
      'rate_limited',
      expect.stringMatching(/^Too many requests. Try again in \d+ s\.$/),
    ])
  })
})

const generations = { '1.0.0': HttpAgent, '0.0.59': OlderAgent as unknown as typeof HttpAgent }

describe.each(Object.entries(generations))('the real @ag-ui/client %s', (_, Agent) => {
  it('reports the refusal with its text and works again after the time', async () => {
    vi.spyOn(console, 'error').mockReturnValue()
    const { store, advance } = createSteppedStore()
    const { url } = await server({ rateLimits: { runs: everySecond, store } })
    await (await post(url, runInput())).text()
    const agent = new Agent({ url: `${url}/agui/agent`, threadId: 't', initialMessages: [message] })
    const failures: Error[] = []
    await agent.runAgent({ runId: 'r' }, { onRunFailed: ({ error }) => void failures.push(error) }).catch((error: Error) => failures.push(error))
    expect(failures[0]).toMatchObject({ status: 429, message: expect.stringContaining('Too many requests. Try again in 1 s.') })
    advance(1_000)
    await agent.runAgent({ runId: 'r2' })
    expect(agent.messages.at(-1)).toMatchObject({ role: 'assistant' })
    vi.restoreAllMocks()
  })
})

it('ResumableHttpAgent begins the run after the time', async () => {
  const { url } = await server({ rateLimits: { runs: everySecond } })
  await (await post(url, runInput())).text()
  const agent = new ResumableHttpAgent({ url: `${url}/agui/agent`, threadId: 't', initialMessages: [message], retryMs: 1 })
  await agent.runAgent({ runId: 'r' })
  expect(agent.messages.at(-1)).toMatchObject({ role: 'assistant' })
})
