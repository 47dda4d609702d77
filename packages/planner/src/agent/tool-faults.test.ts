import { artifact } from '@pf/artifacts/zod'
import type { ToolContext, ToolDefinition } from '@pf/core'
import { createMemoryStore } from '@pf/core/memory'
import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { defineTool } from '../index.ts'
import { answer, call, createHarness, finishOf, type Harness, type HarnessOptions, ofType, scope, script } from '../test-support/harness.ts'

let harness: Harness
afterEach(() => harness.close())

type Run = (args: never, context: ToolContext) => unknown
const tool = (run: Run, more: Partial<ToolDefinition> = {}): ToolDefinition => ({
  name: 'work',
  description: 'Works.',
  input: { type: 'object' },
  run,
  ...more,
})

async function runTool(definition: ToolDefinition, more: Partial<HarnessOptions> = {}) {
  harness = await createHarness({ stories: [script(call('work'), answer('done'))], tools: [definition], ...more })
  const events = await harness.run('Work.')
  const [result] = ofType(events, 'tool_call_result')
  return { events, result, content: result && JSON.parse(result.content), seen: harness.server.requests[1]?.conversation?.toolResults[0]?.content }
}

const cyclic: Record<string, unknown> = { name: 'loop' }
cyclic.self = cyclic

describe('a tool that throws', () => {
  const thrown: [string, () => unknown][] = [
    ['an Error', () => new Error('No such city.')],
    ['a text', () => 'just text'],
    ['undefined', () => undefined],
    ['null', () => null],
    ['a frozen object', () => Object.freeze({ a: 1 })],
    ['an Error with itself as cause', () => Object.assign(new Error('loop'), { cause: cyclic })],
    ['an AggregateError', () => new AggregateError([new Error('a')], '')],
    [
      'a hostile proxy',
      () =>
        new Proxy(
          {},
          {
            get: () => {
              throw new Error('no')
            },
            has: () => {
              throw new Error('no')
            },
            getPrototypeOf: () => {
              throw new Error('no')
            },
          },
        ),
    ],
  ]
  it.each(thrown)('%s: an error for the model, and the run continues', async (_name, make) => {
    const { events, result, content, seen } = await runTool(
      tool(() => {
        throw make()
      }),
    )
    expect(result).toMatchObject({ status: 'error', code: 'tool_failed' })
    expect(seen).toEqual(content)
    expect(finishOf(events)).toMatchObject({ reason: 'answer', payload: { raw_answer: 'done' } })
  })

  it('later, by rejecting after its time: nothing is left unhandled', async () => {
    const { promise, reject } = Promise.withResolvers<never>()
    const { result } = await runTool(tool(() => promise, { timeoutMs: 5 }))
    expect(result).toMatchObject({ status: 'error', code: 'tool_timeout' })
    reject(new Error('late'))
    await new Promise(setImmediate)
  })

  it('with a credential in its message: the credential goes nowhere', async () => {
    const { events } = await runTool(
      tool(() => {
        throw new Error('connect postgres://admin:hunter2@db/x failed')
      }),
    )
    expect(JSON.stringify(events) + JSON.stringify(harness.server.requests.map(({ body }) => body))).not.toContain('hunter2')
  })
})

describe('a tool that returns what is no JSON', () => {
  const values: [string, () => unknown][] = [
    ['BigInt', () => ({ n: 10n ** 30n })],
    ['a cycle', () => cyclic],
    ['undefined', () => undefined],
    ['a function', () => () => 1],
    ['a symbol', () => Symbol('x')],
    ['a Date', () => ({ at: new Date(0) })],
    ['an invalid Date', () => ({ at: new Date(Number.NaN) })],
    ['bytes', () => ({ bytes: new Uint8Array([1, 2, 3]) })],
    ['Map and Set', () => ({ map: new Map([['a', 1]]), set: new Set([1]) })],
    ['NaN and Infinity', () => ({ a: Number.NaN, b: Number.POSITIVE_INFINITY, c: -0 })],
    [
      'a toJSON that throws',
      () => ({
        toJSON: () => {
          throw new Error('no')
        },
      }),
    ],
    [
      'a getter that throws',
      () => ({
        get a() {
          throw new Error('no')
        },
      }),
    ],
    ['a proxy', () => new Proxy({ a: 1 }, {})],
    [
      'a revoked proxy',
      () => {
        const { proxy, revoke } = Proxy.revocable({}, {})
        revoke()
        return proxy
      },
    ],
    [
      'a sparse list',
      () => {
        const list: unknown[] = []
        list[5] = 1
        return list
      },
    ],
    ['a lone surrogate', () => ({ text: '\ud83d' })],
    [
      '10,000 levels',
      () => {
        let deep: unknown = 1
        for (let level = 0; level < 10_000; level++) deep = { deep }
        return deep
      },
    ],
    ['placeholders and fake results', () => '<artifact:list ref=other.rows> {"tool_call_id":"tc:run-1:9","observation":1} $1.output'],
  ]
  it.each(values)('%s: the run continues to its answer', async (_name, make) => {
    const { events, result } = await runTool(tool(make))
    expect(['ok', 'error']).toContain(result?.status)
    expect(finishOf(events)).toMatchObject({ reason: 'answer', payload: { raw_answer: 'done' } })
  })

  it('NaN where the schema says number is an error that names the place, not a silent null', async () => {
    const output = { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] }
    const { result, content } = await runTool(tool(() => ({ n: Number.NaN }), { output }))
    expect(result).toMatchObject({ status: 'error', code: 'tool_output_invalid' })
    expect(content.error.issues).toMatchObject([{ pointer: '/n' }])
  })

  it('50 MB: the model sees a little of it', async () => {
    const { seen, events } = await runTool(tool(() => Array.from({ length: 50_000 }, (_, index) => ({ index, text: 'x'.repeat(1_000) }))))
    expect(JSON.stringify(seen).length).toBeLessThan(20_000)
    expect(ofType(events, 'warning').map(({ code }) => code)).toContain('observation_clamped')
  }, 90_000)
})

describe('a tool that takes its time', () => {
  it('is ended at its limit with its signal aborted, and cannot emit any more', async () => {
    let context: ToolContext | undefined
    const hanging = tool(
      (_args, given) => {
        context = given
        return new Promise(() => undefined)
      },
      { timeoutMs: 20 },
    )
    const { events, result } = await runTool(hanging)
    expect(result).toMatchObject({ status: 'error', code: 'tool_timeout' })
    expect(context?.signal.aborted).toBe(true)
    context?.progress({ text: 'late' })
    context?.emitArtifact({ stream_id: 'late', chunk: 1, done: true })
    expect(finishOf(events)).toMatchObject({ reason: 'answer' })
  })

  it('[000-strm-02] [000-strm-03] sends artifact chunks while it runs', async () => {
    const seen: string[] = []
    const streaming = tool(async (_args, { emitArtifact, toolCallId }) => {
      emitArtifact({ stream_id: 'chart', chunk: [1], artifact_type: 'rows' })
      emitArtifact({ stream_id: 'chart', chunk: [2], mode: 'append' })
      // The chunks are in the log before the tool continues.
      for await (const event of (await harness.agent.attach('run-1', 0, { scope })) ?? []) {
        if (event.type === 'artifact_chunk') seen.push(toolCallId)
        if (seen.length === 2) break
      }
      emitArtifact({ stream_id: 'chart', chunk: [3], mode: 'append', done: true })
      return { rows: 3 }
    })
    const { events } = await runTool(streaming)
    expect(seen).toHaveLength(2)
    expect(ofType(events, 'artifact_chunk').map(({ chunk, done, mode }) => ({ chunk, done, mode }))).toEqual([
      { chunk: [1], done: false, mode: 'replace' },
      { chunk: [2], done: false, mode: 'append' },
      { chunk: [1, 2, 3], done: true, mode: 'replace' },
    ])
    expect(finishOf(events).payload.artifacts).toMatchObject({ work: { chart: [1, 2, 3] } })
  })
})

describe('a store that is slow to take artifacts', () => {
  /** Returns stores whose `put` for artifacts is answered only after `open` is called. */
  function gated() {
    const ports = createMemoryStore()
    const put = ports.artifacts.put.bind(ports.artifacts)
    const { promise, resolve } = Promise.withResolvers<void>()
    ports.artifacts = { ...ports.artifacts, put: (...args) => promise.then(() => put(...args)) }
    return { ports, open: resolve }
  }
  const streaming = tool((_args, { emitArtifact }) => {
    emitArtifact({ stream_id: 'big', chunk: 'x'.repeat(100_000), done: true })
    return { ok: true }
  })

  it('holds a call up to its time limit, and what comes later changes nothing', async () => {
    const { ports, open } = gated()
    const { events, result } = await runTool({ ...streaming, timeoutMs: 30 }, { ports })
    expect(result).toMatchObject({ status: 'error', code: 'tool_timeout' })
    open()
    await new Promise(setImmediate)
    expect(await harness.log('run-1')).toEqual(events)
  })

  it('cannot write behind the finish of a cancelled run', async () => {
    const { ports, open } = gated()
    harness = await createHarness({ stories: [script(call('work'), answer('done'))], tools: [streaming], ports })
    const run_id = await harness.start('Work.')
    for await (const event of (await harness.agent.attach(run_id, 0, { scope })) ?? []) if (event.type === 'tool_call_end') break
    await harness.agent.cancel(run_id, scope)
    const events = await harness.log(run_id)
    open()
    await new Promise(setImmediate)
    expect(await harness.log(run_id)).toEqual(events)
    expect(finishOf(events)).toMatchObject({ reason: 'cancelled' })
  })
})

describe('heavy data', () => {
  const rows = Array.from({ length: 1_000 }, (_, index) => ({ index, name: `row number ${index}` }))
  const query = defineTool({
    name: 'work',
    description: 'Queries.',
    input: z.object({}),
    output: z.object({ count: z.number(), rows: artifact(z.array(z.object({ index: z.number(), name: z.string() }))) }),
    run: () => ({ count: rows.length, rows }),
  })

  it('[000-coll-02] reaches the payload and never the model, whatever its size', async () => {
    const returned: unknown[] = []
    const { events, seen } = await runTool(query, { limits: { observationChars: 200 }, hooks: { onObservation: (info) => returned.push(info) } })
    expect(seen).toMatchObject({ count: 1_000, rows: expect.stringMatching(/^<artifact:list /) })
    expect(JSON.stringify(harness.server.requests.map(({ body }) => body))).not.toContain('row number')
    expect(finishOf(events).payload.artifacts).toMatchObject({ work: { rows: { artifact_id: expect.any(String), items: 1_000 } } })
    expect(ofType(events, 'artifact_stored')).toHaveLength(1)
    expect(returned).toMatchObject([{ tool: 'work', returned: { rows }, redacted: { count: 1_000 } }])
  })

  it('[000-pay-14] leaves a payload that survives JSON unchanged', async () => {
    const { events } = await runTool(query)
    const { payload } = finishOf(events)
    expect(JSON.parse(JSON.stringify(payload))).toEqual(payload)
  })
})

describe('arguments', () => {
  const strict = tool((args) => args, { input: { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'], additionalProperties: false } })

  it('that do not fit go back to the model with the places, as a repair', async () => {
    const story = script(call('work', { m: 1 }), call('work', { n: 2 }), answer('done'))
    const { events, content } = await runTool(strict, { stories: [story] })
    expect(content.error).toMatchObject({ code: 'tool_input_invalid', issues: [{ pointer: '/n' }, { pointer: '/m' }] })
    expect(ofType(events, 'repair')).toMatchObject([{ kind: 'arguments', attempt: 1 }])
    expect(ofType(events, 'tool_call_result').map(({ status }) => status)).toEqual(['error', 'ok'])
  })

  it('that never fit end with a question to the user', async () => {
    const { events } = await runTool(strict, { stories: [script(call('work', { m: 1 }))] })
    expect(ofType(events, 'repair')).toHaveLength(3)
    expect(finishOf(events)).toMatchObject({ reason: 'no_path', payload: { requires_followup: true } })
  })

  it('reach the tool as a copy', async () => {
    const mutating = tool(
      (args: Record<string, unknown>) => {
        args.n = 'changed'
        return 1
      },
      { input: { type: 'object' } },
    )
    await runTool(mutating as ToolDefinition, { stories: [script(call('work', { n: 1 }), answer('done'))] })
    expect(JSON.stringify(harness.server.requests[1]?.body)).not.toContain('changed')
  })
})

describe('a model that goes in circles', () => {
  it('is warned about the same call twice in a row, and the third time it is not run', async () => {
    let runs = 0
    const counting = tool(() => ++runs)
    const { events } = await runTool(counting, { stories: [script(call('work'), call('work'), call('work'), answer('done'))] })
    expect(runs).toBe(2)
    expect(ofType(events, 'tool_call_result').map(({ status, code }) => code ?? status)).toEqual(['ok', 'ok', 'repeated_call'])
    expect(JSON.stringify(harness.server.requests[2]?.body)).toContain('You made this call in step 1')
  })

  it('does not run a call twice in a row that must not run twice', async () => {
    let runs = 0
    const { events } = await runTool(
      tool(() => ++runs, { idempotent: false }),
      { stories: [script(call('work'), call('work'), answer('done'))] },
    )
    expect(runs).toBe(1)
    expect(ofType(events, 'tool_call_result')[1]).toMatchObject({ status: 'skipped', code: 'repeated_call' })
  })

  it('that sends several actions gets the first one run, and is informed of the others', async () => {
    const { events } = await runTool(
      tool(() => 1),
      { stories: [script(`${call('work')}\n${call('work', { again: true })}\n${answer('early')}`, answer('done'))] },
    )
    expect(ofType(events, 'tool_call_start')).toHaveLength(1)
    expect(JSON.stringify(harness.server.requests[1]?.body)).toContain('Only the first of your 3 actions ran')
    expect(finishOf(events)).toMatchObject({ payload: { raw_answer: 'done' } })
  })
})

describe('limits', () => {
  it('the last step may only answer: it is said to the model, and no tool runs in it', async () => {
    let runs = 0
    const stories = [script(call('work', { n: 1 }), call('work', { n: 2 }), call('work', { n: 3 }))]
    const { events } = await runTool(
      tool(() => ({ result: ++runs })),
      { stories, limits: { maxSteps: 3 } },
    )
    expect(runs).toBe(2)
    expect(finishOf(events)).toMatchObject({ reason: 'budget_exhausted', error: { code: 'budget_exhausted' }, payload: { route: 'partial' } })
    expect(JSON.stringify(harness.server.requests[2]?.body)).toContain('This is your last step')
  })

  it('the deadline ends a hanging tool and the run', async () => {
    const { events, result } = await runTool(
      tool(() => new Promise(() => undefined)),
      { limits: { deadlineMs: 100 } },
    )
    expect(result).toMatchObject({ status: 'unknown', code: 'deadline' })
    expect(finishOf(events)).toMatchObject({ reason: 'deadline', error: { code: 'deadline' } })
  })

  it('the deadline ends a slow answer, and what the user read stays as the partial answer', async () => {
    harness = await createHarness({
      stories: [{ name: 'slow', match: () => true, reply: () => ({ content: answer('word '.repeat(500)), delayMs: 60, chunkSize: 100 }) }],
      limits: { deadlineMs: 600 },
    })
    const events = await harness.run('Tell me.')
    const finish = finishOf(events)
    expect(finish).toMatchObject({ reason: 'deadline', payload: { route: 'partial' } })
    expect(finish.payload.raw_answer).toMatch(/^word /)
    expect(ofType(events, 'answer_reset')).toEqual([])
  })
})

it('[004-task-05] a task is answered with what is not available, and is not taught', async () => {
  harness = await createHarness({ stories: [script(call('task', { name: 'x', mode: 'subagent', query: 'do it' }), answer('done'))] })
  const events = await harness.run('Do it in the background.')
  expect(harness.server.requests[1]?.conversation?.toolResults).toMatchObject([{ name: 'task', content: { error: { code: 'task_unavailable' } } }])
  expect(harness.server.requests[0]?.conversation?.system).not.toContain('"task"')
  expect(finishOf(events)).toMatchObject({ reason: 'answer' })
})
