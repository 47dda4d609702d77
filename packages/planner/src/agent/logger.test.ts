import { Writable } from 'node:stream'
import { createMemoryStore } from '@pf/core/memory'
import pino from 'pino'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createAgent } from '../index.ts'
import { answer, call, createHarness, type Harness, type HarnessOptions, questionOf, scope, script } from '../test-support/harness.ts'

let harness: Harness | undefined
afterEach(async () => {
  await harness?.close()
  harness = undefined
  vi.restoreAllMocks()
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
  const logger = pino({ level: 'debug', base: null }, stream)
  return {
    logger,
    at: (level: keyof typeof pino.levels.values) => lines.filter((line) => line.level === pino.levels.values[level]),
    text: () => JSON.stringify(lines),
  }
}

async function runWith(options: HarnessOptions & { mode?: string }) {
  const log = createPino()
  harness = await createHarness({ logger: log.logger, ...options })
  if (options.mode) harness.server.mode(options.mode as never)
  const events = await harness.run('SECRET question')
  await expect.poll(() => log.at('info').length, { timeout: 10_000 }).toBe(2)
  return { log, events, harness }
}

const failing = (message: string) => ({
  name: 'book',
  description: 'Books.',
  input: { type: 'object' as const },
  run: () => Promise.reject(new RangeError(message, { cause: new Error('socket closed') })),
})

describe('[prod-13] the logger of an agent', () => {
  it('receives the begin and the end of a run, with its ids and figures and without content', async () => {
    const { log } = await runWith({ stories: [script(answer('SECRET answer'))] })
    const ids = { run_id: 'run-1', thread_id: 'thread-1', trace_id: expect.any(String) }
    expect(log.at('info')).toMatchObject([
      { ...ids, msg: 'A run works in this process.', step: 0 },
      {
        ...ids,
        msg: 'A run has ended or paused in this process.',
        reason: 'answer',
        steps: 1,
        model_calls: 1,
        tokens: expect.any(Number),
        duration_ms: expect.any(Number),
      },
    ])
    expect([...log.at('warn'), ...log.at('error')]).toEqual([])
    expect(log.text()).not.toContain('SECRET')
  })

  it('receives what ended a run, with its code and what the provider said', async () => {
    const errors: unknown[] = []
    const log = createPino()
    harness = await createHarness({ stories: [script(answer('x'))], logger: log.logger })
    harness.agent.onError?.((error, context) => errors.push({ error, context }))
    harness.server.mode('401')
    await harness.run('Hi')
    expect(log.at('error')).toMatchObject([
      {
        run_id: 'run-1',
        thread_id: 'thread-1',
        code: 'model_unavailable',
        error: { type: 'PfError', message: expect.any(String), stack: expect.any(String) },
        cause: expect.stringContaining('status 401'),
        msg: expect.stringContaining('The run failed (model_unavailable)'),
      },
    ])
    expect(errors).toMatchObject([{ error: { code: 'model_unavailable' }, context: { runId: 'run-1', threadId: 'thread-1', logged: true } }])
    expect(log.text()).not.toContain('sk-test-secret-key')
  })

  it('receives what a tool throws, with its causes and without credentials', async () => {
    const { log } = await runWith({ stories: [script(call('book'), answer('x'))], tools: [failing('postgres://ada:lovelace@db failed')] })
    expect(log.at('error')).toMatchObject([
      { run_id: 'run-1', thread_id: 'thread-1', tool: 'book', code: 'tool_failed', cause: 'RangeError: postgres://***@db failed < Error: socket closed' },
    ])
    expect(log.text()).not.toContain('lovelace')
  })

  it('receives what tools log, at their level, without what users entered into password fields', async () => {
    const login = {
      name: 'login',
      description: 'Signs in.',
      input: { type: 'object' as const, properties: { pin: { type: 'string' as const, writeOnly: true } } },
      run: ({ pin }: { pin: string }, context: { log(level: 'debug', message: string, fields: Record<string, string>): void }) => {
        context.log('debug', `Signing in with ${pin}.`, { pin })
        throw new Error(`The PIN ${pin} is wrong.`)
      },
    }
    const form = call('ui_form', { title: 'Sign in', fields: [{ name: 'pin', type: 'password' }] })
    const log = createPino()
    harness = await createHarness({
      stories: [script(form, call('login', { pin: '<secret:pin>' }), answer('ok'))],
      tools: [login as never],
      richOutput: { enabled: true },
      logger: log.logger,
    })
    const { id } = questionOf(await harness.run('Go'))
    await harness.agent.answer({ interaction_id: id }, { result: { pin: 'pin-471147' } }, scope)
    await expect.poll(() => log.at('error').length, { timeout: 10_000 }).toBe(1)
    expect(log.at('debug')).toMatchObject([{ thread_id: 'thread-1', tool: 'login', fields: { pin: '<secret>' }, msg: 'Signing in with <secret>.' }])
    expect(log.at('error')).toMatchObject([{ tool: 'login', cause: 'Error: The PIN <secret> is wrong.' }])
    expect(log.text()).not.toContain('pin-471147')
  })

  it('that throws does not affect the run', async () => {
    const broken = () => {
      throw new Error('The disk is full.')
    }
    harness = await createHarness({ stories: [script(answer('x'))], logger: { debug: broken, info: broken, warn: broken, error: broken } })
    expect((await harness.run('Go')).at(-1)).toMatchObject({ reason: 'answer' })
  })

  it('is checked when the agent is created', () => {
    const model = { name: 'm', stream: () => (async function* () {})() }
    const options = { model, tools: [], ports: createMemoryStore(), logger: { info: () => undefined } as never, telemetry: { captureContent: 'yes' } as never }
    expect(() => createAgent(options)).toThrow(/logger must have the methods debug, info, warn and error; telemetry must be/)
  })
})

it('nothing is printed without a logger, also when a run fails', async () => {
  const printed = (['log', 'info', 'warn', 'error', 'debug'] as const).map((name) => vi.spyOn(console, name).mockImplementation(() => undefined))
  const written = [process.stdout, process.stderr].map((stream) => vi.spyOn(stream, 'write').mockImplementation(() => true))
  harness = await createHarness({ stories: [script(call('book'), answer('x'))], tools: [failing('broken')] })
  await harness.run('Go')
  harness.server.mode('500')
  await harness.run('Again', { run_id: 'run-2', thread_id: 'thread-2' })
  const calls = [...printed, ...written].map((spy) => spy.mock.calls.length)
  vi.restoreAllMocks()
  expect(calls).toEqual(calls.map(() => 0))
})
