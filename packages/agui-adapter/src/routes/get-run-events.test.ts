import { afterEach, describe, expect, it } from 'vitest'
import type { PfHandlerOptions } from '../handlers/pf-handler-options.ts'
import { finish, text } from '../test-support/log.ts'
import type { Script } from '../test-support/memory-agent.ts'
import { authenticate, createPfServer, type PfServer, post, runInput } from '../test-support/pf-server.ts'
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

describe('GET /agui/runs/{run_id}/events', () => {
  const resume = (url: string, runId: string, id: string, more: Record<string, string> = {}) =>
    fetch(`${url}/agui/runs/${encodeURIComponent(runId)}/events`, { headers: { ...(id ? { 'last-event-id': id } : {}), ...more } })

  it('continues after every event id without a gap or a repeat, and starts nothing', async () => {
    const { url, agent } = await server()
    const input = runInput({ runId: 'odd/%\u{1f600}' })
    const whole = await events(await post(url, input))
    expect(await events(await resume(url, input.runId, ''))).toEqual(whole)
    for (const [index, { id }] of whole.slice(0, -1).entries()) {
      expect(await events(await resume(url, input.runId, id ?? ''))).toEqual(whole.slice(index + 1))
      expect(await events(await fetch(`${url}/agui/runs/${encodeURIComponent(input.runId)}/events?after=${id}`))).toEqual(whole.slice(index + 1))
    }
    expect(agent.inputs).toHaveLength(1)
  })

  it('answers 204 when nothing is left', async () => {
    const { url } = await server()
    const input = runInput()
    const whole = await events(await post(url, input))
    for (const id of [whole.at(-1)?.id ?? '', '5', '99999']) expect((await resume(url, input.runId, id)).status).toBe(204)
  })

  it('takes up a run that is still in progress where its reader was cut off', async () => {
    let go = () => {}
    const held = new Promise<void>((resolve) => {
      go = resolve
    })
    const { url } = await server(async (run) => {
      await run.emit(text('Hel', 'm:1'))
      await held
      await run.emit(text('lo.', 'm:1'), finish('answer', 'Hello.'))
    })
    const input = runInput({ forwardedProps: { pf: {} } })
    const reader = await until(await post(url, input), 'TEXT_MESSAGE_CONTENT')
    await reader?.cancel()
    const response = await resume(url, input.runId, '2.1')
    expect(response.status).toBe(200)
    go()
    expect((await events(response)).map(({ id }) => id)).toEqual(['3.0', '4.0', '4.1'])
  })

  it('believes the header over the address, which an EventSource keeps', async () => {
    const { url } = await server()
    const input = runInput()
    await events(await post(url, input))
    const response = await fetch(`${url}/agui/runs/${input.runId}/events?after=1.0`, { headers: { 'last-event-id': '4.0' } })
    expect((await events(response)).map(({ id }) => id)).toEqual(['5.0'])
  })

  const malformed = [
    'x',
    '1.2.3',
    '-1',
    '+1',
    '1e9',
    ' 1 x',
    '1.',
    '.1',
    '1.-1',
    '0x1',
    'NaN',
    'null',
    '1,2',
    '1'.repeat(16),
    '1.123456',
    '1'.repeat(4_000),
    '\u00b2',
  ]

  it.each(malformed)('refuses the id %o, in the header and in the address, and says why', async (id) => {
    const { url, errors } = await server()
    const input = runInput()
    await events(await post(url, input))
    for (const response of [await resume(url, input.runId, id), await fetch(`${url}/agui/runs/${input.runId}/events?after=${encodeURIComponent(id)}`)])
      expect([response.status, await response.json()]).toMatchObject([400, { code: 'invalid_input', issues: [{ expected: expect.any(String) }] }])
    expect(errors).toEqual([])
  })

  it('refuses two ids at once, and takes the one in the address where the header says nothing', async () => {
    const { url } = await server()
    const input = runInput()
    const whole = await events(await post(url, input))
    const twice = new Headers([
      ['last-event-id', '1.0'],
      ['last-event-id', '2.0'],
    ])
    expect((await fetch(`${url}/agui/runs/${input.runId}/events`, { headers: twice })).status).toBe(400)
    const empty = await fetch(`${url}/agui/runs/${input.runId}/events?after=1.0`, { headers: { 'last-event-id': ' ' } })
    expect(await events(empty)).toEqual(whole.slice(1))
  })

  it('begins after an id that no event has where the next one stands', async () => {
    const { url } = await server()
    const input = runInput()
    const whole = await events(await post(url, input))
    for (const [id, next] of [
      ['0', 0],
      ['0.0', 0],
      ['1.99999', 1],
      ['2', 3],
      ['0002.0', 2],
    ] as const)
      expect([id, await events(await resume(url, input.runId, id))]).toEqual([id, whole.slice(next)])
  })

  it('knows no difference between an unknown run and somebody else\u2019s', async () => {
    const { url } = await server(answer, { authenticate })
    const input = runInput()
    await events(await post(url, input, { headers: { 'x-user': 'a' } }))
    const foreign = await resume(url, input.runId, '', { 'x-user': 'b' })
    const unknown = await resume(url, 'nobody', '', { 'x-user': 'b' })
    expect([foreign.status, unknown.status]).toEqual([404, 404])
    expect(await foreign.text()).toBe(await unknown.text())
    expect((await resume(url, input.runId, '', { 'x-user': 'a' })).status).toBe(200)
  })

  it('answers 500 when the log cannot be read, so that the client tries again', async () => {
    const broken = failing({ after: 1 })
    const { url } = await server(answer, {
      agent: { ...broken, attach: async () => ({ [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new Error('secret')) }) }) },
    })
    const response = await resume(url, 'r', '1.0')
    expect([response.status, (await response.text()).includes('secret')]).toEqual([500, false])
  })

  it('opens a stream with pings for an id ahead of a run that is in progress', async () => {
    const { url, agent } = await server(waiting, { pingMs: 20 })
    const input = runInput({ forwardedProps: { pf: {} } })
    await (await until(await post(url, input), 'TEXT_MESSAGE_CONTENT'))?.cancel()
    const response = await resume(url, input.runId, '999999')
    expect(response.status).toBe(200)
    const reader = response.body?.getReader()
    let seen = ''
    while (!seen.includes(': ping\n\n: ping\n\n')) seen += new TextDecoder().decode((await reader?.read())?.value)
    expect(seen).not.toContain('id:')
    await reader?.cancel()
    await agent.cancel(input.runId, { owner: { id: 'u' } })
  })
})
