import { errorCodes } from '@pf/core'
import { readSse } from '@pf/testing'
import { afterEach, describe, expect, it } from 'vitest'
import { actionReply, answerReply, createPlannerServer, type PlannerServer, postTo } from '../test-support/planner-server.ts'

const open: { close(): Promise<unknown> }[] = []
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close()
})

const system = async (...replies: Parameters<typeof createPlannerServer>[0]) => {
  const server = await createPlannerServer(replies)
  open.push(server)
  return server
}

interface Named {
  id: string | undefined
  event: string
  data: { [key: string]: unknown }
}

async function named(response: Response): Promise<Named[]> {
  const seen: Named[] = []
  for await (const { id, event, data } of readSse(response, undefined, { strict: true }))
    if (data) seen.push({ id, event: event ?? '', data: JSON.parse(data) })
  return seen
}

const chat = (server: PlannerServer, body: object, headers: Record<string, string> = {}) => postTo(server.url, '/chat', body, headers)
const sse = { accept: 'text/event-stream' }
const metric = actionReply('render_component', { component: 'metric', props: { label: 'People', value: 42 } })

describe('POST /chat', () => {
  it('[000-fe-01] answers with the payload under the key payload, and knows the conversation in the next turn', async () => {
    const server = await system(answerReply('Hello.'), answerReply('Again.'))
    const first = await chat(server, { message: 'Hi.' })
    const body = await first.json()
    expect([first.status, body]).toMatchObject([200, { payload: { raw_answer: 'Hello.', artifacts: {}, route: null }, thread_id: expect.any(String) }])
    const second = await (await chat(server, { thread_id: body.thread_id, message: 'More?' })).json()
    expect(second.payload.raw_answer).toBe('Again.')
    const said = JSON.stringify(server.model.requests.at(-1)?.conversation?.messages)
    expect([said.includes('Hi.'), said.includes('Hello.'), said.includes('More?')]).toEqual([true, true, true])
  })

  it('gives a turn that is sent twice the same run, and refuses what it cannot read', async () => {
    const server = await system(answerReply('Once.'))
    const body = { thread_id: 't', run_id: 'r', message: 'Hi.' }
    const [first, second] = await Promise.all([chat(server, body), chat(server, body)])
    expect(await second?.json()).toEqual(await first?.json())
    expect(server.model.requests).toHaveLength(1)
    for (const wrong of [
      {},
      { message: '' },
      { message: 7 },
      { message: 'x', thread_id: 'a\n' },
      { message: 'x', answers: [{}] },
      { message: 'x', answers: {} },
    ])
      expect([wrong, (await chat(server, wrong)).status]).toEqual([wrong, 400])
  })

  it('asks, and accepts the answers in the next turn', async () => {
    const server = await system(actionReply('ui_confirm', { message: 'Sure?' }), answerReply('Done.'))
    const first = await (await chat(server, { message: 'Go.' })).json()
    expect(first).toMatchObject({ payload: { route: 'paused' }, interactions: [{ component: 'confirm' }] })
    const answers = [{ interaction_id: first.interactions[0].id, result: { confirmed: true } }]
    expect((await (await chat(server, { thread_id: first.thread_id, answers })).json()).payload.raw_answer).toBe('Done.')
  })

  it('reports a failed run by status and code, without internal details', async () => {
    const server = await system(answerReply('x'))
    await server.model.close()
    const response = await chat(server, { message: 'Hi.' })
    const body = await response.json()
    expect([response.status, body]).toMatchObject([500, { code: 'internal', trace_id: expect.any(String), payload: {} }])
    expect(body.error).toBe(errorCodes.internal.cause)
  })
})

describe('POST /chat with Accept: text/event-stream', () => {
  it('[000-sse-01] [000-sse-02] [000-sse-03] [000-sse-04] [002-wire-05] [002-wire-08] sends chunk, step, artifact_chunk and done as whole JSON objects', async () => {
    const server = await system(metric, actionReply('search', { q: 'x' }), answerReply('See the metric.'))
    const response = await chat(server, { message: 'Hi.' }, sse)
    expect([response.headers.get('content-type'), response.headers.get('pf-run-id')]).toEqual(['text/event-stream', expect.stringMatching(/^[0-9a-f-]{36}$/)])
    const seen = await named(response)
    const of = (name: string) => seen.filter(({ event }) => event === name).map(({ data }) => data)
    const chunks = of('chunk')
    expect(chunks.map(({ text }) => text).join('')).toBe('See the metric.')
    expect(chunks.map(({ seq }) => seq)).toEqual(chunks.map((_, index) => index))
    expect(chunks.at(-1)).toEqual({ stream_id: expect.any(String), seq: chunks.length - 1, text: '', done: true, attempt: 1 })
    expect(of('artifact_chunk')).toMatchObject([
      {
        stream_id: expect.any(String),
        seq: 0,
        done: true,
        artifact_type: 'ui_component',
        chunk: { component: 'metric' },
        meta: { source_tool: expect.any(String) },
      },
    ])
    expect(of('step')).toContainEqual({ node: 'search', status: 'ok', latency_ms: expect.any(Number) })
    expect(seen.at(-1)).toMatchObject({ event: 'done', data: { raw_answer: 'See the metric.', artifacts: {}, confidence: null } })
    expect(new Set(seen.map(({ event }) => event))).toEqual(new Set(['chunk', 'artifact_chunk', 'step', 'done']))
  })

  it('[000-sse-05] ends with error where the run failed', async () => {
    const server = await system(answerReply('x'))
    await server.model.close()
    const seen = await named(await chat(server, { message: 'Hi.' }, sse))
    expect(seen.at(-1)).toEqual({
      id: expect.any(String),
      event: 'error',
      data: { error: expect.any(String), code: 'internal', trace_id: expect.any(String) },
    })
  })

  it('clears what a withdrawn attempt said by a higher attempt', async () => {
    const cut = JSON.stringify({ next_node: 'final_response', args: { answer: 'A long answer that is cut' } }).slice(0, -8)
    const server = await system({ content: cut, finish: 'length', chunkSize: 4 }, answerReply('Short.'))
    const chunks = (await named(await chat(server, { message: 'Hi.' }, sse))).filter(({ event }) => event === 'chunk').map(({ data }) => data)
    const highest = Math.max(...chunks.map(({ attempt }) => Number(attempt)))
    expect(
      chunks
        .filter(({ attempt }) => attempt === highest)
        .map(({ text }) => text)
        .join(''),
    ).toBe('Short.')
    expect(highest).toBeGreaterThan(1)
  })
})

describe('POST /chat/streams', () => {
  it('[002-wire-07] says where a plain EventSource reads the run, which resumes at every event and stops with 204', async () => {
    const server = await system(metric, answerReply('See the metric.'))
    const created = await postTo(server.url, '/chat/streams', { message: 'Hi.' })
    const { stream_url, run_id } = await created.json()
    expect([created.status, created.headers.get('location'), stream_url]).toEqual([201, stream_url, `/chat/streams/${run_id}`])
    const text = await (await fetch(server.url + stream_url)).text()
    expect(text).toMatch(/^retry: 1\n\n/)
    const whole = await named(new Response(text, { headers: { 'content-type': 'text/event-stream' } }))
    expect(whole.at(-1)).toMatchObject({ event: 'done', data: { raw_answer: 'See the metric.' } })
    for (const [index, { id }] of whole.entries()) {
      const rest = await fetch(server.url + stream_url, { headers: { 'last-event-id': id ?? '' } })
      if (index === whole.length - 1) expect(rest.status).toBe(204)
      else expect(await named(rest)).toEqual(whole.slice(index + 1))
    }
    expect((await fetch(`${server.url}${stream_url}`, { headers: { 'x-user': 'eve' } })).status).toBe(404)
    expect((await fetch(`${server.url}${stream_url}?after=x`)).status).toBe(400)
    expect(server.model.requests).toHaveLength(2)
  })

  it('ends with pause and done where the run asks, and has nothing left then', async () => {
    const server = await system(actionReply('ui_confirm', { message: 'Sure?' }), answerReply('Done.'))
    const { stream_url } = await (await postTo(server.url, '/chat/streams', { message: 'Go.' })).json()
    const seen = await named(await fetch(server.url + stream_url))
    expect(seen.slice(-2)).toMatchObject([
      { event: 'pause', data: { interactions: [{ component: 'confirm' }] } },
      { event: 'done', data: { route: 'paused' } },
    ])
    expect((await fetch(server.url + stream_url, { headers: { 'last-event-id': seen.at(-1)?.id ?? '' } })).status).toBe(204)
  })
})

describe('a run_id that was used before', () => {
  it('gives no access to another thread', async () => {
    const server = await system(answerReply('Hello.'), answerReply('Again.'))
    await (await chat(server, { thread_id: 'one', run_id: 'r', message: 'Hi.' })).json()
    const other = await chat(server, { thread_id: 'two', run_id: 'r', message: 'Hi.' })
    expect([other.status, await other.json()]).toMatchObject([409, { code: 'invalid_input' }])
    expect((await chat(server, { thread_id: 'one', run_id: 'r', message: 'Hi.' })).status).toBe(200)
  })
})
