import type { TaskGroup } from '@pf/core'
import type { Story } from '@pf/testing'
import { afterEach, describe, expect, it } from 'vitest'
import { answer, call, createHarness, finishOf, type Harness, ofType, questionOf, scope } from '../test-support/harness.ts'

let harness: Harness
afterEach(() => harness?.close())

const subagents: Story = {
  name: 'subagent',
  match: ({ lastUser }) => lastUser.startsWith('Look at'),
  reply: ({ lastUser }) => ({ content: answer(`Result of ${lastUser}`) }),
}

/** A model whose first turn starts tasks, and whose second turn uses values from the first one. `ids` are the ids of the groups. */
async function play(tasks: Record<string, unknown>[], second: (ids: string[]) => string[], { maxConcurrent = 4 } = {}) {
  let ids: string[] = []
  const first: Story = {
    name: 'first',
    match: ({ lastUser }) => lastUser === 'Start.',
    reply: ({ step }) => ({ content: tasks[step - 1] ? call('task', tasks[step - 1]) : answer('started') }),
  }
  const next: Story = {
    name: 'next',
    match: ({ lastUser }) => lastUser === 'Next.',
    reply: ({ step }) => ({ content: second(ids)[step - 1] ?? answer('done') }),
  }
  harness = await createHarness({
    stories: [subagents, first, next],
    richOutput: { enabled: true },
    tasks: { confirm: false, pollMs: 20, maxConcurrent },
  })
  await harness.run('Start.')
  ids = (await groups()).map(({ group_id }) => group_id)
  return {
    next: () => harness.run('Next.', { run_id: 'run-2', messages: [{ id: 'u2', role: 'user', content: 'Next.' }] }),
    until: (fits: (all: TaskGroup[]) => boolean) => expect.poll(async () => fits(await groups()), { timeout: 10_000 }).toBe(true),
  }
}

const groups = async () => (await harness.ports.tasks?.list(scope, 'thread-1')) ?? []
const seen = () => harness.server.requests.findLast(({ conversation }) => conversation?.lastUser === 'Next.')?.conversation?.toolResults.at(-1)?.content
const a = { name: 'A', query: 'Look at A', group: 'q', merge_strategy: 'APPEND' }
const b = { name: 'B', query: 'Look at B', group: 'q' }

describe('the tools for background tasks', () => {
  it('[004-grp-11] tasks.seal seals a group of the turn, which then takes no more tasks under its id', async () => {
    const sealing: Story = {
      name: 'sealing',
      match: () => true,
      reply: ({ step, toolResults }) => {
        const { group_id } = (toolResults[0]?.content ?? {}) as { group_id?: string }
        const steps = [call('task', a), call('tasks.seal', { group_id }), call('task', { ...b, group: undefined, group_id }), call('tasks.seal', { group_id })]
        return { content: steps[step - 1] ?? answer('done') }
      },
    }
    harness = await createHarness({ stories: [subagents, sealing], tasks: { confirm: false, pollMs: 20 } })
    const events = await harness.run('Go.')
    expect(finishOf(events).payload.raw_answer).toBe('done')
    expect((await groups()).map(({ sealed, tasks }) => [sealed, tasks.length])).toEqual([[true, 1]])
    const results = harness.server.requests.findLast(({ conversation }) => conversation?.lastUser === 'Go.')?.conversation?.toolResults ?? []
    expect(results[1]?.content).toMatchObject({ sealed: true })
    expect(results[2]?.content).toMatchObject({ error: { code: 'task_invalid', issues: [{ pointer: '/group_id' }] } })
    expect(results[3]?.content).toMatchObject({ error: { code: 'conflict' } })
  })

  it('[004-grp-12] tasks.get and tasks.list show results, but not those that wait for approval', async () => {
    const { next, until } = await play([{ ...a, merge_strategy: 'HUMAN_GATED' }], ([id]) => [call('tasks.get', { id })])
    await until(([group]) => group?.approval === 'pending')
    await next()
    expect(seen()).toMatchObject({ approval: 'pending', tasks: [{ name: 'A', status: 'done' }] })
    expect(JSON.stringify(seen())).not.toContain('Result of')
  })

  it('show and change nothing of another conversation', async () => {
    const { next } = await play([], () => [call('tasks.get', { id: 'elsewhere' })])
    await harness.ports.tasks?.change(scope, 'elsewhere', {
      kind: 'join',
      task: { task_id: 'elsewhere', name: 'E', run_id: 'r', mode: 'subagent', merge_strategy: 'APPEND', payload: {} },
      group: { name: 'E', thread_id: 'thread-2', agent: 'other', alone: true, sealed: true, report: 'all', merge_strategy: 'APPEND' },
    })
    await next()
    expect(seen()).toMatchObject({ error: { code: 'not_found' } })
  })

  it('tasks.cancel cancels a task of a group, or all of them', async () => {
    const { next } = await play([a, b], ([id]) => [call('tasks.cancel', { id }), call('tasks.cancel', { id, again: undefined })], { maxConcurrent: 0 })
    await next()
    expect((await groups())[0]?.tasks.map(({ status }) => status)).toEqual(['cancelled', 'cancelled'])
  })

  it('[004-grp-15] tasks.approve asks the user, with the stored results', async () => {
    const { next, until } = await play([{ ...a, merge_strategy: 'HUMAN_GATED' }], ([id]) => [call('tasks.approve', { id })])
    await until(([group]) => group?.approval === 'pending')
    const asked = questionOf(await next())
    expect(asked.props).toMatchObject({ title: 'Use the results of “q”?', message: expect.stringContaining('Result of Look at A') })
    expect((await groups())[0]?.approval).toBe('pending')
    await harness.agent.answer({ interaction_id: asked.id }, { result: { confirmed: true } }, scope)
    await until(([group]) => group?.approval === 'approved' && group.reported !== undefined)
  })

  it.each([{ result: { confirmed: false } }, { cancelled: true }] as const)(
    '[004-grp-15] tasks.approve approves nothing after the answer %j',
    async (given) => {
      const { next, until } = await play([{ ...a, merge_strategy: 'HUMAN_GATED' }], ([id]) => [call('tasks.approve', { id })])
      await until(([group]) => group?.approval === 'pending')
      const asked = questionOf(await next())
      const result = await harness.agent.answer({ interaction_id: asked.id }, given, scope)
      await harness.log('run_id' in result ? result.run_id : '')
      expect(seen()).toMatchObject({ error: { code: 'conflict' } })
      expect(await groups()).toMatchObject([{ approval: 'pending' }])
    },
  )

  it('[004-grp-15] tasks.reject rejects, and the results never reach the conversation', async () => {
    const { next, until } = await play([{ ...a, merge_strategy: 'HUMAN_GATED' }], ([id]) => [call('tasks.reject', { id })])
    await until(([group]) => group?.approval === 'pending')
    expect(ofType(await next(), 'pause')).toEqual([])
    expect((await groups())[0]).toMatchObject({ approval: 'rejected' })
  })

  it('[004-grp-14] REPLACE of a task takes the place of the results before it in the combined result', async () => {
    const { until } = await play(
      [
        { ...a, merge_strategy: 'APPEND' },
        { ...b, merge_strategy: 'REPLACE' },
        { ...b, name: 'C', query: 'Look at C' },
      ],
      () => [],
    )
    await until(([group]) => group?.reported !== undefined)
    const texts = (await harness.agent.thread('thread-1', scope))?.messages.map(({ content }) => content) ?? []
    expect(texts.at(-1)).toBe('**B**\n\nResult of Look at B\n\n**C**\n\nResult of Look at C')
  })
})
