import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createModelServer, readSse, type Story } from '@pf/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { stories } from '../src/model/stories.ts'
import { type Demo, startDemo } from './start-demo.ts'

let modelServer: Awaited<ReturnType<typeof createModelServer>>
let demo: Demo
beforeAll(async () => {
  modelServer = await createModelServer({ stories: [rawSql, ...stories], wait: async () => {} })
  demo = await startDemo({ OPENAI_BASE_URL: modelServer.url, OPENAI_API_KEY: 'k', OPENAI_MODEL: 'any' })
})
afterAll(async () => {
  await demo?.stop()
  await modelServer?.close()
})

/** Runs the SQL of the question unchanged and answers with the tool result. */
const rawSql: Story = {
  name: 'raw-sql',
  match: ({ lastUser }) => lastUser.startsWith('sql: '),
  reply: ({ lastUser, toolResults }) => [
    { content: JSON.stringify({ next_node: 'run_query', args: { sql: lastUser.slice(5) } }) },
    { content: JSON.stringify({ next_node: 'final_response', args: { answer: `The tool said: ${JSON.stringify(toolResults[0]?.content)}` } }) },
  ],
}

interface WireEvent {
  type: string
  [key: string]: unknown
}

function post(body: unknown, url = demo.url) {
  return fetch(`${url}/agui/agent`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
}

function input(text: string, more: Record<string, unknown> = {}) {
  return {
    threadId: crypto.randomUUID(),
    runId: crypto.randomUUID(),
    messages: [{ id: 'u1', role: 'user', content: text }],
    tools: [],
    context: [],
    state: {},
    forwardedProps: { pf: {} },
    ...more,
  }
}

async function run(text: string, url = demo.url): Promise<WireEvent[]> {
  const response = await post(input(text), url)
  expect(response.status).toBe(200)
  const events: WireEvent[] = []
  for await (const { data } of readSse(response)) if (data) events.push(JSON.parse(data) as WireEvent)
  return events
}

const terminal = (events: WireEvent[]) => events.filter((event) => event.type === 'RUN_FINISHED' || event.type === 'RUN_ERROR')

describe('bad input to the demo', () => {
  it.each([
    ['an empty message', input('')],
    ['only blanks', input('  \n ')],
    ['no messages', { threadId: 't', runId: 'r' }],
    ['a number for a thread', { ...input('x'), threadId: 7 }],
  ])('answers %s with 400 and issues', async (_what, body) => {
    const response = await post(body)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ code: 'invalid_input', error: expect.any(String), issues: [{ pointer: expect.any(String) }] })
  })

  it('answers a message of 200 kB clearly and continues', async () => {
    const response = await post(input('x'.repeat(200_000)))
    expect([200, 400, 413]).toContain(response.status)
    await response.text()
    expect(terminal(await run('What data is here?'))).toHaveLength(1)
  })

  it.each(['reset', 'cut', 'cut-clean', 'html-200', 'json-200', 'empty-body', 'malformed', 'in-stream-error', 'only-empty-choices', 'null-finish', 'length'])(
    'ends once and clearly when the model server does: %s; the next question works',
    async (mode) => {
      modelServer.mode(mode)
      const events = await run('What data is here?')
      modelServer.mode('ok')
      expect(terminal(events)).toHaveLength(1)
      expect(JSON.stringify(terminal(events))).not.toMatch(/at .*\.js:\d+|ECONN|127\.0\.0\.1/)
      const next = await run('What data is here?')
      expect(terminal(next)[0]?.type).toBe('RUN_FINISHED')
    },
  )

  it('says that the model cannot be reached when its server is down', async () => {
    const closed = createServer().listen(0, '127.0.0.1')
    await once(closed, 'listening')
    const { port } = closed.address() as AddressInfo
    await new Promise((done) => closed.close(done))
    const alone = await startDemo({ OPENAI_BASE_URL: `http://127.0.0.1:${port}/v1` })
    const events = await run('What data is here?', alone.url)
    expect(terminal(events)).toMatchObject([{ type: 'RUN_ERROR', code: 'model_unavailable' }])
    await alone.stop()
  })

  it.each([
    ['no SELECT', 'DELETE FROM cars'],
    ['two statements', 'SELECT 1; SELECT 2'],
    ['a file function', "SELECT * FROM read_csv('/etc/passwd')"],
  ])('tells the model clearly about SQL with %s', async (_what, sql) => {
    const text = JSON.stringify(await run(`sql: ${sql}`))
    expect(text).toMatch(/Only one SELECT|disabled|not allowed|Permission/i)
    expect(text).not.toContain('root:')
  })
})
