import { describe, expect, it } from 'vitest'
import { action, post, question, startServer } from '../test-support/start-server.ts'
import { faultModes } from './fault-modes.ts'

const twoSteps = {
  model: 'scripted',
  messages: [...question().messages, { role: 'assistant', content: action }, { role: 'user', content: '{"observation": 1, "tool": "lookup"}' }],
}

describe('which request a fault meets', () => {
  it('takes it from a header, else from the model name, without a word in the answer', async () => {
    const { server } = await startServer()
    expect((await post(server, question(), { 'x-pf-fault': '503' })).status).toBe(503)
    const suffixed = await post(server, { ...question(), model: 'scripted#null-finish?chunkSize=4' })
    expect(await suffixed.json()).toMatchObject({ model: 'scripted', choices: [{ finish_reason: null }] })
    expect((await post(server, { ...question(), model: 'scripted#503' }, { 'x-pf-fault': 'ok' })).status).toBe(200)
    expect(server.requests.map(({ fault }) => fault)).toEqual(['503', 'null-finish', 'ok'])
  })

  it('lets a request that names n failures fail n times and begin anew after the good answer', async () => {
    const { server } = await startServer()
    const status = async (body: object) => (await post(server, body, { 'x-pf-fault': '500-then-ok?times=2' })).status
    const seen = []
    for (let count = 0; count < 6; count++) seen.push(await status(question()))
    expect(seen).toEqual([500, 500, 200, 500, 500, 200])
    expect(await status(question('another one'))).toBe(500)
  })

  it('sets one for all, for a request number, for a step, and ends all with ok', async () => {
    const { server } = await startServer()
    const status = async (body: object = question()) => (await post(server, body)).status
    server.mode('503', { request: 2 })
    server.mode('429', { request: 3 })
    expect([await status(), await status(), await status(), await status()]).toEqual([200, 503, 429, 200])
    server.mode('500', { step: 2 })
    expect([await status(), await status(twoSteps), await status(twoSteps)]).toEqual([200, 500, 500])
    server.mode('500', { times: 1 })
    expect([await status(), await status()]).toEqual([500, 200])
    server.mode('ok')
    expect(await status()).toBe(200)
  })

  it.each(['nonsense', '__proto__', 'constructor', 'cut?at=-1', 'cut?at=1e3', 'cut?colour=red', 'ok?param=a%20b', ''])(
    'refuses %j with 400 and says what there is',
    async (fault) => {
      const { server } = await startServer()
      const response = await post(server, { ...question(), model: `scripted#${fault}` })
      expect(response.status).toBe(400)
      expect(await response.json()).toMatchObject({ error: { code: 'unknown_fault' } })
    },
  )

  it('throws when the test itself names something unknown', async () => {
    const { server } = await startServer()
    expect(() => server.mode('cut', { at: -1 })).toThrow(/at must be/)
    expect(() => server.mode('nonsense')).toThrow(/Unknown fault "nonsense"/)
  })

  it('holds every fault that the cases name', () => {
    const named =
      '429-then-ok 500-then-ok reset reset-then-ok stall-headers html-200 json-200 empty-body cut cut-clean cut-tool stall no-done malformed in-stream-error error-event empty-choices no-choices only-empty-choices null-delta null-content parts-content length content_filter tool-length null-finish after-finish two-choices tool-no-id tool-bad-json tool-no-index tool-double-id tool-unknown dup crlf comments bom huge flood 401 slow-start context-overflow unsupported-parameter refusal'
    expect(named.split(' ').filter((name) => !faultModes.has(name))).toEqual([])
  })

  it.each([...faultModes.keys()])('%s ends or stalls, streamed or not, and the server lives on', async (fault) => {
    const { server } = await startServer({ wait: async () => {} })
    const controller = new AbortController()
    for (const stream of [true, false]) {
      const done = fetch(`${server.url}/chat/completions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-pf-fault': fault },
        body: JSON.stringify({ ...question(), stream }),
        signal: controller.signal,
      }).then((response) => response.text())
      const stalls = fault === 'stall-headers' || fault === 'stall'
      await (stalls ? server.received(stream ? 1 : 2) : done.catch(() => undefined))
      if (stalls) done.catch(() => undefined)
    }
    controller.abort()
    for (const { ended } of server.requests) expect(['complete', 'broken', 'client_gone']).toContain(await ended)
    expect((await post(server, question())).status).toBe(200)
  })
})
