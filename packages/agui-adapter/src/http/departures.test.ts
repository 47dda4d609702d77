import type { IncomingMessage } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Abandoned, readTo, startAbandoned } from '../test-support/abandoned.ts'
import { runInput } from '../test-support/pf-server.ts'
import { isClientAbort } from './response.ts'

const agentPath = '/agui/agent'
const eventsOf = (runId: string) => `/agui/runs/${runId}/events`
const silent = { printed: '', faults: [] }
const ours = { forwardedProps: { pf: {} } }
let server: Abandoned

const start = (more: Record<string, unknown> = {}, asking = {}) => {
  const input = runInput({ ...ours, ...more })
  return { ...input, outgoing: server.ask(agentPath, { method: 'POST', body: JSON.stringify(input), ...asking }) }
}

describe.each(['global', 'plain'])('behind @hono/node-server (%s Response), whose process prints what it sees', (mode) => {
  beforeAll(async () => {
    server = await startAbandoned(mode)
  }, 90_000)

  afterAll(async () => {
    expect(await server.end()).toEqual(silent)
    server.kill()
  })

  it('is silent when a reader leaves before it is known who asks', async () => {
    for (const phase of ['waits', 'throws']) {
      for (const asked of [start({}, { headers: { 'x-phase': phase } }).outgoing, server.ask(eventsOf('x'), { headers: { 'x-phase': phase } })]) {
        await server.nextMessage('asked')
        asked.destroy()
      }
    }
    expect(await server.whenIdle()).toEqual(silent)
  })

  it('is silent when a reader leaves before the first byte and the port throws for it', async () => {
    for (const runId of ['held-attach', 'held-read']) {
      for (const asked of [start({ runId }).outgoing, server.ask(eventsOf(runId))]) {
        await server.nextMessage('held')
        asked.destroy()
      }
    }
    expect(await server.whenIdle()).toEqual(silent)
  })

  it('is silent when a reader that has seen everything leaves while no run is in progress', async () => {
    const { outgoing, runId } = start()
    await readTo(outgoing, 'TEXT_MESSAGE_CONTENT')
    const attached = server.ask(eventsOf(runId), { headers: { 'last-event-id': '999999' } })
    await server.nextMessage('asked', `GET ${eventsOf(runId)}`)
    attached.destroy()
    outgoing.destroy()
    await server.command('quiet')
    expect(await server.whenIdle()).toEqual(silent)
  })

  it("is silent when readers leave in the middle of a stream, posted or attached, by a third-party client or by pf's", async () => {
    const first = start()
    const thirdParty = start({ forwardedProps: {} })
    await Promise.all([readTo(first.outgoing, 'TEXT_MESSAGE_CONTENT'), readTo(thirdParty.outgoing, 'TEXT_MESSAGE_CONTENT')])
    const attached = server.ask(eventsOf(first.runId))
    await readTo(attached, 'TEXT_MESSAGE_CONTENT')
    for (const outgoing of [first.outgoing, thirdParty.outgoing, attached]) outgoing.destroy()
    await server.command('quiet')
    expect(await server.whenIdle()).toEqual(silent)
  })

  it('is silent when a reader leaves that has stopped reading', async () => {
    const { outgoing } = start({ messages: [{ id: 'u', role: 'user', content: 'flood' }] })
    const incoming = await readTo(outgoing, 'xxxx')
    incoming.pause()
    outgoing.destroy()
    await server.command('quiet')
    expect(await server.whenIdle()).toEqual(silent)
  })

  it('is silent when a reader leaves a download, whole or in part, and ends it', async () => {
    for (const headers of [{}, { range: 'bytes=1000-' }, { range: 'bytes=-15000000' }]) {
      const outgoing = server.ask(`/artifacts/${server.big}`, { headers })
      const incoming = await readTo(outgoing, '\0')
      expect(incoming.statusCode).toBe('range' in headers ? 206 : 200)
      outgoing.destroy()
      await server.nextMessage('artifactLeft', server.big)
    }
    expect(await server.whenIdle()).toEqual(silent)
  })

  it('is silent when an upload breaks off, announced or in chunks, before its first byte or after it, or over the limit', async () => {
    const uploads = [
      { body: '{"threadId":', unfinished: true },
      { body: '', unfinished: true },
      { body: '{"threadId":', unfinished: true, headers: { 'transfer-encoding': 'chunked' } },
      { body: 'x'.repeat(150_000), unfinished: true, headers: { 'transfer-encoding': 'chunked' } },
    ]
    for (const path of [agentPath, '/agui/cancel']) {
      for (const upload of uploads) {
        const outgoing = server.ask(path, { method: 'POST', ...upload })
        await server.nextMessage('asked', `POST ${path}`)
        outgoing.destroy()
      }
    }
    expect(await server.whenIdle()).toEqual(silent)
  })
})

describe.each(['global', 'plain'])('behind @hono/node-server (%s Response) that is closed', (mode) => {
  beforeAll(async () => {
    server = await startAbandoned(mode)
  }, 90_000)

  afterAll(() => server.kill())

  it('aborts open streams when it closes, and reports this to hosts without a stack trace', async () => {
    const { outgoing, runId } = start()
    const incoming = await readTo(outgoing, 'TEXT_MESSAGE_CONTENT')
    const waiting = server.ask(eventsOf(runId), { headers: { 'last-event-id': '999999' } })
    const answered = new Promise<IncomingMessage>((resolve) => waiting.once('response', resolve))
    await server.nextMessage('asked', `GET ${eventsOf(runId)}`)
    const broken = new Promise((resolve) => incoming.once('close', resolve))
    incoming.resume()
    await server.command('close')
    await broken
    const refused = await answered
    refused.resume()
    expect([incoming.complete, refused.statusCode]).toEqual([false, 503])
    const { printed, faults } = await server.end()
    expect(printed).toMatch(/^\[[^\n/\\]*AbortError[^\n/\\]*\]\n$/)
    expect(faults).toEqual([])
  })
})

describe('isClientAbort', () => {
  it('is recognized only by an aborted signal and its reason', () => {
    const gone = AbortSignal.abort('left')
    expect(['left', new DOMException('', 'AbortError')].map((error) => isClientAbort(error, gone))).toEqual([true, true])
    expect([new Error('disk'), 'other', undefined].map((error) => isClientAbort(error, gone))).toEqual([false, false, false])
    expect(isClientAbort(new DOMException('', 'AbortError'), new AbortController().signal)).toBe(false)
  })
})
