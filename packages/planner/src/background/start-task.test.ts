import { PfError } from '@pf/core'
import { createMemoryStore } from '@pf/core/memory'
import type { Story } from '@pf/testing'
import { afterEach, describe, expect, it } from 'vitest'
import type { TaskInput, TaskOptions } from '../index.ts'
import { answer, createHarness, type Harness, type HarnessOptions, scope } from '../test-support/harness.ts'

const open: Harness[] = []
afterEach(async () => {
  for (const harness of open.splice(0)) await harness.close()
})

let clock = Date.parse('2026-11-30T08:12:30Z')
const calls: unknown[] = []
const report = {
  name: 'report',
  description: 'Writes the report.',
  input: { type: 'object', properties: { day: { type: 'string' } }, additionalProperties: false } as const,
  idempotent: true,
  run: (args: unknown) => {
    calls.push(args)
    return { written: calls.length }
  },
}
const subagent: Story = { name: 'subagent', match: () => true, reply: ({ lastUser }) => ({ content: answer(`About: ${lastUser}`) }) }

async function createHost({ tasks, ...options }: Omit<Partial<HarnessOptions>, 'tasks'> & { tasks?: TaskOptions } = {}) {
  calls.length = 0
  clock = Date.parse('2026-11-30T08:12:30Z')
  const harness = await createHarness({
    stories: [subagent],
    tools: [report],
    ports: createMemoryStore({ now: () => clock }),
    now: () => clock,
    tasks: { confirm: false, pollMs: 10, ...tasks },
    ...options,
  })
  open.push(harness)
  const background = harness.agent.tasks
  if (!background) throw new Error('The agent has no background tasks.')
  const messages = async () => (await harness.agent.thread('thread-1', scope))?.messages.map(({ content }) => content) ?? []
  return { harness, background, messages, start: (input: Partial<TaskInput>, by = scope) => background.start({ thread_id: 'thread-1', ...input }, by) }
}

const until = (read: () => Promise<unknown> | unknown, value: unknown) => expect.poll(async () => read(), { timeout: 10_000 }).toEqual(value)
const job = { name: 'Report', tool: 'report', tool_args: { day: 'Monday' }, merge_strategy: 'APPEND' } as const

describe('a task that the host starts', () => {
  it('runs a tool without a model and without a question, and its result reaches a conversation that had no message', async () => {
    const { harness, start, messages } = await createHost()
    expect(await start(job)).toMatchObject({ name: 'Report', mode: 'job', status: 'queued', thread_id: 'thread-1', merge_strategy: 'APPEND' })
    await until(messages, [expect.stringContaining('"written":1')])
    expect([calls, harness.server.requests.length]).toEqual([[{ day: 'Monday' }], 0])
  })

  it('runs a subagent, whose result is kept until the user approves it unless another strategy is given', async () => {
    const { background, start, messages } = await createHost()
    const { task_id } = await start({ query: 'the weather' })
    await until(async () => (await background.listGroups('thread-1', scope)).map(({ approval }) => approval), ['pending'])
    expect(await messages()).toEqual([])
    await background.decide(task_id, 'approve', scope)
    await until(messages, [expect.stringContaining('About: the weather')])
  })

  it('is answered by the agent if results are', async () => {
    const { start, messages } = await createHost({ tasks: { onResult: 'answer' } })
    await start(job)
    await until(async () => (await messages()).some((text) => text.startsWith('About: ')), true)
  })

  it('is started once under an id, also by two processes at the same time', async () => {
    const { harness, start, messages } = await createHost()
    const other = await createHarness({
      ports: harness.ports,
      server: harness.server,
      tools: [report],
      now: () => clock,
      tasks: { confirm: false, pollMs: 10 },
    })
    open.push(other)
    const input = { ...job, thread_id: 'thread-1', task_id: 'monthly-2026-11' }
    const started = await Promise.all([start(input), other.agent.tasks?.start(input, scope), start(input)])
    expect(started.map((task) => task?.task_id)).toEqual(Array(3).fill('monthly-2026-11'))
    await until(messages, [expect.stringContaining('"written":1')])
    expect(await start(input)).toMatchObject({ task_id: 'monthly-2026-11', status: 'done' })
    expect(calls).toHaveLength(1)
    await expect(start({ ...input, thread_id: 'thread-2' })).rejects.toMatchObject({ code: 'conflict' })
    await expect(start(input, { owner: { id: 'bob' } })).resolves.toMatchObject({ status: 'queued' })
  })

  it('starts later or repeatedly, until it is cancelled', async () => {
    const { background, start } = await createHost({ tasks: { timeZone: 'Europe/Berlin' } })
    expect(await start({ ...job, schedule: 'PT20M' })).toMatchObject({ starts_at: clock + 20 * 60_000 })
    const { task_id, starts_at } = await start({ ...job, schedule: '0 10 * * *' })
    expect(starts_at).toBe(Date.parse('2026-11-30T09:00Z'))
    clock = Date.parse('2026-11-30T09:00:01Z')
    await until(() => calls.length, 2)
    await until(async () => (await background.list('thread-1', scope)).filter(({ schedule_id }) => schedule_id).map(({ status }) => status), ['done'])
    clock = Date.parse('2026-12-01T09:00:01Z')
    await until(() => calls.length, 3)
    await background.decide(task_id, 'cancel', scope)
    expect((await background.list('thread-1', scope)).find((task) => task.task_id === task_id)).toMatchObject({ mode: 'schedule', status: 'cancelled' })
  })

  it.each<[string, Partial<TaskInput>, string]>([
    ['neither query nor tool', {}, '/tool'],
    ['query and tool together', { ...job, query: 'the weather' }, '/tool'],
    ['a group', { ...job, group: 'reports' } as Partial<TaskInput>, '/group'],
    ['a turn that waits', { ...job, retain_turn: true } as Partial<TaskInput>, '/retain_turn'],
    ['an unknown tool', { tool: 'delete_all' }, '/tool'],
    ['arguments that do not fit', { tool: 'report', tool_args: { day: { week: 1 } } }, '/tool_args/day'],
    ['an empty query', { query: ' ' }, '/query'],
    ['a time that has passed', { ...job, schedule: '2020-01-01T00:00' }, '/schedule'],
    ['an unknown time zone', { ...job, schedule: 'PT1H', time_zone: 'Mars' }, '/time_zone'],
    ['an unknown strategy', { ...job, merge_strategy: 'MIX' as never }, '/merge_strategy'],
    ['an empty id', { ...job, task_id: '' }, '/task_id'],
    ['no conversation', { ...job, thread_id: undefined as never }, '/thread_id'],
  ])('is refused with %s, and nothing is stored', async (_, input, pointer) => {
    const { background, start } = await createHost()
    const error = await start(input).catch((thrown: unknown) => thrown)
    expect(PfError.isInstance(error) && error).toMatchObject({ code: 'invalid_input', fields: { issues: [{ pointer }] } })
    expect(await background.list('thread-1', scope)).toEqual([])
  })

  it('counts for the limit of its conversation also when many are started at once', async () => {
    const { background, start } = await createHost({ tasks: { maxConcurrent: 0, maxPerThread: 3 } })
    const started = await Promise.allSettled(Array.from({ length: 12 }, () => start(job)))
    expect(started.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    expect(started.filter(({ status }) => status === 'rejected')).toHaveLength(9)
    expect(started.at(-1)).toMatchObject({ reason: { code: 'unavailable', fields: { limit: 3 } } })
    expect(await background.list('thread-1', scope)).toHaveLength(3)
    await expect(start({ ...job, thread_id: 'thread-2' })).resolves.toMatchObject({ status: 'queued' })
  })

  it('that repeats shows what happens with the results of the tasks that it starts', async () => {
    const { background, start } = await createHost()
    expect(await start({ tool: 'report', schedule: '@daily' })).toMatchObject({ mode: 'schedule', merge_strategy: 'HUMAN_GATED' })
    await start({ ...job, merge_strategy: 'REPLACE', schedule: '0 9 * * *' })
    expect((await background.list('thread-1', scope)).map(({ merge_strategy }) => merge_strategy)).toEqual(['HUMAN_GATED', 'REPLACE'])
  })

  it('has the tools of its owner and the limits of a conversation', async () => {
    const { start } = await createHost({
      tasks: { maxConcurrent: 0, maxPerThread: 2 },
      toolAccess: { visibleTo: (_, { id }) => id === scope.owner.id },
    })
    await expect(start(job, { owner: { id: 'bob' } })).rejects.toMatchObject({ code: 'invalid_input' })
    await start(job)
    await start(job)
    await expect(start(job)).rejects.toMatchObject({ code: 'unavailable', fields: { limit: 2 } })
    await expect(start({ ...job, thread_id: 'thread-2' })).resolves.toMatchObject({ status: 'queued' })
  })

  it('is refused by an agent that was closed', async () => {
    const { harness, start } = await createHost()
    await harness.agent.close()
    await expect(start(job)).rejects.toMatchObject({ code: 'cancelled' })
  })
})
