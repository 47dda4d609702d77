import type { Scope, TaskQueue, TaskRecord } from '@pf/core'
import { createMemoryStore } from '@pf/core/memory'
import { afterEach, describe, expect, it } from 'vitest'
import { answer, call, createHarness, finishOf, type Harness, type HarnessOptions, ofType, scope, script } from '../test-support/harness.ts'
import { readTask } from './call-task.ts'

let harness: Harness
afterEach(() => harness.close())

const add = {
  name: 'add',
  description: 'Adds.',
  input: { type: 'object', properties: { a: { type: 'number' } }, required: ['a'], additionalProperties: false },
  run: () => 1,
}

function queueOf(enqueue?: TaskQueue['enqueue']) {
  const taken: { scope: Scope; task: TaskRecord }[] = []
  const never = () => Promise.reject(new Error('not here'))
  const keep: TaskQueue['enqueue'] = async (owner, task) => {
    taken.push({ scope: owner, task })
  }
  const tasks: TaskQueue = { enqueue: enqueue ?? keep, claim: never, heartbeat: never, ack: never, cancel: never, list: never }
  return { taken, tasks }
}

async function play(tasks: TaskQueue | undefined, replies: string[], more: Partial<HarnessOptions> = {}) {
  const ports = { ...createMemoryStore(), ...(tasks ? { tasks } : {}) }
  harness = await createHarness({ stories: [script(...replies, answer('done'))], tools: [add], ports, ...more })
  return harness.run('Do it later.')
}
const seen = (index = -1) => harness.server.requests.at(-1)?.conversation?.toolResults.at(index)
const system = () => harness.server.requests[0]?.conversation?.system
const report = { name: 'Report', mode: 'SUBAGENT', query: 'Write the report.' }

describe('a task without a queue', () => {
  it('is not taught, is answered with an error the model can use, and the run goes on', async () => {
    const events = await play(undefined, [call('task', report)])
    expect(system()).not.toContain('"task"')
    expect(seen()?.content).toMatchObject({ error: { code: 'task_unavailable' } })
    expect(ofType(events, 'task_start')).toEqual([])
    expect(finishOf(events).payload.raw_answer).toBe('done')
  })
})

describe('a task with a queue', () => {
  it('is taught and handed over once, under its owner, and the model is told its id', async () => {
    const { taken, tasks } = queueOf()
    const events = await play(tasks, [call('task', { ...report, merge_strategy: 'append', group: 'q4', retain_turn: false })])
    expect(system()).toContain('"task"')
    expect(taken).toMatchObject([
      {
        scope,
        task: {
          name: 'Report',
          thread_id: 'thread-1',
          status: 'queued',
          payload: {
            mode: 'subagent',
            query: 'Write the report.',
            merge_strategy: 'APPEND',
            group: 'q4',
            group_report: 'all',
            group_merge_strategy: 'APPEND',
            run_id: 'run-1',
          },
        },
      },
    ])
    const { task_id } = taken[0]?.task ?? {}
    expect(seen()?.content).toMatchObject({ task_id, status: 'queued' })
    expect(ofType(events, 'task_start')).toMatchObject([{ task_id, name: 'Report' }])
  })

  it('is in the schema of the response format, too', async () => {
    await play(queueOf().tasks, [], { responseFormat: 'schema' })
    expect(JSON.stringify(harness.server.requests[0]?.body)).toContain('"task"')
    await harness.close()
    await play(undefined, [], { responseFormat: 'schema' })
    expect(JSON.stringify(harness.server.requests[0]?.body)).not.toContain('"task"')
  })

  it('as a job names a tool with arguments that fit it', async () => {
    const { taken, tasks } = queueOf()
    await play(tasks, [call('task', { mode: 'job', tool: 'add', tool_args: { a: 1 } })])
    expect(taken).toMatchObject([{ task: { name: 'add', payload: { mode: 'job', tool: 'add', tool_args: { a: 1 }, merge_strategy: 'HUMAN_GATED' } } }])
  })

  it.each([
    ['an unknown tool', { mode: 'job', tool: '__proto__' }, '/tool'],
    ["arguments that do not fit the tool's", { mode: 'job', tool: 'add', tool_args: { b: 1 } }, '/tool_args'],
    ['no query', { mode: 'subagent', query: ' ' }, '/query'],
    ['nothing', {}, '/tool'],
  ])('with %s is refused with the place, and nothing is handed over', async (_name, args, pointer) => {
    const { taken, tasks } = queueOf()
    const events = await play(tasks, [call('task', args)])
    expect(taken).toEqual([])
    expect(seen()?.content).toMatchObject({
      error: { code: 'task_invalid', issues: expect.arrayContaining([expect.objectContaining({ pointer: expect.stringContaining(pointer) })]) },
    })
    expect(ofType(events, 'repair')).toMatchObject([{ kind: 'task_invalid' }])
  })

  it('is not handed over twice in a row', async () => {
    const { taken, tasks } = queueOf()
    await play(tasks, [call('task', report), call('task', report)])
    expect(taken).toHaveLength(1)
    expect(seen()?.content).toMatchObject({ error: { code: 'repeated_call' } })
  })

  it.each([
    ['fails', () => Promise.reject(new Error('postgres://user:pw@host is down'))],
    [
      'throws at once',
      () => {
        throw new Error('down')
      },
    ],
    ['hangs', () => new Promise<void>(() => undefined)],
  ])('whose queue %s: the model is told, without a word of the queue', async (_name, enqueue) => {
    const events = await play(queueOf(enqueue).tasks, [call('task', report)], { limits: { toolTimeoutMs: 30 } })
    expect(seen()?.content).toMatchObject({ error: { code: 'task_failed' } })
    expect(JSON.stringify(events)).not.toContain('postgres')
    expect(finishOf(events).reason).toBe('answer')
  })

  it('is written down before it is handed over, so that a node that takes over does not start it again', async () => {
    const states: unknown[] = []
    const ports = createMemoryStore()
    const { tasks } = queueOf(async (owner) => {
      states.push((await ports.storage.load(owner, 'run-1'))?.state)
    })
    harness = await createHarness({ stories: [script(call('task', report), answer('done'))], ports: { ...ports, tasks } })
    await harness.run('Later.')
    expect(states).toMatchObject([{ in_flight: [{ tool: 'task', args: { query: 'Write the report.' } }] }])
  })
})

describe('arguments of a task', () => {
  it.each([
    ['mode', 'cron'],
    ['merge_strategy', 'OVERWRITE'],
    ['group', {}],
    ['group_id', 'x'.repeat(300)],
    ['group_sealed', 'yes'],
    ['group_report', 'some'],
    ['retain_turn', 1],
  ])('with a wrong %s are refused by their place', (key, value) => {
    expect(readTask({ ...report, [key]: value }, new Map())).toMatchObject({ ok: false, issues: [{ pointer: `/${key}` }] })
  })
})
