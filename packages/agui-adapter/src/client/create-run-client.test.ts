import { type ConnectionStatus, PfError, type WireEvent } from '@pf/core'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { finish, text } from '../test-support/log.ts'
import type { Script } from '../test-support/memory-agent.ts'
import { createPfServer, type PfServer } from '../test-support/pf-server.ts'
import { type Served, serve } from '../test-support/serve.ts'
import { answer, waiting } from '../test-support/streams.ts'
import { createRunClient } from './create-run-client.ts'
import type { RunClientOptions } from './options.ts'

const open: { close(): Promise<void> }[] = []
let count = 0

async function server(script: Script = answer): Promise<PfServer> {
  const made = await createPfServer(script)
  open.push(made)
  return made
}

async function stand(handle: (request: Request) => Promise<Response>): Promise<Served> {
  const made = await serve(handle)
  open.push(made)
  return made
}

const request = () => {
  count += 1
  return { thread_id: `t${count}`, run_id: `r/${count}`, messages: [{ id: `u${count}`, role: 'user', content: 'hello' }] }
}

async function all(events: AsyncIterable<WireEvent>): Promise<WireEvent[]> {
  const seen = []
  for await (const event of events) seen.push(event)
  return seen
}

const quick = (baseUrl: string, options: RunClientOptions = {}) => createRunClient({ baseUrl, retryMs: 1, ...options })

async function codeOf(promise: Promise<unknown>) {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  return PfError.isInstance(error) ? [error.code, error.fields] : error
}

afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close()
})

/** Creates a proxy that cuts event streams after a number of bytes, once for each entry of `cuts`. */
function cutting(target: () => string, cuts: number[]) {
  const seen: { method: string; path: string; lastEventId: string | null }[] = []
  const handle = async (incoming: Request) => {
    const { pathname, search } = new URL(incoming.url)
    seen.push({ method: incoming.method, path: pathname, lastEventId: incoming.headers.get('last-event-id') })
    const body = incoming.method === 'POST' ? await incoming.text() : undefined
    const response = await fetch(target() + pathname + search, { method: incoming.method, headers: incoming.headers, ...(body ? { body } : {}) })
    const isStream = response.headers.get('content-type') === 'text/event-stream'
    const cut = isStream ? cuts.shift() : undefined
    if (cut === undefined || !response.body) return new Response(response.body, { status: response.status, headers: response.headers })
    const bytes = new Uint8Array(await response.arrayBuffer())
    let sent = false
    const piece = new ReadableStream({
      pull(controller) {
        if (sent) return controller.error(new Error('cut'))
        sent = true
        controller.enqueue(bytes.slice(0, cut))
      },
    })
    return new Response(piece, { status: response.status, headers: response.headers })
  }
  return { handle, seen }
}

describe('createRunClient', () => {
  it("streams a run and identifies itself as pf's client with its protocol version", async () => {
    const { url, agent } = await server()
    const statuses: ConnectionStatus[] = []
    const events = await all(
      quick(url).start(
        { ...request(), state: { a: 1 }, forwarded_props: { pf: { action: { action_id: 'x' } }, host: 1 } },
        { onStatus: (status) => statuses.push(status) },
      ),
    )
    expect(events.map(({ event }) => event.type)).toEqual([
      'RUN_STARTED',
      'TEXT_MESSAGE_START',
      'TEXT_MESSAGE_CONTENT',
      'TEXT_MESSAGE_CONTENT',
      'TEXT_MESSAGE_END',
      'RUN_FINISHED',
    ])
    expect(events[0]?.id).toBe('1.0')
    expect(statuses).toEqual(['connecting', 'open', 'closed'])
    expect(agent.inputs[0]).toMatchObject({ client: { protocol_version: '1.0', pf: {} }, state: { a: 1 }, context: [{ value: '{"action_id":"x"}' }] })
  })

  it('receives every event exactly once, wherever the connection is cut', async () => {
    const { url } = await server()
    const first = request()
    const whole = await all(quick(url).start(first))
    const size = (await (await fetch(`${url}/agui/runs/${encodeURIComponent(first.run_id)}/events`)).arrayBuffer()).byteLength
    for (let cut = 0; cut < size; cut += 13) {
      const proxy = cutting(() => url, [cut, cut])
      const { url: cutUrl, close } = await serve(proxy.handle)
      expect(await all(quick(cutUrl).start(first))).toEqual(whole)
      await close()
    }
  })

  it('reconnects with Last-Event-ID and never starts the run again after its first event', async () => {
    const { url, agent } = await server()
    const proxy = cutting(() => url, [330])
    const { url: cutUrl } = await stand(proxy.handle)
    const statuses: ConnectionStatus[] = []
    const input = request()
    await all(quick(cutUrl).start(input, { onStatus: (status) => statuses.push(status) }))
    expect(proxy.seen).toMatchObject([
      { method: 'POST', path: '/agui/agent' },
      { method: 'GET', path: `/agui/runs/${encodeURIComponent(input.run_id)}/events`, lastEventId: expect.stringMatching(/^[12]\.0$/) },
    ])
    expect(statuses).toEqual(['connecting', 'open', 'reconnecting', 'open', 'closed'])
    expect(agent.inputs).toHaveLength(1)
  })

  it('repeats a request that got no response', async () => {
    const { url, agent } = await server()
    const proxy = cutting(() => url, [])
    let refusals = 2
    const { url: flaky } = await stand(async (incoming) => {
      if (refusals > 0) {
        refusals -= 1
        return new Response('busy elsewhere', { status: 503 })
      }
      return proxy.handle(incoming)
    })
    expect((await all(quick(flaky).start(request()))).at(-1)?.event.type).toBe('RUN_FINISHED')
    expect(agent.inputs).toHaveLength(1)
  })

  it('fails with network after its attempts, counting only those without a new event', async () => {
    let asked = 0
    const { url } = await stand(async () => {
      asked += 1
      return new Response('x', { status: 502 })
    })
    expect(await codeOf(all(quick(url, { maxAttempts: 3 }).start(request())))).toMatchObject(['network', {}])
    expect(asked).toBe(3)
    const nobody = quick('http://127.0.0.1:1', { maxAttempts: 2 })
    expect(await codeOf(all(nobody.start(request())))).toMatchObject(['network', {}])
  })

  it('reports the error of the last attempt as the cause', async () => {
    const fault = new Error('no token')
    const headers = () => {
      throw fault
    }
    const failed = all(quick('http://127.0.0.1:1', { maxAttempts: 2, headers }).start(request()))
    await expect(failed).rejects.toMatchObject({ code: 'network', cause: fault })
  })

  it('attaches to a run after an event and ends without an error when no event is left', async () => {
    const { url } = await server()
    const input = request()
    const whole = await all(quick(url).start(input))
    expect(await all(quick(url).attach(input.run_id))).toEqual(whole)
    expect(await all(quick(url).attach(input.run_id, '4.0'))).toEqual(whole.slice(5))
    expect(await all(quick(url).attach(input.run_id, '5.0'))).toEqual([])
  })

  it('throws the error of the server with its fields', async () => {
    const { url, agent } = await server(waiting)
    const client = quick(url)
    const input = request()
    for await (const { event } of client.start(input)) if (event.type === 'TEXT_MESSAGE_CONTENT') break
    expect(await codeOf(all(client.start({ ...request(), thread_id: input.thread_id })))).toMatchObject(['busy', { run_id: input.run_id, status: 409 }])
    expect(await codeOf(all(client.start({ ...request(), messages: [] })))).toMatchObject(['invalid_input', { issues: [{ pointer: '/messages' }] }])
    expect(await codeOf(all(client.attach('nobody')))).toMatchObject(['not_found', {}])
    await client.cancel(input.run_id)
    await agent.idle()
  })

  it.each([
    [401, 'unauthorized'],
    [403, 'forbidden_origin'],
    [413, 'too_large'],
    [415, 'unsupported_media_type'],
  ])('does not retry after status %i', async (status, code) => {
    let asked = 0
    const { url } = await stand(async () => {
      asked += 1
      return new Response('{}', { status })
    })
    expect(await codeOf(all(quick(url).start(request())))).toMatchObject([code, {}])
    expect(asked).toBe(1)
  })

  it.each([
    ['a page', new Response('<html>', { headers: { 'content-type': 'text/html' } })],
    ['no JSON', new Response('data: {"a"\n\n', { headers: { 'content-type': 'text/event-stream' } })],
    ['no event', new Response('data: [1]\n\n', { headers: { 'content-type': 'text/event-stream' } })],
  ])('treats %s as a protocol error', async (_what, response) => {
    const client = createRunClient({ fetch: async () => response })
    expect(await codeOf(all(client.start(request())))).toMatchObject(['protocol', {}])
  })

  it('reconnects at once when the browser is online again', async () => {
    const network = new EventTarget()
    vi.stubGlobal('addEventListener', network.addEventListener.bind(network))
    vi.stubGlobal('removeEventListener', network.removeEventListener.bind(network))
    try {
      let isDown = true
      const { url } = await server()
      const offline = ((input, init) => (isDown ? Promise.reject(new TypeError('Failed to fetch')) : fetch(input, init))) as typeof fetch
      const client = createRunClient({ baseUrl: url, fetch: offline, retryMs: 10_000 })
      const onStatus = (status: ConnectionStatus) => {
        if (status !== 'reconnecting') return
        isDown = false
        setTimeout(() => network.dispatchEvent(new Event('online')))
      }
      expect((await all(client.start(request(), { onStatus }))).at(-1)?.event.type).toBe('RUN_FINISHED')
    } finally {
      vi.unstubAllGlobals()
    }
  })

  it('ends silently when its signal aborts, also while it waits to reconnect', async () => {
    const { url, agent } = await server(waiting)
    const stop = new AbortController()
    const input = request()
    const seen = []
    for await (const { event } of quick(url).start(input, { signal: stop.signal })) {
      seen.push(event.type)
      if (event.type === 'TEXT_MESSAGE_CONTENT') stop.abort()
    }
    expect(seen.at(-1)).toBe('TEXT_MESSAGE_CONTENT')
    const slow = createRunClient({ baseUrl: 'http://127.0.0.1:1', retryMs: 60_000 })
    const later = new AbortController()
    await all(slow.start(request(), { signal: later.signal, onStatus: (status) => status === 'reconnecting' && later.abort() }))
    expect(agent.cancelled).toEqual([])
    await quick(url).cancel(input.run_id)
    await agent.idle()
    await agent.quiet()
  })

  it('closes the connection when its reader stops', async () => {
    const { url, agent } = await server(waiting)
    const input = request()
    for await (const { event } of quick(url).start(input)) if (event.type === 'TEXT_MESSAGE_CONTENT') break
    await agent.quiet()
    expect(await quick(url).cancel(input.run_id)).toBe(true)
    await agent.idle()
  })

  it('returns the events before an error, then throws', async () => {
    const stream = 'data: {"type":"A"}\n\ndata: {"type":"B"}\n\ndata: {"no":1}\n\ndata: {"type":"C"}\n\n'
    const client = createRunClient({ fetch: async () => new Response(stream, { headers: { 'content-type': 'text/event-stream' } }) })
    const seen: string[] = []
    const reading = (async () => {
      for await (const { event } of client.attach('r')) seen.push(event.type)
    })()
    expect(await codeOf(reading)).toMatchObject(['protocol', {}])
    expect(seen).toEqual(['A', 'B'])
  })

  it('skips repeated events of a stream without ids, and advances with ids that have no event', async () => {
    const asked: (string | null)[] = []
    const parts = [
      'data: {"type":"A"}\n\ndata: {"type":"B"}\n\n',
      'data: {"type":"A"}\n\ndata: {"type":"B"}\n\ndata: {"type":"C"}\n\nid: 7\n\n',
      'id: 8\ndata: {"type":"RUN_FINISHED"}\n\n',
    ]
    const client = createRunClient({
      retryMs: 1,
      fetch: async (_url, init) => {
        asked.push(`${init?.method ?? 'GET'} ${new Headers(init?.headers).get('last-event-id')}`)
        return new Response(parts[asked.length - 1], { headers: { 'content-type': 'text/event-stream' } })
      },
    })
    expect((await all(client.start(request()))).map(({ event }) => event.type)).toEqual(['A', 'B', 'C', 'RUN_FINISHED'])
    expect(asked).toEqual(['POST null', 'POST null', 'GET 7'])
  })

  it('answers concurrent calls of next in order', async () => {
    const { url } = await server()
    const events = quick(url).start(request())[Symbol.asyncIterator]()
    const steps = await Promise.all(Array.from({ length: 8 }, () => events.next()))
    expect(steps.map(({ value }) => value?.id)).toEqual(['1.0', '2.0', '2.1', '3.0', '4.0', '5.0', undefined, undefined])
    expect(await events.return?.()).toEqual({ done: true, value: undefined })
    expect(await events.next()).toMatchObject({ done: true })
  })

  it('replaces a connection that is silent for too long by a new one', async () => {
    let go = () => {}
    const held = new Promise<void>((resolve) => {
      go = resolve
    })
    const { url } = await server(async (run) => {
      await run.emit(text('Hel', 'm:1'))
      await held
      await run.emit(text('lo.', 'm:1'), finish('answer', 'Hello.'))
    })
    const onStatus = (status: ConnectionStatus) => status === 'reconnecting' && go()
    const events = await all(quick(url, { idleMs: 40, maxAttempts: 99 }).start(request(), { onStatus }))
    expect(events.map(({ id }) => id)).toEqual(['1.0', '2.0', '2.1', '3.0', '4.0', '4.1'])
  })

  it('reads the response for every split of its bytes', async () => {
    const bytes = new TextEncoder().encode(
      'retry: 1\n\nid: 1.0\ndata: {"type":"CUSTOM","name":"n","value":"\u{1f600}\u2028"}\n\n: ping\n\nid: 2.0\ndata: {"type":"RUN_FINISHED"}\n\n',
    )
    const cuts = Array.from({ length: bytes.length + 1 }, (_, cut) => [bytes.slice(0, cut), bytes.slice(cut)])
    for (const pieces of [...cuts, Array.from(bytes, (byte) => Uint8Array.of(byte))]) {
      const stream = new ReadableStream({
        start(controller) {
          for (const piece of pieces) controller.enqueue(piece)
          controller.close()
        },
      })
      const client = createRunClient({ fetch: async () => new Response(stream, { headers: { 'content-type': 'text/event-stream' } }) })
      expect(await all(client.attach('r'))).toEqual([
        { id: '1.0', event: { type: 'CUSTOM', name: 'n', value: '\u{1f600}\u2028' } },
        { id: '2.0', event: { type: 'RUN_FINISHED' } },
      ])
    }
  })

  it('sends the headers of the host, evaluated for each request', async () => {
    let token = 0
    const seen: (string | null)[] = []
    const { url } = await stand(async (incoming) => {
      seen.push(incoming.headers.get('authorization'))
      return new Response('{}', { status: 404 })
    })
    const client = quick(`${url}/`, {
      headers: () => {
        token += 1
        return { authorization: `Bearer ${token}` }
      },
    })
    await client.thread('a')
    await client.thread('b')
    expect(seen).toEqual(['Bearer 1', 'Bearer 2'])
  })
})

describe('requests without a stream', () => {
  it('call the routes of the server', async () => {
    const { url, stores } = await server()
    const client = quick(url)
    const input = request()
    await all(client.start(input))
    expect(await client.thread(input.thread_id)).toMatchObject({ last_run_id: input.run_id, messages: [{ content: 'hello' }, { content: 'Hello.' }] })
    expect(await client.thread('nothing')).toBeUndefined()
    expect(await client.cancel(input.run_id)).toBe(false)
    expect(await client.catalog()).toMatchObject({ enabled: true })
    const { artifact_id } = await stores.artifacts.put({ owner: { id: 'u' } }, new TextEncoder().encode('[1,2,3]'), {
      media_type: 'application/json',
      source_tool: 't',
      run_id: 'r',
    })
    expect(await client.page(artifact_id, '', 1, 1)).toEqual({ items: [2], offset: 1, total: 3 })
    expect(await codeOf(client.page('nothing', '', 0, 1))).toMatchObject(['not_found', {}])
    expect(await client.answer({ interaction_id: 'i' }, { result: 1 })).toEqual({ status: 'unknown' })
  })

  it.each([204, 404])('a thread that the server answers with %i does not exist', async (status) => {
    const { url } = await stand(async () => new Response(null, { status }))
    expect(await quick(url).thread('t')).toBeUndefined()
  })

  it.each([
    [200, { status: 'accepted', run_id: 'r' }, { status: 'accepted', run_id: 'r' }],
    [200, { status: 'repeated', run_id: 'r' }, { status: 'repeated', run_id: 'r' }],
    [400, { issues: [{ code: 'x', pointer: '' }] }, { status: 'invalid', issues: [{ code: 'x', pointer: '' }] }],
    [404, {}, { status: 'unknown' }],
    [409, { hash: 'h' }, { status: 'conflict', hash: 'h' }],
    [410, {}, { status: 'gone' }],
  ])('an answer with the response %i %o has a result', async (status, body, result) => {
    const { url } = await stand(async () => new Response(JSON.stringify(body), { status }))
    expect(await quick(url).answer({ thread_id: 't', run_id: 'r', tool_call_id: 'c' }, { cancelled: true })).toEqual(result)
  })

  it('an answer is sent again only when no server processed it', async () => {
    const statuses = [503, 429, 200]
    const bodies: string[] = []
    const { url } = await stand(async (incoming) => {
      bodies.push(await incoming.text())
      return new Response(JSON.stringify({ status: 'accepted', run_id: 'r' }), { status: statuses[bodies.length - 1] ?? 500 })
    })
    expect(await quick(url).answer({ interaction_id: 'i' }, { result: 1 })).toEqual({ status: 'accepted', run_id: 'r' })
    expect(new Set(bodies)).toEqual(new Set(['{"interaction_id":"i","result":1}']))
    expect(await codeOf(quick(url).answer({ interaction_id: 'i' }, { result: 1 }))).toMatchObject(['network', { status: 500 }])
    expect(bodies).toHaveLength(7)
  })

  it.each([
    [409, 'invalid_input', 'invalid_input'],
    [409, 'made_up', 'busy'],
    [503, 'unavailable', 'unavailable'],
    [410, undefined, 'gone'],
  ])('the code of a refusal with %i is the server\u2019s %s where there is such a one', async (status, code, expected) => {
    const { url } = await stand(async () => new Response(JSON.stringify({ code }), { status }))
    expect(await codeOf(quick(url).catalog())).toMatchObject([expected, { status }])
  })

  it('throw network when the server is unreachable and protocol when the response is not JSON', async () => {
    expect(await codeOf(quick('http://127.0.0.1:1').catalog())).toMatchObject(['network', {}])
    expect(await codeOf(quick('http://127.0.0.1:1').answer({ interaction_id: 'i' }, { result: 1 }))).toMatchObject(['network', {}])
    const { url } = await stand(async () => new Response('<html>'))
    expect(await codeOf(quick(url).catalog())).toMatchObject(['protocol', {}])
  })

  it('upload sends the file with its interaction and field', async () => {
    const { url } = await stand(async (incoming) => {
      const form = await incoming.formData()
      const file = form.get('file') as File
      return new Response(
        JSON.stringify({ artifact_id: `${form.get('interaction_id')}/${form.get('field')}`, name: file.name, media_type: file.type, bytes: file.size }),
      )
    })
    expect(await quick(url).upload('i1', 'cv', new File(['abc'], 'cv.txt', { type: 'text/plain' }))).toEqual({
      artifact_id: 'i1/cv',
      name: 'cv.txt',
      media_type: 'text/plain',
      bytes: 3,
    })
  })
})
