import { HttpAgent } from '@ag-ui/client'
import { HttpAgent as OlderAgent } from 'ag-ui-client-0.0.59'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createRunClient } from '../client/create-run-client.ts'
import { brokenRules, type Read } from '../test-support/order-machine.ts'
import { post, runInput } from '../test-support/pf-server.ts'
import { actionReply, answerReply, createPlannerServer, type PlannerServer, postTo } from '../test-support/planner-server.ts'
import { events } from '../test-support/streams.ts'

const open: { close(): Promise<unknown> }[] = []
let count = 0

afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close()
})

const system = async (...replies: Parameters<typeof createPlannerServer>[0]) => {
  const server = await createPlannerServer(replies)
  open.push(server)
  return server
}

const ask = actionReply('ui_confirm', { message: 'Sure?' })
const form = actionReply('ui_form', { fields: [{ name: 'city', type: 'text', required: true }] })
const yes = { confirmed: true }
const readAll = async (response: Response) => (await events(response)).map(({ event }) => event)
const names = (seen: readonly Read[]) => seen.map(({ type }) => type)

/** Sends a request that leads to a question. Returns the interrupt and the data that the next request needs. */
async function paused({ url }: PlannerServer, more: Record<string, unknown> = {}) {
  const input = runInput(more)
  const seen = await readAll(await post(url, input))
  const outcome = seen.at(-1)?.outcome as { interrupts: { id: string; toolCallId: string }[] } | undefined
  const [interrupt] = outcome?.interrupts ?? []
  return { input, seen, id: interrupt?.id ?? '', call: interrupt?.toolCallId ?? '', thread_id: input.threadId, run_id: input.runId }
}

const resumed = (input: ReturnType<typeof runInput>, entry: Record<string, unknown>, runId?: string) => {
  count += 1
  return { ...input, runId: runId ?? `next${count}`, resume: [{ status: 'resolved', ...entry }] }
}

describe('POST /agui/resume', () => {
  it('[003-int-03] [003-int-08] accepts the answer of a run that has ended and sends the run that continues, with the result of the call', async () => {
    const server = await system(form, answerReply('Oslo it is.'))
    const { id, call, thread_id, run_id, seen } = await paused(server)
    expect(seen.at(-1)).toMatchObject({ type: 'RUN_FINISHED', runId: run_id, outcome: { type: 'interrupt', interrupts: [{ reason: 'tool_call' }] } })
    const next = await readAll(await postTo(server.url, '/agui/resume', { thread_id, interrupt_id: id, result: { city: 'Oslo' } }))
    expect(brokenRules(next, { known: [call] })).toEqual([])
    expect(next[0]).toMatchObject({ type: 'RUN_STARTED', threadId: thread_id, parentRunId: run_id })
    expect(next.find(({ type }) => type === 'TOOL_CALL_RESULT')).toMatchObject({ toolCallId: call, content: '{"city":"Oslo"}' })
    expect(next.at(-1)).toMatchObject({ type: 'RUN_FINISHED', result: { raw_answer: 'Oslo it is.' } })
  })

  it('gives the same answer the same stream again, and takes no other one', async () => {
    const server = await system(ask, answerReply('Done.'))
    const { id, thread_id } = await paused(server)
    const body = { thread_id, interrupt_id: id, result: yes }
    const first = await events(await postTo(server.url, '/agui/resume', body))
    expect(await events(await postTo(server.url, '/agui/resume', body))).toEqual(first)
    const other = await postTo(server.url, '/agui/resume', { ...body, result: { confirmed: false } })
    expect([other.status, await other.json()]).toMatchObject([409, { code: 'conflict', hash: expect.any(String) }])
    const cancel = await postTo(server.url, '/agui/resume', { thread_id, interrupt_id: id, cancelled: true })
    expect(cancel.status).toBe(409)
  })

  it('finds an interaction only under its thread and its owner', async () => {
    const server = await system(ask, answerReply('Done.'))
    const { id, thread_id } = await paused(server)
    for (const [body, headers] of [
      [{ thread_id: 'other', interrupt_id: id, result: yes }, {}],
      [{ thread_id, interrupt_id: 'unknown', result: yes }, {}],
      [{ thread_id, interrupt_id: id, result: yes }, { 'x-user': 'eve' }],
    ] as const) {
      const response = await postTo(server.url, '/agui/resume', body, { ...headers })
      expect([response.status, await response.json()]).toMatchObject([404, { code: 'not_found' }])
    }
    expect(await server.stores.pending.get({ owner: { id: 'u' } }, id)).toMatchObject({ state: 'open' })
  })
})

describe.each(['__proto__', 'constructor', 'prototype'])('an answer with the key %s', (key) => {
  const result = JSON.parse(`{"city":"Oslo","more":[{"${key}":{"admin":true}}]}`)

  it('is refused with the pointer of the key, and the question stays open', async () => {
    const server = await system(form, answerReply('Oslo it is.'))
    const { id, thread_id, run_id, call } = await paused(server)
    const bodies = [
      ['/agui/resume', { thread_id, interrupt_id: id, result }, '/result'],
      ['/agui/tool_result', { interaction_id: id, result }, '/result'],
      ['/agui/tool_result', { thread_id, run_id, tool_call_id: call, result }, '/result'],
      ['/chat', { thread_id, answers: [{ interaction_id: id, result }] }, '/answers/0/result'],
    ] as const
    for (const [path, body, pointer] of bodies) {
      const response = await postTo(server.url, path, body)
      const issue = { code: 'invalid_input', pointer: `${pointer}/more/0/${key}`, expected: 'a key other than __proto__, constructor, prototype' }
      expect([path, response.status, await response.json()]).toMatchObject([path, 400, { code: 'invalid_input', issues: [issue] }])
    }
    expect(await server.stores.pending.get({ owner: { id: 'u' } }, id)).toMatchObject({ state: 'open' })
    const accepted = await readAll(await postTo(server.url, '/agui/resume', { thread_id, interrupt_id: id, result: { city: 'Oslo' } }))
    expect(accepted.at(-1)).toMatchObject({ result: { raw_answer: 'Oslo it is.' } })
    expect(Object.hasOwn(Object.prototype, 'admin')).toBe(false)
  })
})

describe('POST /agui/tool_result', () => {
  it('[003-int-04] continues a stream that was kept open as one run', async () => {
    const server = await system(ask, form, answerReply('Both.'))
    const client = createRunClient({ baseUrl: server.url })
    const request = { thread_id: 't', run_id: 'kept', messages: [{ id: 'u1', role: 'user', content: 'go' }], forwarded_props: { pf: { tool_results: true } } }
    const results = [yes, { city: 'Oslo' }]
    const seen: Read[] = []
    for await (const { event } of client.start(request)) {
      seen.push(event)
      if (event.type !== 'CUSTOM' || event.name !== 'pause') continue
      const [question] = (event.value as { interactions: { tool_call_id: string }[] }).interactions
      const body = { thread_id: 't', run_id: 'kept', tool_call_id: question?.tool_call_id, result: results.shift() }
      const response = await postTo(server.url, '/agui/tool_result', body)
      expect([response.status, await response.json()]).toEqual([200, { status: 'accepted', run_id: 'kept' }])
    }
    expect(brokenRules(seen)).toEqual([])
    expect(names(seen).filter((type) => type === 'RUN_STARTED' || type === 'RUN_FINISHED')).toEqual(['RUN_STARTED', 'RUN_FINISHED'])
    expect(seen.filter(({ type }) => type === 'TOOL_CALL_RESULT').map(({ content }) => content)).toEqual(['{"confirmed":true}', '{"city":"Oslo"}'])
    expect(seen.at(-1)).toMatchObject({ result: { raw_answer: 'Both.' } })
  })

  it('ends a stream that was kept open when the run is cancelled while it waits', async () => {
    const server = await system(ask)
    const client = createRunClient({ baseUrl: server.url })
    const request = { thread_id: 't', run_id: 'kept', messages: [{ id: 'u1', role: 'user', content: 'go' }], forwarded_props: { pf: { tool_results: true } } }
    const seen: Read[] = []
    for await (const { event } of client.start(request)) {
      seen.push(event)
      if (event.type === 'CUSTOM' && event.name === 'pause') expect(await client.cancel('kept')).toBe(true)
    }
    expect(brokenRules(seen)).toEqual([])
    expect(seen.at(-1)).toMatchObject({ type: 'RUN_FINISHED', outcome: { type: 'cancelled' } })
  })

  it('[003-int-05] [003-int-07] [003-int-10] [003-ph-05] has a status code for each outcome of an answer', async () => {
    const server = await system(form, answerReply('Done.'))
    const { call, thread_id, run_id } = await paused(server)
    const body = { thread_id, run_id, tool_call_id: call }
    const send = async (more: object, headers: Record<string, string> = {}) => {
      const response = await postTo(server.url, '/agui/tool_result', { ...body, ...more }, headers)
      return [response.status, await response.json()]
    }
    expect(await send({ tool_call_id: 'tc:x', result: {} })).toMatchObject([404, { code: 'not_found' }])
    expect(await send({ result: { city: 'Oslo' } }, { 'x-user': 'eve' })).toMatchObject([404, { code: 'not_found' }])
    expect(await send({ result: {} })).toMatchObject([400, { code: 'invalid_input', issues: [{ pointer: '/city' }] }])
    expect(await send({ result: { city: 'Oslo', _cancelled: true } })).toMatchObject([400, { issues: [{ pointer: '/_cancelled' }] }])
    for (const wrong of [{}, { result: {}, cancelled: true }, { cancelled: 'yes' }, { result: 1, thread_id: 7 }]) expect((await send(wrong))[0]).toBe(400)
    expect(await server.stores.pending.list({ owner: { id: 'u' } }, thread_id)).toMatchObject([{ state: 'open' }])
    const accepted = await send({ result: { city: 'Oslo' } })
    expect(accepted).toMatchObject([200, { status: 'accepted' }])
    expect(await send({ result: { city: 'Oslo' } })).toEqual([200, { ...(accepted[1] as object), status: 'repeated' }])
    expect(await send({ result: { city: 'Bergen' } })).toMatchObject([409, { code: 'conflict', hash: expect.any(String) }])
    expect(await send({ cancelled: true })).toMatchObject([409, { code: 'conflict' }])
  })

  it('tells that a question is gone once its run was cancelled', async () => {
    const server = await system(ask)
    const { call, thread_id, run_id } = await paused(server)
    expect((await postTo(server.url, '/agui/cancel', { run_id })).status).toBe(200)
    const response = await postTo(server.url, '/agui/tool_result', { thread_id, run_id, tool_call_id: call, result: yes })
    expect([response.status, await response.json()]).toMatchObject([410, { code: 'gone' }])
  })
})

describe('resume entries on POST /agui/agent', () => {
  it('continue under the same run id, and the stream begins with the new segment', async () => {
    const server = await system(ask, answerReply('Done.'))
    const { input, id } = await paused(server)
    const request = resumed(input, { interruptId: id, payload: yes }, input.runId)
    const first = await events(await post(server.url, request))
    const seen = first.map(({ event }) => event)
    expect(names(seen).filter((type) => type.startsWith('RUN_'))).toEqual(['RUN_STARTED', 'RUN_FINISHED'])
    expect(seen[0]).toMatchObject({ type: 'RUN_STARTED', runId: input.runId })
    expect(seen.at(-1)).toMatchObject({ result: { raw_answer: 'Done.' } })
    expect(await events(await post(server.url, request))).toEqual(first)
    const again = await readAll(await post(server.url, input))
    expect(again.at(-1)).toMatchObject({ outcome: { type: 'interrupt', interrupts: [{ id }] } })
  })

  it('that are unknown, repeated, invalid or missing are never a 4xx: the run continues with a warning, or asks again', async () => {
    const server = await system(ask, answerReply('Done.'), answerReply('Next.'))
    const { input, id } = await paused(server)
    const warningsOf = (seen: readonly Read[]) => seen.flatMap(({ name, value }) => (name === 'warning' ? [(value as { code: string }).code] : []))
    const again = async (entry?: Record<string, unknown>) => {
      count += 1
      const seen = await readAll(await post(server.url, entry ? resumed(input, entry) : { ...input, runId: `again${count}` }))
      expect(seen.at(-1)?.outcome).toMatchObject({ type: 'interrupt', interrupts: [{ id }] })
      return warningsOf(seen)
    }
    expect(await again()).toEqual(['question_open'])
    expect(await again({ interruptId: 'unknown', payload: yes })).toEqual(['answer_unknown', 'question_open'])
    expect(await again({ interruptId: id, payload: { confirmed: 'maybe' } })).toEqual(['answer_invalid'])
    const done = await readAll(await post(server.url, resumed(input, { interruptId: id, payload: { approved: true } })))
    expect(done.at(-1)).toMatchObject({ result: { raw_answer: 'Done.' } })
    const late = await readAll(await post(server.url, resumed(input, { interruptId: id, payload: yes })))
    expect([late.at(-1)?.type, warningsOf(late)]).toEqual(['RUN_FINISHED', ['answer_repeated']])
  })

  it('that come twice under two run ids join the run that the first one began', async () => {
    const server = await system(ask, { ...answerReply('Slow but done.'), durationMs: 500 }, answerReply('Never.'))
    const { input, id, call } = await paused(server)
    const both = await Promise.all([1, 2].map(() => post(server.url, resumed(input, { interruptId: id, payload: yes }))))
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    const [first = [], second = []] = await Promise.all(both.map(readAll))
    for (const seen of [first, second]) {
      expect(brokenRules(seen, { known: [call] })).toEqual([])
      expect(seen.at(-1)).toMatchObject({ type: 'RUN_FINISHED', result: { raw_answer: 'Slow but done.' } })
    }
    expect(first[0]?.runId).not.toBe(second[0]?.runId)
  })
})

describe.each([
  ['1.0.0', HttpAgent],
  ['0.0.59', OlderAgent as unknown as typeof HttpAgent],
])('the real @ag-ui/client %s', (_version, Agent) => {
  const agentOf = ({ url }: PlannerServer) => {
    count += 1
    return new Agent({ url: `${url}/agui/agent`, threadId: `t${count}`, initialMessages: [{ id: `u${count}`, role: 'user', content: 'go' }] })
  }

  it('answers an interrupt in a run of its own, and its history is whole', async () => {
    const server = await system(ask, answerReply('Done.'))
    const agent = agentOf(server)
    let interrupts: { id: string }[] = []
    const failures: unknown[] = []
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const seen: Read[] = []
    const onEvent = ({ event }: { event: object }) => {
      const read = { ...event } as Read
      seen.push(read)
      interrupts = (read.outcome as { interrupts?: typeof interrupts } | undefined)?.interrupts ?? interrupts
    }
    await agent.runAgent({}, { onEvent, onRunFailed: ({ error }) => void failures.push(error) })
    const resume = interrupts.map(({ id }) => ({ interruptId: id, status: 'resolved' as const, payload: yes }))
    await agent.runAgent({ resume }, { onEvent, onRunFailed: ({ error }) => void failures.push(error) })
    expect([failures, warn.mock.calls]).toEqual([[], []])
    warn.mockRestore()
    expect(agent.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant'])
    expect(seen.at(-1)).toMatchObject({ result: { raw_answer: 'Done.' } })
  })

  it('[003-lab-01] answers a call of its own front end as a tool message, also under the same run id', async () => {
    const server = await system(actionReply('pick_city', { near: 'sea' }), answerReply('Oslo.'))
    const agent = agentOf(server)
    const tools = [{ name: 'pick_city', description: 'Lets the user pick.', parameters: { type: 'object', properties: { near: { type: 'string' } } } }]
    const seen: Read[] = []
    const onEvent = ({ event }: { event: object }) => void seen.push({ ...event } as Read)
    await agent.runAgent({ tools, runId: 'same' }, { onEvent })
    expect(seen.at(-1)).not.toHaveProperty('outcome')
    const holder = agent.messages.at(-1)
    const made = holder?.role === 'assistant' ? holder.toolCalls?.[0] : undefined
    expect(seen.find(({ type }) => type === 'TOOL_CALL_START')).toMatchObject({ toolCallName: 'pick_city', parentMessageId: holder?.id })
    agent.addMessage({ id: 'answer', role: 'tool', toolCallId: made?.id ?? '', content: '"Oslo"' })
    seen.length = 0
    await agent.runAgent({ tools, runId: 'same' }, { onEvent })
    expect(names(seen)).not.toContain('TOOL_CALL_RESULT')
    expect([seen[0]?.type, seen.at(-1)]).toMatchObject(['RUN_STARTED', { result: { raw_answer: 'Oslo.' } }])
    expect(agent.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant'])
  })
})
