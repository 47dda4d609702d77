import { afterEach, describe, expect, it } from 'vitest'
import { component, finish, text, textDone } from '../test-support/log.ts'
import type { Script } from '../test-support/memory-agent.ts'
import { aborted } from '../test-support/memory-agent.ts'
import { brokenRules, type Read } from '../test-support/order-machine.ts'
import { createPfServer, type PfServer, post, runInput } from '../test-support/pf-server.ts'
import { scenarios } from '../test-support/scenarios.ts'
import { events, until } from '../test-support/streams.ts'

const open: PfServer[] = []
afterEach(async () => {
  for (const one of open.splice(0)) await one.close()
})

/** Returns the content of the screen after these events: the complete texts, calls and components. */
function shown(seen: readonly Read[]) {
  const texts = new Map<unknown, string>()
  const add = (key: unknown, part: unknown) => texts.set(key, (texts.get(key) ?? '') + part)
  const wholes = new Map<string, unknown>()
  for (const event of seen) {
    if ('delta' in event && typeof event.delta === 'string') add(event.messageId ?? event.toolCallId, event.delta)
    if (event.type === 'TOOL_CALL_RESULT') add(`result ${event.toolCallId}`, event.content)
    if (event.name === 'artifact_chunk') wholes.set((event.value as { stream_id: string }).stream_id, (event.value as { chunk: unknown }).chunk)
  }
  return { texts, wholes, last: seen.at(-1) }
}

describe('GET /agui/runs/{run_id}/events?fold', () => {
  it.each(Object.entries(scenarios))('gives a reader of %s the same result as the whole history', async (_name, script) => {
    const server = await createPfServer(script as Script)
    open.push(server)
    const input = runInput()
    const whole = await events(await post(server.url, input))
    const folded = await events(await fetch(`${server.url}/agui/runs/${input.runId}/events?fold`))
    expect(brokenRules(folded.map(({ event }) => event))).toEqual([])
    expect(shown(folded.map(({ event }) => event))).toEqual(shown(whole.map(({ event }) => event)))
    expect(folded.length).toBeLessThanOrEqual(whole.length)
    expect(folded.map(({ id }) => id).filter((id) => id !== undefined)).toEqual([whole.at(-1)?.id])
    const rest = await fetch(`${server.url}/agui/runs/${input.runId}/events?fold`, { headers: { 'last-event-id': folded.at(-1)?.id ?? '' } })
    expect(rest.status).toBe(204)
  })

  it('is short for a long history, and continues with the live events behind it without gap or repeat', async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const server = await createPfServer(async (run) => {
      const id = `m:${run.run_id}:1:1`
      for (let at = 0; at < 500; at++) await run.emit(text(`${at} `, id), component('c', { content: String(at) }))
      await run.emit(text('MARK', id))
      await Promise.race([held, aborted(run.signal)])
      await run.emit(text(' more', id), textDone(id), finish('answer', ''))
    })
    open.push(server)
    const input = runInput()
    const first = await post(server.url, input)
    const reader = await until(first, 'MARK')
    const response = await fetch(`${server.url}/agui/runs/${input.runId}/events?fold`)
    release()
    const folded = await events(response)
    const seen = folded.map(({ event }) => event)
    expect(seen.filter(({ type }) => type === 'TEXT_MESSAGE_CONTENT').map(({ delta }) => delta)).toEqual([
      `${Array.from({ length: 500 }, (_, at) => `${at} `).join('')}MARK`,
      ' more',
    ])
    expect(seen.filter(({ name }) => name === 'artifact_chunk')).toHaveLength(1)
    await reader?.cancel()
    const id = folded.find((one) => one.id !== undefined)?.id ?? ''
    const rest = await events(await fetch(`${server.url}/agui/runs/${input.runId}/events`, { headers: { 'last-event-id': id } }))
    expect(rest.map(({ event }) => event)).toEqual(seen.slice(folded.findIndex((one) => one.id === id) + 1))
  })

  it('of an unknown run explains the possible reasons', async () => {
    const server = await createPfServer(scenarios.answer)
    open.push(server)
    for (const query of ['', '?fold']) {
      const response = await fetch(`${server.url}/agui/runs/unknown/events${query}`)
      expect([response.status, (await response.json()).error]).toEqual([404, expect.stringContaining('a memory store loses it at a restart')])
    }
  })
})
