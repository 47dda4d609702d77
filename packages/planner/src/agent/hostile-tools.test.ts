import type { PlannerEvent, Scope, ToolContext, ToolDefinition } from '@pf/core'
import { createMemoryStore } from '@pf/core/memory'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { answer, call, createHarness, finishOf, type Harness, inputOf, ofType, script } from '../test-support/harness.ts'

let harness: Harness
let unhandled: unknown[] = []
const note = (reason: unknown) => unhandled.push(reason)
beforeEach(() => {
  unhandled = []
  process.on('unhandledRejection', note)
})
afterEach(async () => {
  await harness.close()
  process.off('unhandledRejection', note)
})

function revoked(): unknown {
  const { proxy, revoke } = Proxy.revocable({}, {})
  revoke()
  return proxy
}

function throwing(): never {
  throw revoked()
}

async function runTool(run: (context: ToolContext) => unknown): Promise<PlannerEvent[]> {
  const tool: ToolDefinition = { name: 'work', description: 'Works.', input: { type: 'object' }, run: (_args: never, context) => run(context) }
  harness = await createHarness({ stories: [script(call('work'), answer('done'))], tools: [tool] })
  const events = await harness.run('Work.')
  await new Promise((done) => setImmediate(done))
  expect(unhandled).toEqual([])
  expect(finishOf(events)).toMatchObject({ reason: 'answer', payload: { raw_answer: 'done' } })
  return events
}

describe('whose run it is', () => {
  it('cannot be changed by a tool', async () => {
    const events = await runTool(({ owner }) => {
      owner.id = 'evil'
      return 1
    })
    expect(ofType(events, 'tool_call_result')).toMatchObject([{ status: 'error', code: 'tool_failed' }])
    expect(await harness.agent.thread('thread-1', { owner: { id: 'evil' } })).toBeUndefined()
  })

  it('stays what it was when the host uses its object for something else', async () => {
    const given: Scope = { owner: { id: 'ada', tenant: 'north' } }
    harness = await createHarness({ stories: [script(answer('done'))], ports: createMemoryStore() })
    const starting = harness.agent.start(inputOf('Work.'), given)
    given.owner.id = 'eve'
    given.owner.tenant = 'south'
    await starting
    const reading = harness.agent.attach('run-1', 0, { scope: Object.assign(given, { owner: { id: 'ada', tenant: 'north' } }) })
    given.owner = { id: 'eve' }
    const events: PlannerEvent[] = []
    for await (const event of (await reading) ?? []) events.push(event)
    expect(finishOf(events)).toMatchObject({ reason: 'answer' })
  })

  it('is read from an instance with getters, too', async () => {
    class Session {
      get id() {
        return 'ada'
      }
    }
    harness = await createHarness({ stories: [script(answer('done'))] })
    await harness.agent.start(inputOf('Work.'), { owner: new Session() })
    expect(finishOf(await harness.log('run-1'))).toMatchObject({ reason: 'answer' })
  })
})

describe('an emission that cannot be read', () => {
  const metas: [string, () => unknown][] = [
    ['a toJSON that throws what cannot be looked at', () => ({ toJSON: throwing })],
    ['a getter that throws it', () => Object.defineProperty({}, 'a', { get: throwing, enumerable: true })],
    ['a revoked proxy', revoked],
    ['a BigInt', () => ({ a: 1n })],
    ['a text', () => 'text'],
  ]
  it.each(metas)('%s as its meta: the chunk is sent, and nothing is left unhandled when the tool throws', async (_name, make) => {
    const events = await runTool(async ({ emitArtifact }) => {
      emitArtifact({ stream_id: 's', chunk: 1, artifact_type: 'x', meta: make() as never })
      await new Promise((done) => setImmediate(done))
      throw new Error('then')
    })
    expect(ofType(events, 'artifact_chunk')).toMatchObject([{ chunk: 1, meta: { source_tool: 'work' } }])
    expect(ofType(events, 'tool_call_result')).toMatchObject([{ status: 'error', code: 'tool_failed' }])
  })

  it('does not end the process when the tool throws at once', async () => {
    await runTool(({ emitArtifact }) => {
      emitArtifact({ stream_id: 's', chunk: 1, artifact_type: 'x', meta: { toJSON: throwing } as never })
      throw new Error('then')
    })
  })

  it('has its meta read when it is sent, not later', async () => {
    const events = await runTool(({ emitArtifact }) => {
      const meta: Record<string, string> = { note: 'before' }
      emitArtifact({ stream_id: 's', chunk: 1, done: true, artifact_type: 'x', meta })
      meta.note = 'after'
      return 1
    })
    expect(ofType(events, 'artifact_chunk')[0]).toMatchObject({ meta: { note: 'before', source_tool: 'work' } })
  })

  const wrong: [string, () => unknown][] = [
    ['undefined', () => undefined],
    ['null', () => null],
    ['a text', () => 'text'],
    ['a list', () => []],
    ['a revoked proxy', revoked],
    ['a type that is no text', () => ({ stream_id: 's', chunk: 1, artifact_type: 7 })],
    ['an id that is no text', () => ({ stream_id: 5, chunk: 1 })],
  ]
  it.each(wrong)('%s: a warning in our words', async (_name, make) => {
    const events = await runTool(({ emitArtifact }) => {
      emitArtifact(make() as never)
      return 1
    })
    expect(ofType(events, 'tool_call_result')).toMatchObject([{ status: 'ok' }])
    expect(ofType(events, 'warning')).toMatchObject([{ code: 'invalid_input' }])
    expect(JSON.stringify(events)).not.toMatch(/Cannot /)
  })
})

it('progress that is none and names that are none are ignored', async () => {
  const events = await runTool(({ progress, artifacts }) => {
    for (const update of [null, undefined, 5, revoked()]) progress(update as never)
    progress({ fraction: 2, text: 5 as never })
    return [undefined, null, 5, revoked(), '__proto__'].map((ref) => artifacts.resolve(ref as never) === undefined)
  })
  expect(ofType(events, 'tool_call_progress')).toMatchObject([{ fraction: 1 }])
  expect(ofType(events, 'tool_call_result')).toMatchObject([{ status: 'ok', content: '[true,true,true,true,true]' }])
})

it('a thrown message names no directory of the machine, for the model or for a client', async () => {
  const events = await runTool(() => {
    throw new Error('Bearer sk-proj-abcdef1234567890abcd at /root/app/node_modules/x.js:1:2')
  })
  const seen = JSON.stringify(events) + JSON.stringify(harness.server.requests.map(({ body }) => body))
  for (const leak of ['/root', 'node_modules', '.js:1', 'sk-proj']) expect(seen).not.toContain(leak)
})
