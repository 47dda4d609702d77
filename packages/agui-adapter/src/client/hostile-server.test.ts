import type { WireEvent } from '@pf/core'
import { afterEach, describe, expect, it } from 'vitest'
import { type Served, serve } from '../test-support/serve.ts'
import { createRunClient } from './create-run-client.ts'
import { createDraftClient } from './drafts/create-draft-client.ts'

const open: Served[] = []
afterEach(async () => {
  for (const one of open.splice(0)) await one.close()
})

/** Starts a server that answers every request with the given response. */
async function saying(say: (count: number) => Response) {
  let asked = 0
  const made = await serve(async () => say(++asked))
  open.push(made)
  return { url: made.url, asked: () => asked }
}

const stream = (text: string, type = 'text/event-stream') => new Response(text, { headers: { 'content-type': type } })
const event = (id: string, type: string) => `id: ${id}\ndata: {"type":"${type}","threadId":"t","runId":"r"}\n\n`
const [started, ended] = [event('1.0', 'RUN_STARTED'), event('9.0', 'RUN_FINISHED')]
const request = { thread_id: 't', run_id: 'r', messages: [{ id: 'u', role: 'user', content: 'Hi.' }] }

async function read(url: string, after?: string) {
  const client = createRunClient({ baseUrl: url, retryMs: 1, maxAttempts: 4 })
  const seen: WireEvent[] = []
  try {
    for await (const one of after === undefined ? client.start(request) : client.attach('r', after)) seen.push(one)
  } catch (error) {
    return { ids: seen.map(({ id }) => id), code: (error as { code?: string }).code }
  }
  return { ids: seen.map(({ id }) => id), code: undefined }
}

describe('a run client', () => {
  it('stops retrying a server that sends retry 0 and a ping and closes the connection', async () => {
    const server = await saying(() => stream('retry: 0\n\n: ping\n\n'))
    expect(await read(server.url)).toEqual({ ids: [], code: 'network' })
    expect(server.asked()).toBe(4)
  })

  it('receives nothing twice behind a proxy that removes Last-Event-ID, stops retrying without new events, and ends with the run', async () => {
    const deaf = await saying(() => stream(`${started}${event('2.0', 'CUSTOM')}`))
    expect(await read(deaf.url)).toEqual({ ids: ['1.0', '2.0'], code: 'network' })
    const growing = await saying((count) =>
      stream(started + Array.from({ length: count }, (_, k) => event(`2.${k}`, 'CUSTOM')).join('') + (count > 6 ? ended : '')),
    )
    expect(await read(growing.url)).toEqual({ ids: ['1.0', '2.0', '2.1', '2.2', '2.3', '2.4', '2.5', '2.6', '9.0'], code: undefined })
    const over = await saying(() => stream(started + ended))
    for (const after of ['9.0', '9']) expect(await read(over.url, after)).toEqual({ ids: [], code: undefined })
    expect(await read(over.url, '5.0')).toEqual({ ids: ['9.0'], code: undefined })
    expect(over.asked()).toBe(3)
  })

  it('accepts text/event-stream in any case and no other type', async () => {
    for (const type of ['Text/Event-Stream; charset=UTF-8', 'TEXT/EVENT-STREAM', 'text/event-stream ;x=y'])
      expect([type, await read((await saying(() => stream(started + ended, type))).url)]).toEqual([type, { ids: ['1.0', '9.0'], code: undefined }])
    for (const type of ['text/event-streams', 'text/html', 'application/json; text/event-stream'])
      expect([type, await read((await saying(() => stream(started + ended, type))).url)]).toEqual([type, { ids: [], code: 'protocol' }])
  })

  it('throws protocol for a response of the wrong shape, for each request', async () => {
    const bodies = [
      '<html>',
      '',
      'null',
      '{}',
      '[]',
      '"x"',
      '{"run_id":"","status":""}',
      '{"run_id":1,"components":{},"items":{},"draft_id":[]}',
      '{"__proto__":{"run_id":"r"}}',
    ]
    for (const body of bodies) {
      const { url } = await saying(() => new Response(body, { headers: { 'content-type': 'application/json' } }))
      const [client, drafts] = [createRunClient({ baseUrl: url }), createDraftClient({ baseUrl: url })]
      const asked = {
        answer: () => client.answer({ interaction_id: 'x' }, { result: 1 }),
        cancel: () => client.cancel('r'),
        thread: () => client.thread('t'),
        page: () => client.page('a', '', 0, 1),
        upload: () => client.upload('i', 'f', new Blob(['x'])),
        catalog: () => client.catalog(),
        create: () => drafts.create({ message: 'x' }),
        change: () => drafts.change('d', 'x'),
        get: () => drafts.get('d'),
        confirm: () => drafts.confirm('d', 1),
        stop: () => drafts.cancel('r'),
      }
      for (const [name, ask] of Object.entries(asked))
        expect([body, name, await ask().then(JSON.stringify, (error: { name: string; code?: string }) => [error.name, error.code])]).toEqual([
          body,
          name,
          ['PfError', 'protocol'],
        ])
    }
  })
})
