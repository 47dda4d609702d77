import { Writable } from 'node:stream'
import { createMemoryStore } from '@pf/core/memory'
import { createAgent } from '@pf/planner'
import { createModelServer } from '@pf/testing'
import pino from 'pino'
import { afterEach, describe, expect, it } from 'vitest'
import { fetchModel } from '../test-support/fetch-model.ts'
import { createPfServer, post, runInput } from '../test-support/pf-server.ts'
import { serve } from '../test-support/serve.ts'
import { answer, failing } from '../test-support/streams.ts'
import { createPfHandlers } from './create-pf-handlers.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

type Line = Record<string, unknown> & { level: number; msg: string }

/** A logger of pino that writes to a stream in memory. */
function createPino() {
  const lines: Line[] = []
  const stream = new Writable({
    write: (chunk, _encoding, done) => {
      for (const text of String(chunk).split('\n')) if (text !== '') lines.push(JSON.parse(text) as Line)
      done()
    },
  })
  return {
    logger: pino({ level: 'debug', base: null }, stream),
    at: (level: 'warn' | 'error') => lines.filter((line) => line.level === pino.levels.values[level]),
  }
}

/** Serves an agent whose model refuses the key. The agent and the handlers get these loggers. */
async function serveFailingModel({ ofAgent, ofHandlers }: { ofAgent?: pino.Logger; ofHandlers: pino.Logger }) {
  const model = await createModelServer({ stories: [] })
  model.mode('401')
  const errors: unknown[] = []
  const agent = createAgent({ model: fetchModel(model.url), tools: [], ports: createMemoryStore(), ...(ofAgent ? { logger: ofAgent } : {}) })
  const handlers = createPfHandlers({ agent, authenticate: () => ({ id: 'u' }), onError: (error) => errors.push(error), logger: ofHandlers })
  const served = await serve(handlers.fetch)
  closing.push(
    () => model.close(),
    () => agent.close(),
    () => served.close(),
    () => handlers.close(),
  )
  return { url: served.url, errors }
}

describe('[prod-13] the logger of the handlers', () => {
  it('receives what goes to onWarning, with the run and the thread', async () => {
    const log = createPino()
    const server = await createPfServer(answer, { logger: log.logger })
    closing.push(() => server.close())
    const messages = [
      { id: 'u1', role: 'user', content: 'hello' },
      { id: 'x', role: 'oracle', content: '' },
    ]
    await (await post(server.url, runInput({ threadId: 't1', runId: 'r1', messages }))).text()
    expect(server.warnings.length).toBeGreaterThan(0)
    expect(log.at('warn')).toMatchObject(server.warnings.map(({ code, text }) => ({ run_id: 'r1', thread_id: 't1', code, msg: text })))
  })

  it('receives what goes to onError of a request, with its code and cause', async () => {
    const log = createPino()
    const cause = new Error('connect ECONNREFUSED')
    const agent = failing({ after: 1 })
    const errors: unknown[] = []
    const start = () => Promise.reject(Object.assign(new Error('The store is gone.', { cause }), { code: 'store_failed' }))
    const handlers = createPfHandlers({
      agent: { ...agent, start },
      authenticate: () => ({ id: 'u' }),
      onError: (error) => errors.push(error),
      logger: log.logger,
    })
    const served = await serve(handlers.fetch)
    closing.push(() => served.close())
    expect((await post(served.url, runInput())).status).toBe(500)
    expect(errors).toHaveLength(1)
    expect(log.at('error')).toMatchObject([
      { code: 'store_failed', cause: 'Error: connect ECONNREFUSED', error: { message: 'The store is gone.' }, msg: 'A request or a run failed.' },
    ])
  })

  it('receives the error of a run with its ids if the agent has no logger', async () => {
    const log = createPino()
    const { url, errors } = await serveFailingModel({ ofHandlers: log.logger })
    await (await post(url, runInput({ threadId: 't1', runId: 'r1' }))).text()
    expect(errors).toMatchObject([{ code: 'internal' }])
    expect(log.at('error')).toMatchObject([{ run_id: 'r1', thread_id: 't1', code: 'internal', cause: expect.any(String), error: { type: 'PfError' } }])
  })

  it('does not receive an error again that the agent has logged', async () => {
    const log = createPino()
    const { url, errors } = await serveFailingModel({ ofAgent: log.logger, ofHandlers: log.logger })
    await (await post(url, runInput({ threadId: 't1', runId: 'r1' }))).text()
    expect(errors).toHaveLength(1)
    expect(log.at('error')).toMatchObject([{ run_id: 'r1', thread_id: 't1', code: 'internal', msg: expect.stringContaining('The run failed') }])
  })

  it('is checked when the handlers are created', () => {
    const options = { agent: failing({ after: 1 }), authenticate: () => ({ id: 'u' }), logger: { error: () => undefined } as never }
    expect(() => createPfHandlers(options)).toThrow('logger must have the methods debug, info, warn and error')
  })
})
