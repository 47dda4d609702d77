import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import type { PfHandlerOptions } from '../handlers/pf-handler-options.ts'
import type { Script } from '../test-support/memory-agent.ts'
import { createPfServer, type PfServer, post, runInput } from '../test-support/pf-server.ts'
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

describe('readers that leave', () => {
  it('stop a third-party client\u2019s run after the grace period', async () => {
    const { url, agent } = await server(waiting, { limits: { orphanMs: 30 } })
    const input = runInput()
    await (await until(await post(url, input), 'TEXT_MESSAGE_CONTENT'))?.cancel()
    await agent.idle()
    await agent.quiet()
    expect(agent.cancelled).toEqual([input.runId])
  })

  it('free the thread at once for the next message', async () => {
    let runs = 0
    const { url, agent } = await server(async (run) => {
      runs += 1
      return runs === 1 ? waiting(run) : answer(run)
    })
    const input = runInput()
    await (await until(await post(url, input), 'TEXT_MESSAGE_CONTENT'))?.cancel()
    const seen = await events(await post(url, { ...runInput(), threadId: input.threadId }))
    expect(seen.at(-1)).toMatchObject({ event: { type: 'RUN_FINISHED' } })
    expect(agent.cancelled).toEqual([input.runId])
  })

  it('keep a run that a reader returned to', async () => {
    const { url, agent } = await server(waiting, { limits: { orphanMs: 500, leaveMs: 0 } })
    const input = runInput()
    await (await until(await post(url, input), 'TEXT_MESSAGE_CONTENT'))?.cancel()
    const second = await until(await fetch(`${url}/agui/runs/${input.runId}/events`), 'TEXT_MESSAGE_CONTENT')
    const busy = await post(url, { ...runInput(), threadId: input.threadId })
    expect([busy.status, agent.cancelled]).toEqual([409, []])
    await second?.cancel()
    await agent.idle()
    expect(agent.cancelled).toEqual([input.runId])
  })

  it("do not cancel a run of pf's client, nor any run with onDisconnect continue", async () => {
    const ours = runInput({ forwardedProps: { pf: {} } })
    const thirdParty = runInput()
    for (const [input, options] of [
      [ours, {}],
      [thirdParty, { onDisconnect: 'continue' as const }],
    ] as const) {
      const { url, agent } = await server(waiting, { limits: { orphanMs: 0, leaveMs: 0 }, ...options })
      await (await until(await post(url, input), 'TEXT_MESSAGE_CONTENT'))?.cancel()
      const busy = await post(url, { ...runInput(), threadId: input.threadId })
      expect([busy.status, agent.cancelled]).toEqual([409, []])
      await agent.cancel(input.runId, { owner: { id: 'u' } })
      await agent.idle()
    }
  })

  it('leave no state behind after many connections', async () => {
    const { url, agent } = await server(waiting)
    const input = runInput({ forwardedProps: { pf: {} } })
    const holder = await until(await post(url, input), 'TEXT_MESSAGE_CONTENT')
    for (let visit = 0; visit < 100; visit++) await (await until(await fetch(`${url}/agui/runs/${input.runId}/events`), 'TEXT_MESSAGE_CONTENT'))?.cancel()
    await agent.cancel(input.runId, { owner: { id: 'u' } })
    await holder?.cancel()
    await agent.idle()
    await agent.quiet()
  })

  it('cost one waiting block when they stop reading but stay', async () => {
    let written = 0
    async function* flood() {
      const at = { run_id: 'r', thread_id: 't', ts: 1 }
      yield {
        type: 'run_start' as const,
        ...at,
        seq: 1,
        registry_version: '1',
        registry_digest: 'd',
        message_id: 't:r',
        client: { client_tools: [], answered: [] },
      }
      for (let seq = 2; ; seq++) {
        written += 1
        yield { type: 'warning' as const, ...at, seq, code: 'x', text: 'x'.repeat(10_000) }
      }
    }
    const { handlers } = await server(answer, { agent: { ...failing({ after: 1 }), attach: async () => flood() } })
    const body = JSON.stringify(runInput())
    const response = await handlers.fetch(
      new Request('http://pf.example/agui/agent', { method: 'POST', body, headers: { 'content-type': 'application/json' } }),
    )
    const reader = response.body?.getReader()
    for (let read = 0; read < 10; read++) await reader?.read()
    await new Promise((resolve) => setImmediate(resolve))
    expect(written).toBeLessThanOrEqual(10)
    await reader?.cancel()
  })
})

describe('disconnects', () => {
  it('are noticed while the run sends no event', async () => {
    const { url, agent } = await server(waiting, { limits: { orphanMs: 10 } })
    const input = runInput()
    const asked = httpRequest(`${url}/agui/agent`, { method: 'POST', headers: { 'content-type': 'application/json' } })
    asked.on('error', () => {})
    asked.end(JSON.stringify(input))
    const [response] = await once(asked, 'response')
    await once(response, 'data')
    asked.destroy()
    await agent.idle()
    expect(agent.cancelled).toEqual([input.runId])
  })

  it('cancel a run even while HEAD requests for its stream continue', async () => {
    const { url, agent } = await server(waiting, { limits: { orphanMs: 700 } })
    const input = runInput()
    await (await until(await post(url, input), 'TEXT_MESSAGE_CONTENT'))?.cancel()
    while (agent.cancelled.length === 0) expect((await fetch(`${url}/agui/runs/${input.runId}/events`, { method: 'HEAD' })).status).toBe(200)
    await agent.idle()
    expect(agent.cancelled).toEqual([input.runId])
  })
})

describe('close', () => {
  it('aborts open streams, so that no client mistakes half a run for a whole one, and responds 503', async () => {
    const { url, handlers, agent } = await server(waiting)
    const input = runInput({ forwardedProps: { pf: {} } })
    const response = await post(url, input)
    const reader = await until(response, 'TEXT_MESSAGE_CONTENT')
    await handlers.close()
    await expect(reader?.read()).rejects.toThrow()
    expect((await fetch(`${url}/ui/components`)).status).toBe(503)
    expect(agent.cancelled).toEqual([])
    await agent.cancel(input.runId, { owner: { id: 'u' } })
    await agent.idle()
  })
})
