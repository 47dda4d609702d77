import { PfError, type PlannerEvent } from '@pf/core'
import { afterEach, describe, expect, it } from 'vitest'
import { createRunClient } from '../client/create-run-client.ts'
import type { PfHandlerOptions } from '../handlers/pf-handler-options.ts'
import { all } from '../test-support/cut-runs.ts'
import type { Script } from '../test-support/memory-agent.ts'
import { brokenRules } from '../test-support/order-machine.ts'
import { authenticate, createPfServer, type PfServer, post, runInput } from '../test-support/pf-server.ts'
import { scenarios } from '../test-support/scenarios.ts'
import { answer, events, failing, until, waiting } from '../test-support/streams.ts'

const open: PfServer[] = []

async function server(script: Script = answer, options: Partial<PfHandlerOptions> = {}) {
  const made = await createPfServer(script, options)
  open.push(made)
  return made
}

afterEach(async () => {
  for (const one of open.splice(0)) await one.close()
})

describe('POST /agui/agent', () => {
  it('streams a run as AG-UI events that no cache or proxy holds back', async () => {
    const { url } = await server()
    const response = await post(url, runInput({ threadId: 'th', runId: 'r' }))
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
    })
    const seen = await events(response)
    expect(seen.map(({ id, event }) => [id, event.type])).toEqual([
      ['1.0', 'RUN_STARTED'],
      ['2.0', 'TEXT_MESSAGE_START'],
      ['2.1', 'TEXT_MESSAGE_CONTENT'],
      ['3.0', 'TEXT_MESSAGE_CONTENT'],
      ['4.0', 'TEXT_MESSAGE_END'],
      ['5.0', 'RUN_FINISHED'],
    ])
    expect(brokenRules(seen.map(({ event }) => event))).toEqual([])
  })

  it('hands the agent only what the input may hold', async () => {
    const { url, agent, warnings } = await server()
    await events(await post(url, { ...runInput({ protocolVersion: '1.7' }), evil: 1, tools: [{ name: 'x y', description: '' }] }))
    expect(agent.inputs[0]).toEqual(expect.not.objectContaining({ evil: 1 }))
    expect(warnings.map(({ code }) => code)).toEqual(['version_newer', 'tool_dropped'])
  })

  it.each([
    ['no JSON', '{"threadId":', 400, 'invalid_input'],
    ['an array', '[]', 400, 'invalid_input'],
    ['half a character', new Uint8Array([0x22, 0xff, 0x22]), 400, 'invalid_input'],
    ['an empty body', '', 400, 'invalid_input'],
    ['an empty question', JSON.stringify(runInput({ messages: [{ id: 'u', role: 'user', content: ' ' }] })), 400, 'invalid_input'],
    ['a message of 200 kB and one', JSON.stringify(runInput({ messages: [{ id: 'u', role: 'user', content: 'x'.repeat(200_001) }] })), 413, 'too_large'],
    ['nesting without end', `{"state":${'['.repeat(50_000)}${']'.repeat(50_000)}}`, 400, 'too_deep'],
  ])('refuses %s and says where', async (_what, body, status, code) => {
    const { url, agent } = await server()
    const response = await fetch(`${url}/agui/agent`, { method: 'POST', body, headers: { 'content-type': 'application/json' } })
    expect(response.status).toBe(status)
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(await response.json()).toMatchObject({ code, error: expect.any(String), issues: [{ pointer: expect.any(String) }] })
    expect(agent.inputs).toEqual([])
  })

  it('reads no more of a body than it may have, announced or not', async () => {
    const { url } = await server(answer, { limits: { bodyBytes: 1_000 } })
    const announced = await post(url, 'x'.repeat(1_001))
    const stream = new ReadableStream<Uint8Array>({ pull: (controller) => controller.enqueue(new Uint8Array(600)) })
    const endless = await fetch(`${url}/agui/agent`, {
      method: 'POST',
      body: stream,
      duplex: 'half',
      headers: { 'content-type': 'application/json' },
    } as RequestInit)
    expect([announced.status, endless.status]).toEqual([413, 413])
  })

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/json; charset=latin1', 'application/jsonp', ''])(
    'refuses the content type %o with 415',
    async (type) => {
      const { url } = await server()
      const response = await fetch(`${url}/agui/agent`, { method: 'POST', body: new TextEncoder().encode('{}'), headers: type ? { 'content-type': type } : {} })
      expect([response.status, await response.json()]).toMatchObject([415, { code: 'unsupported_media_type' }])
    },
  )

  it('takes application/json in any spelling', async () => {
    const { url } = await server()
    expect((await post(url, runInput(), { headers: { 'content-type': 'Application/JSON; charset="UTF-8"' } })).status).toBe(200)
  })

  it.each([
    ['Identity', 200],
    ['', 200],
    ['gzip', 415],
    ['identity, gzip', 415],
  ])('takes a body that is not compressed only: content-encoding %o', async (encoding, status) => {
    const { handlers } = await server()
    const headers = { 'content-type': 'application/json', 'content-encoding': encoding }
    const response = await handlers.fetch(new Request('http://x/agui/agent', { method: 'POST', body: JSON.stringify(runInput()), headers }))
    expect([response.status, status === 415 ? (await response.json()).error : '']).toEqual([status, expect.stringMatching(/^$|uncompressed/)])
    await response.body?.cancel().catch(() => {})
  })

  it('says busy with the run that is active on the thread', async () => {
    const { url, agent } = await server(waiting)
    const ours = { forwardedProps: { pf: {} } }
    const first = runInput(ours)
    const reader = await until(await post(url, first), 'TEXT_MESSAGE_CONTENT')
    const second = await post(url, { ...runInput(ours), threadId: first.threadId })
    expect(second.status).toBe(409)
    expect(await second.json()).toMatchObject({ code: 'busy', busy: true, run_id: first.runId })
    await agent.cancel(first.runId, { owner: { id: 'u' } })
    await reader?.cancel()
  })

  it('replays a known run from RUN_STARTED, running or over, and starts it only once', async () => {
    const { url, agent } = await server()
    const input = runInput()
    const first = await events(await post(url, input))
    expect(await events(await post(url, input))).toEqual(first)
    expect(agent.inputs).toHaveLength(1)
  })

  it('replays a withdrawn answer for a third-party client byte for byte', async () => {
    const { url } = await server(scenarios.reset)
    const input = runInput()
    const first = await (await post(url, input)).text()
    expect(first).toContain('MESSAGES_SNAPSHOT')
    expect(await (await post(url, input)).text()).toBe(first)
  })

  it('refuses a run id that another thread uses', async () => {
    const { url } = await server()
    const input = runInput()
    await events(await post(url, input))
    const response = await post(url, { ...input, threadId: 'another' })
    expect([response.status, await response.json()]).toMatchObject([409, { code: 'invalid_input' }])
  })

  it('lets two owners use the same ids without seeing each other', async () => {
    const { url, agent } = await server(answer, { authenticate })
    const input = runInput()
    for (const user of ['a', 'b']) await events(await post(url, input, { headers: { 'x-user': user } }))
    expect(agent.inputs).toHaveLength(2)
  })

  it('ends with RUN_ERROR when the log fails after the stream began', async () => {
    const { url, errors } = await server(answer, { agent: failing({ after: 2 }) })
    const seen = await events(await post(url, runInput()))
    expect(brokenRules(seen.map(({ event }) => event))).toEqual([])
    expect(seen.at(-1)).toMatchObject({ event: { type: 'RUN_ERROR', code: 'internal' } })
    expect(JSON.stringify(seen)).not.toContain('secret')
    expect(errors).toHaveLength(1)
  })

  it('breaks the connection when the store cannot be read for a moment, and a client continues the run where it was', async () => {
    const { url, agent, errors } = await server()
    const { attach } = agent
    let failures = 0
    const failsAfter = async function* (log: AsyncIterable<PlannerEvent>, count: number) {
      for await (const event of log) {
        if (event.seq > count) throw new PfError('store_failed', 'The connection broke.')
        yield event
      }
    }
    agent.attach = async (...args) => {
      const log = await attach(...args)
      failures += 1
      return log && failures <= 3 ? failsAfter(log, failures) : log
    }
    const seen = await all(
      createRunClient({ baseUrl: url, retryMs: 1 }).start({ thread_id: 't', run_id: 'r', messages: [{ id: 'u', role: 'user', content: 'x' }] }),
    )
    expect(seen.map(({ id }) => id)).toEqual(['1.0', '2.0', '2.1', '3.0', '4.0', '5.0'])
    expect(seen.at(-1)?.event.type).toBe('RUN_FINISHED')
    expect(errors).toHaveLength(3)
  })

  it.each(['start', 'attach'] as const)('answers 500 without internal details when %s throws', async (method) => {
    const { url, errors } = await server(answer, { agent: { ...failing({ after: 9 }), [method]: () => Promise.reject(new Error('secret')) } })
    const response = await post(url, runInput())
    expect(response.status).toBe(500)
    expect(await response.text()).not.toContain('secret')
    expect(errors).toMatchObject([{ message: 'secret' }])
  })
})
