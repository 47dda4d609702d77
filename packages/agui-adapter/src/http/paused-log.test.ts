import { afterEach, describe, expect, it } from 'vitest'
import { createRunClient } from '../client/create-run-client.ts'
import { actionReply, answerReply, createPlannerServer, type PlannerServer, postTo } from '../test-support/planner-server.ts'
import { events } from '../test-support/streams.ts'

const open: PlannerServer[] = []

afterEach(async () => {
  for (const one of open.splice(0)) await one.close()
})

const input = { threadId: 't', runId: 'r', messages: [{ id: 'u', role: 'user', content: 'Go.' }], tools: [], context: [], protocolVersion: '1.0' }
const kept = { forwardedProps: { pf: { tool_results: true } } }

/** Creates run r of thread t, which is paused at a question; `answer` continues it under the given id. */
async function paused(more: object = {}) {
  const server = await createPlannerServer([actionReply('ui_confirm', { message: 'Sure?' }), answerReply('Done.')], { pingMs: 20 })
  open.push(server)
  const asking = await postTo(server.url, '/agui/agent', { ...input, ...more })
  const question = async () => (await server.agent.thread('t', { owner: { id: 'u' } }))?.pending[0]?.id
  const answer = async (runId: string) => {
    const resume = [{ interruptId: await question(), status: 'resolved', payload: { confirmed: true } }]
    return events(await postTo(server.url, '/agui/agent', { ...input, runId, resume }))
  }
  return { server, asking, question, answer }
}

const openStream = (server: PlannerServer, path: string, id: string) => fetch(`${server.url}${path}`, { headers: id ? { 'last-event-id': id } : {} })

describe('the log of a run that paused', () => {
  it('has nothing left behind its end, answered under another id or not yet, on both kinds of streams', async () => {
    const { server, asking, answer } = await paused()
    const whole = await events(asking)
    const last = whole.at(-1)?.id ?? ''
    const beyond = [last, last.split('.')[0] ?? '', `${Number.parseInt(last, 10)}.99999`, '99', '999999999999999.7']
    const look = async () => {
      for (const path of ['/agui/runs/r/events', '/chat/streams/r'])
        for (const id of beyond) expect([path, id, (await openStream(server, path, id)).status]).toEqual([path, id, 204])
      expect(await events(await openStream(server, '/agui/runs/r/events', ''))).toEqual(whole)
      expect(await events(await openStream(server, '/agui/runs/r/events', '1.0'))).toEqual(whole.slice(1))
    }
    await look()
    expect((await answer('r2')).at(-1)?.event.type).toBe('RUN_FINISHED')
    await look()
    expect(server.errors).toEqual([])
  })

  it('continues behind its pause where the answer continued in it, also for a plain EventSource', async () => {
    const { server, asking, answer } = await paused()
    const last = (await events(asking)).at(-1)?.id ?? ''
    const rest = await answer('r')
    expect(await events(await openStream(server, '/agui/runs/r/events', last))).toEqual(rest)
    for (const [path, id] of [
      ['/chat/streams/r', last],
      [`/chat/streams/r?after=${Number.parseInt(last, 10)}`, ''],
    ] as const)
      expect(await (await openStream(server, path, id)).text()).toContain('"raw_answer":"Done."')
    expect((await openStream(server, '/chat/streams/r', rest.at(-1)?.id ?? '')).status).toBe(204)
  })

  it('ends for our client where it is attached behind the end', async () => {
    const { server, asking, answer } = await paused()
    const last = (await events(asking)).at(-1)?.id
    await answer('r2')
    const seen = []
    for await (const { event } of createRunClient({ baseUrl: server.url }).attach('r', last)) seen.push(event.type)
    expect(seen).toEqual([])
  })

  it('stays open for a client that keeps its stream, and ends with its question when somebody else continues under another id', async () => {
    const { server, asking, question, answer } = await paused(kept)
    const reading = events(asking)
    while ((await question()) === undefined) await new Promise((next) => setImmediate(next))
    await answer('r2')
    expect((await reading).at(-1)?.event).toMatchObject({ type: 'RUN_FINISHED', outcome: { type: 'interrupt' } })
    expect(server.errors).toEqual([])
  }, 90_000)
})
