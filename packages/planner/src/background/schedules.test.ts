import type { TaskGroup, TaskRecord } from '@pf/core'
import { createMemoryStore } from '@pf/core/memory'
import type { Story } from '@pf/testing'
import { afterEach, describe, expect, it } from 'vitest'
import type { TaskOptions } from '../index.ts'
import { answer, call, createHarness, finishOf, type Harness, type HarnessOptions, questionOf, scope, script } from '../test-support/harness.ts'

let harness: Harness
afterEach(() => harness?.close())

/** The time of the store and of the agent, in milliseconds since the epoch. */
let clock = 0
const set = (time: string) => {
  clock = Date.parse(time)
}
const calls: number[] = []
const report = {
  name: 'report',
  description: 'Writes the report.',
  input: { type: 'object', properties: {}, additionalProperties: false } as const,
  idempotent: true,
  run: () => {
    calls.push(clock)
    return { written: calls.length }
  },
}

async function play(replies: string[], { tasks, ...options }: Omit<Partial<HarnessOptions>, 'tasks'> & { tasks?: TaskOptions } = {}) {
  calls.length = 0
  set('2026-11-30T08:12:30Z')
  harness = await createHarness({
    stories: [script(...replies, answer('done'))],
    tools: [report],
    ports: createMemoryStore({ now: () => clock }),
    now: () => clock,
    tasks: { confirm: false, pollMs: 10, ...tasks },
    ...options,
  })
  return harness.run('Do it later.')
}

const job = (args: Record<string, unknown>) => call('task', { name: 'Report', tool: 'report', tool_args: {}, merge_strategy: 'APPEND', ...args })
const observed = () => harness.server.requests.at(-1)?.conversation?.toolResults.at(-1)?.content as Record<string, unknown> | undefined
const groups = async (): Promise<TaskGroup[]> => (await harness.ports.tasks?.list(scope, 'thread-1')) ?? []
const tasks = async (): Promise<TaskRecord[]> => (await groups()).flatMap((group) => group.tasks)
const started = async () => (await tasks()).filter(({ schedule_id }) => schedule_id !== undefined)
const schedule = async () => (await tasks()).find(({ mode }) => mode === 'schedule')
const views = () => harness.agent.tasks?.list('thread-1', scope)
const until = (read: () => Promise<unknown> | unknown, value: unknown) => expect.poll(async () => read(), { timeout: 10_000 }).toEqual(value)
const ended = async () => (await started()).map(({ status }) => status)
const messages = async () => (await harness.agent.thread('thread-1', scope))?.messages.map(({ content }) => content) ?? []

describe('a task at a time', () => {
  it('is queued until then, and its result is reported like any other', async () => {
    await play([job({ schedule: 'PT20M' })])
    expect(observed()).toMatchObject({ status: 'queued', starts_at: '2026-11-30T08:32:30.000Z' })
    expect(await views()).toMatchObject([{ mode: 'job', status: 'queued', starts_at: clock + 20 * 60_000 }])
    set('2026-11-30T08:32:29Z')
    await new Promise((resolve) => setTimeout(resolve, 60))
    expect(calls).toEqual([])
    set('2026-11-30T08:32:30Z')
    await until(messages, ['Do it later.', 'done', expect.stringContaining('"written":1')])
    expect((await views())?.[0]).not.toHaveProperty('starts_at')
  })

  it('has the time zone of the action, else that of the agent', async () => {
    await play([job({ schedule: '2026-12-01T08:00' }), job({ schedule: '2026-12-01T08:00', time_zone: 'Asia/Tokyo' })], {
      tasks: { timeZone: 'America/New_York' },
    })
    expect((await views())?.map(({ starts_at = 0 }) => new Date(starts_at).toISOString())).toEqual(['2026-12-01T13:00:00.000Z', '2026-11-30T23:00:00.000Z'])
    expect(harness.server.requests[0]?.conversation?.system).toContain('it is America/New_York')
  })

  it.each<[string, Record<string, unknown>, string]>([
    ['a time that has passed', { schedule: '2020-01-01T00:00' }, '/schedule'],
    ['words', { schedule: 'every morning' }, '/schedule'],
    ['an unknown zone', { schedule: 'PT1H', time_zone: 'Mars' }, '/time_zone'],
    ['a zone without a time', { time_zone: 'UTC' }, '/time_zone'],
    ['a group', { schedule: 'PT1H', group: 'g' }, '/group'],
    ['a turn that waits', { schedule: 'PT1H', retain_turn: true }, '/retain_turn'],
  ])('is refused with %s, and the model is informed of the place', async (_, args, pointer) => {
    await play([job(args)])
    expect(observed()).toMatchObject({ error: { code: 'task_invalid', issues: [{ pointer }] } })
    expect(await tasks()).toEqual([])
  })
})

describe('a repeated task', () => {
  it('starts at each time until it is cancelled, and each result is reported', async () => {
    await play([job({ schedule: '0 9 * * *' })])
    expect(observed()).toMatchObject({ status: 'queued', starts_at: '2026-11-30T09:00:00.000Z' })
    expect(await views()).toMatchObject([
      { mode: 'schedule', status: 'queued', starts_at: Date.parse('2026-11-30T09:00Z'), schedule: { cron: '0 9 * * *', time_zone: 'UTC' } },
    ])
    for (const [index, day] of ['2026-11-30', '2026-12-01', '2026-12-02'].entries()) {
      set(`${day}T09:00:01Z`)
      await until(
        ended,
        Array.from({ length: index + 1 }, () => 'done'),
      )
      await until(async () => (await messages()).length, 3 + index)
    }
    expect(calls).toHaveLength(3)
    const { task_id = '' } = (await schedule()) ?? {}
    expect(await harness.agent.tasks?.decide(task_id, 'cancel', scope)).toMatchObject({ status: 'done' })
    set('2026-12-09T09:00:01Z')
    await new Promise((resolve) => setTimeout(resolve, 60))
    expect(calls).toHaveLength(3)
  })

  it('makes up for missed times by one start', async () => {
    await play([job({ schedule: '0 9 * * *' })])
    set('2026-12-24T12:00:00Z')
    await until(ended, ['done'])
    await until(async () => (await schedule())?.not_before, Date.parse('2026-12-25T09:00Z'))
    expect(calls).toHaveLength(1)
  })

  it('is not started while the task of an earlier start has not ended', async () => {
    let finish = () => {}
    const slow = { ...report, run: () => new Promise<{ written: number }>((resolve) => (finish = () => resolve({ written: 0 }))) }
    await play([job({ schedule: '* * * * *' })], { tools: [slow] })
    set('2026-11-30T08:13:01Z')
    await until(ended, ['running'])
    set('2026-11-30T08:14:01Z')
    await until(async () => (await schedule())?.not_before, Date.parse('2026-11-30T08:15Z'))
    expect(await ended()).toEqual(['running'])
    finish()
    await until(ended, ['done'])
    set('2026-11-30T08:15:01Z')
    await until(ended, ['done', 'running'])
    finish()
  })

  it('is not started twice by a process that takes it over after the start', async () => {
    await play([job({ schedule: '0 9 * * *' })], { tasks: { maxConcurrent: 1 } })
    const store = harness.ports.tasks
    const { group_id = '', task_id = '' } = (await schedule()) ?? {}
    await harness.agent.close()
    set('2026-11-30T09:00:01Z')
    const [claimed] = (await store?.claim({ agent: 'agent', limit: 1, ttlMs: 1_000 })) ?? []
    expect(claimed?.task.task_id).toBe(task_id)
    const copy = {
      task_id: `${task_id}.${Date.parse('2026-11-30T09:00Z') / 1_000}`,
      name: 'Report',
      run_id: 'run-1',
      mode: 'job',
      schedule_id: task_id,
    } as const
    const payload = { tool: 'report', tool_args: {}, depth: 1 }
    const made = { name: 'Report', thread_id: 'thread-1', agent: 'agent', alone: true, sealed: true, report: 'all', merge_strategy: 'APPEND' } as const
    await store?.change(scope, copy.task_id, { kind: 'join', task: { ...copy, merge_strategy: 'APPEND', payload }, group: made })
    set('2026-11-30T09:00:30Z')
    const first = harness
    harness = await createHarness({ ports: first.ports, tools: [report], now: () => clock, tasks: { confirm: false, pollMs: 10 } })
    await until(ended, ['done'])
    await until(async () => (await schedule())?.not_before, Date.parse('2026-12-01T09:00Z'))
    expect([calls.length, (await store?.get(scope, group_id))?.tasks[0]?.status]).toEqual([1, 'queued'])
    await first.close()
  })

  it('fails if another version stored it in an unknown format', async () => {
    await play([])
    const task = { task_id: 't', name: 'Report', run_id: 'run-1', mode: 'schedule', merge_strategy: 'APPEND', payload: { every: 'day' } } as const
    const group = { name: 'Report', thread_id: 'thread-1', agent: 'agent', alone: true, sealed: true, report: 'none', merge_strategy: 'APPEND' } as const
    await harness.ports.tasks?.change(scope, 't', { kind: 'join', task, group })
    await until(async () => (await schedule())?.error?.message, expect.stringContaining('does not know'))
  })

  it('is shown to the user before it is created, from the checked arguments', async () => {
    const events = await play([job({ schedule: '0 9 * * 1', time_zone: 'Europe/Berlin' })], {
      tasks: { confirm: true },
      richOutput: { enabled: true },
    })
    const question = questionOf(events)
    expect(question.props).toMatchObject({
      title: 'Start “Report” repeatedly?',
      description: '0 9 * * 1 (cron), first at 2026-12-07T09:00 (Monday, Europe/Berlin)\nreport {}',
      options: [{ value: 'background' }, { value: 'no' }],
    })
    expect(finishOf(events).reason).toBe('paused')
  })

  it('does not spend from the run that created it', async () => {
    const subagent: Story = { name: 'subagent', match: ({ lastUser }) => lastUser === 'Look at A', reply: () => ({ content: answer('Seen.') }) }
    const wanted = call('task', { query: 'Look at A', merge_strategy: 'APPEND', schedule: '* * * * *' })
    // The run that creates the schedule uses all of its calls.
    await play([], { stories: [subagent, script(wanted, answer('done'))], budgets: { run: { modelCalls: 2 } } })
    for (const minute of [13, 14]) {
      set(`2026-11-30T08:${minute}:01Z`)
      await until(
        ended,
        Array.from({ length: minute - 12 }, () => 'done'),
      )
    }
    expect((await started()).map(({ result }) => result)).toEqual(['Seen.', 'Seen.'])
  })
})
