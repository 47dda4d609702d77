import { HttpAgent, type Message } from '@ag-ui/client'
import { HttpAgent as OlderAgent } from 'ag-ui-client-0.0.59'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Script } from '../../test-support/memory-agent.ts'
import type { Read } from '../../test-support/order-machine.ts'
import { createPfServer, type PfServer } from '../../test-support/pf-server.ts'
import { scenarios } from '../../test-support/scenarios.ts'
import { waiting } from '../../test-support/streams.ts'
import { afterBytes, afterEvents, type Cut, createTcpProxy } from '../../test-support/tcp-proxy.ts'
import { createResumingFetch } from './create-resuming-fetch.ts'
import { ResumableHttpAgent } from './resumable-http-agent.ts'

const quick = { retryMs: 1 }
const fetchOf = createResumingFetch(quick)
type Config = { url: string; threadId: string; initialMessages: Message[]; headers?: Record<string, string> }
const agents = {
  'ResumableHttpAgent over 1.0.0': (config: Config) => new ResumableHttpAgent({ ...config, ...quick }),
  'the 1.0.0 agent with the fetch': (config: Config) => new HttpAgent({ ...config, fetch: fetchOf }),
  'the 0.0.59 agent with the fetch': (config: Config) => new OlderAgent({ ...config, fetch: fetchOf } as never) as unknown as HttpAgent,
}
type Make = (config: Config) => HttpAgent

const open: { close(): Promise<void> }[] = []
let count = 0
const kept = <T extends { close(): Promise<void> }>(made: T): T => {
  open.push(made)
  return made
}
afterEach(async () => {
  vi.restoreAllMocks()
  for (const one of open.splice(0).reverse()) await one.close()
})

const start = (make: Make, url: string, more: Partial<Config> = {}) => {
  count += 1
  return make({ url: `${url}/agui/agent`, threadId: `t${count}`, initialMessages: [{ id: 'u1', role: 'user', content: 'hello' }], ...more })
}

async function run(agent: HttpAgent, runId: string) {
  const events: Read[] = []
  const result = await agent.runAgent({ runId }, { onEvent: ({ event }) => void events.push({ ...event }) })
  return { events, messages: agent.messages, result: result.result }
}

const through = async (server: PfServer, cuts: readonly Cut[]) => kept(await createTcpProxy(server.url, cuts))

describe.each(Object.entries(agents))('%s', (_name, make) => {
  const server = async (script: Script) => kept(await createPfServer(script))

  it('reads a run that is cut again and again as if it had not been cut', async () => {
    const { everything } = scenarios
    const whole = await run(start(make, (await server(everything)).url), 'r')
    for (const cuts of [[afterEvents(0)], [afterEvents(1)], [afterBytes(333), afterBytes(200), afterEvents(0), afterEvents(2), afterBytes(700)]]) {
      const cut = await server(everything)
      const proxy = await through(cut, cuts)
      const agent = start(make, proxy.url)
      agent.threadId = 't1'
      const { events, messages, result } = await run(agent, 'r')
      expect(events.length).toBe(whole.events.length)
      expect(messages).toEqual(whole.messages)
      expect(result).toEqual(whole.result)
      expect(cut.agent.inputs).toHaveLength(1)
      expect(proxy.connections()).toBeGreaterThan(cuts.length)
    }
  })

  it('removes a withdrawn answer also when the connection was lost before it was withdrawn', async () => {
    const whole = await run(start(make, (await server(scenarios.reset)).url), 'r')
    expect(JSON.stringify(whole.messages)).not.toContain('Wrong')
    for (let index = 0; index < whole.events.length; index++) {
      const proxy = await through(await server(scenarios.reset), [afterEvents(index)])
      expect([index, (await run(start(make, proxy.url), 'r')).messages]).toEqual([index, whole.messages])
    }
  })

  it('receives an error response unchanged and sends one request', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const { url, agent } = await server(waiting)
    const first = start(make, url)
    const running = first.runAgent({ runId: 'first' }, { onTextMessageContentEvent: () => second.runAgent({ runId: 'second' }).then(fail, refused) })
    const second = start(make, url, { threadId: first.threadId })
    const failure = Promise.withResolvers<unknown>()
    const refused = (error: unknown) => failure.resolve(error)
    const fail = () => failure.reject(new Error('was not refused'))
    expect(await failure.promise).toMatchObject({ status: 409, payload: { code: 'busy', run_id: 'first' } })
    first.abortRun()
    await running.catch(() => {})
    await agent.quiet()
  })

  it('leaves the connection when it is aborted, and does not come back', async () => {
    let asked = 0
    const authenticate = () => {
      asked += 1
      return { id: 'u' }
    }
    const made = kept(await createPfServer(waiting, { authenticate }))
    const agent = start(make, made.url)
    const running = agent.runAgent({ runId: 'r' }, { onTextMessageContentEvent: () => agent.abortRun() })
    await running.catch((error: unknown) => expect(error).toMatchObject({ name: 'AbortError' }))
    await made.agent.quiet()
    expect(asked).toBe(1)
  })

  it('sends its own headers with every request', async () => {
    const seen: (string | null)[] = []
    const authenticate = (request: Request) => {
      seen.push(`${request.method} ${request.headers.get('authorization')} ${request.headers.get('content-type')} ${request.headers.get('last-event-id')}`)
      return { id: 'u' }
    }
    const made = kept(await createPfServer(scenarios.answer, { authenticate }))
    const proxy = await through(made, [afterEvents(2)])
    await run(start(make, proxy.url, { headers: { authorization: 'Bearer x' } }), 'r')
    expect(seen).toEqual(['POST Bearer x application/json null', 'POST Bearer x application/json 2.0'])
  })

  it('fails with the reason when the run is lost after a restart of the server', async () => {
    const before = await server(waiting)
    const proxy = await through(before, [afterEvents(3)])
    const after = await server(waiting)
    const agent = start(make, proxy.url)
    agent.fetch = createResumingFetch({
      ...quick,
      fetch: (url, init) => fetch(new Headers(init.headers).has('last-event-id') ? url.replace(proxy.url, after.url) : url, init),
    })
    const { events } = await run(agent, 'r')
    expect(events.at(-1)).toMatchObject({ type: 'RUN_ERROR', code: 'not_found', message: expect.stringContaining('restart') })
  })
})
