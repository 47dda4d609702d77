import type { AnswerEnvelope, Scope, TaskGroup, ToolDefinition } from '@pf/core'
import type { Story } from '@pf/testing'
import { afterEach, describe, expect, it } from 'vitest'
import type { TaskOptions } from '../index.ts'
import {
  answer,
  call,
  createHarness,
  finishOf,
  type Harness,
  type HarnessOptions,
  inputOf,
  ofType,
  questionOf,
  scope,
  script,
} from '../test-support/harness.ts'

let harness: Harness
afterEach(() => harness?.close())

const countTool: ToolDefinition = {
  name: 'count',
  description: 'Counts.',
  input: { type: 'object', properties: { to: { type: 'number' } }, required: ['to'], additionalProperties: false },
  run: ({ to }: { to: number }, context) => {
    context.progress({ fraction: 0.5, text: 'half' })
    return { counted: to }
  },
}

/** Queries of subagents start with these words. Their answers repeat their queries. */
const subagents: Story = {
  name: 'subagent',
  match: ({ lastUser }) => lastUser.startsWith('Look at'),
  reply: ({ lastUser }) => ({ content: answer(`Result of ${lastUser}`) }),
}

const quick: TaskOptions = { confirm: false, pollMs: 20, retryMs: 1 }

interface PlayOptions extends Omit<Partial<HarnessOptions>, 'tasks'> {
  tasks?: TaskOptions
}

async function runReplies(replies: string[], { tasks, stories = [subagents], ...options }: PlayOptions = {}) {
  harness = await createHarness({
    stories: [...stories, script(...replies, answer('done'))],
    tools: [countTool],
    tasks: { ...quick, ...tasks },
    ...options,
  })
  return harness.run('Do it later.')
}

/** Returns the observation of an action as seen by the model of the conversation. */
function observed(index = -1): Record<string, unknown> | undefined {
  const own = harness.server.requests.filter(({ conversation }) => !conversation?.lastUser.startsWith('Look at'))
  return own.at(-1)?.conversation?.toolResults.at(index)?.content as Record<string, unknown> | undefined
}
const groups = async () => (await harness.ports.tasks?.list(scope, 'thread-1')) ?? []
const audited = async () => (await harness.ports.audit?.read(scope, { after: 0, limit: 10 }))?.map(({ entry }) => entry)
const messages = async () => (await harness.agent.thread('thread-1', scope))?.messages.map(({ role, content }) => `${role}: ${content}`) ?? []
const untilMessages = (count: number) => expect.poll(messages, { timeout: 10_000 }).toHaveLength(count)
const untilGroups = (fits: (all: TaskGroup[]) => boolean) => expect.poll(async () => fits(await groups()), { timeout: 10_000 }).toBe(true)
const isDone = ({ tasks }: TaskGroup) => tasks.every(({ status }) => status === 'done')
const task = (args: Record<string, unknown> = {}) => call('task', { query: 'Look at A', merge_strategy: 'APPEND', ...args })
const issues = () => (observed() as { error?: { code: string; issues: { pointer: string }[] } } | undefined)?.error

it('the answer to a result cannot start tasks without end', async () => {
  harness = await createHarness({
    stories: [subagents, { name: 'eager', match: () => true, reply: ({ step }) => ({ content: step === 1 ? task() : answer('Started.') }) }],
    tasks: { ...quick, onResult: 'answer' },
  })
  await harness.run('Do it later.')
  await untilMessages(3)
  expect(await groups()).toHaveLength(1)
  expect(issues()).toMatchObject({ code: 'task_invalid', issues: [{ pointer: '' }] })
})

describe('one background task', () => {
  it('[004-task-01] [004-task-06] runs its query as an agent of its own while the conversation continues, and reports once', async () => {
    const events = await runReplies([task({ name: 'Report' })])
    expect(finishOf(events).payload.raw_answer).toBe('done')
    expect(ofType(events, 'task_start')).toMatchObject([{ name: 'Report' }])
    await untilMessages(3)
    expect(await messages()).toEqual(['user: Do it later.', 'assistant: done', 'assistant: **Report**\n\nResult of Look at A'])
    const [group, ...others] = await groups()
    expect(others).toEqual([])
    expect(group).toMatchObject({ alone: true, reported: { run_id: `report:${group?.group_id}` }, tasks: [{ status: 'done', attempts: 1 }] })
    const report = await harness.log(`report:${group?.group_id}`)
    expect(ofType(report, 'task_result')).toMatchObject([{ task_id: group?.group_id, status: 'ok' }])
    expect([report[0]?.parent_run_id, (await harness.log(String(group?.group_id)))[0]?.parent_run_id]).toEqual(['run-1', 'run-1'])
  })

  it('[004-task-07] reads a message before its next step, on which a job has no answer', async () => {
    const begun = Promise.withResolvers<void>()
    const ended = Promise.withResolvers<void>()
    const look: ToolDefinition = {
      name: 'look',
      description: 'Looks.',
      input: { type: 'object' },
      run: async () => {
        begun.resolve()
        await ended.promise
        return { seen: true }
      },
    }
    const steered: Story = {
      name: 'steered',
      match: ({ lastUser }) => /^(?:Look at|Only)/.test(lastUser),
      reply: ({ lastUser }) => ({ content: lastUser.startsWith('Look at') ? call('look') : answer(`Result of ${lastUser}`) }),
    }
    await runReplies([task({ name: 'Report' }), call('task', { mode: 'job', tool: 'look', merge_strategy: 'APPEND' })], { stories: [steered], tools: [look] })
    await begun.promise
    const all = await groups()
    const idOf = (mode: string) => all.flatMap(({ tasks }) => tasks).find((each) => each.mode === mode)?.task_id ?? ''
    const send = (id: string) => harness.agent.tasks?.sendMessage?.(id, { id: 'm1', kind: 'inject', text: 'Only in May.' }, scope)
    await expect.poll(() => send(idOf('subagent'))).toBe('accepted')
    expect([await send(idOf('job')), await send('other')]).toEqual(['unsupported', 'unknown'])
    ended.resolve()
    await untilGroups((every) => every.every(isDone))
    expect((await groups()).flatMap(({ tasks }) => tasks).find(({ mode }) => mode === 'subagent')?.result).toBe('Result of Only in May.')
    expect(await send(idOf('subagent'))).toBe('finished')
  })

  it('[004-task-02] as a job calls one tool without a model and tells its progress', async () => {
    await runReplies([call('task', { mode: 'job', tool: 'count', tool_args: { to: 3 }, merge_strategy: 'APPEND' })])
    await untilMessages(3)
    expect((await groups())[0]?.tasks).toMatchObject([{ mode: 'job', status: 'done', result: '{"counted":3}' }])
    expect(harness.server.requests).toHaveLength(2)
  })

  it('[004-task-03] with APPEND and REPLACE reaches the next runs of the conversation as data, and REPLACE takes the place of what came before', async () => {
    await runReplies([task({ name: 'First' })])
    await untilMessages(3)
    const next = async (run_id: string) => {
      await harness.run('And now?', { run_id, messages: [{ id: run_id, role: 'user', content: 'And now?' }] })
      return JSON.stringify(harness.server.requests.filter(({ conversation }) => conversation?.lastUser === 'And now?').at(-1)?.body)
    }
    expect(await next('run-2')).toContain('Result of Look at A')
    await harness.ports.tasks?.change(scope, 'g2', {
      kind: 'join',
      task: { task_id: 't2', name: 'Second', run_id: 'run-2', mode: 'subagent', merge_strategy: 'REPLACE', payload: { query: 'Look at B', depth: 1 } },
      group: { name: 'Second', thread_id: 'thread-1', agent: 'agent', alone: true, sealed: true, report: 'all', merge_strategy: 'REPLACE' },
    })
    await untilGroups((all) => all.every(({ reported }) => reported))
    const body = await next('run-3')
    expect(body).toContain('Result of Look at B')
    expect(body).not.toContain('Result of Look at A')
  })

  it('[004-task-03] with HUMAN_GATED, the default, is seen by the user and kept from the model until it is approved', async () => {
    await runReplies([call('task', { query: 'Look at A' })])
    await untilGroups(([group]) => group?.approval === 'pending')
    const id = String((await groups())[0]?.group_id)
    expect(await harness.agent.tasks?.list('thread-1', scope)).toMatchObject([{ task_id: id, result: 'Result of Look at A' }])
    expect(await messages()).toHaveLength(2)
    expect(await harness.agent.tasks?.decide(id, 'approve', scope)).toMatchObject({ status: 'done' })
    expect(await harness.agent.tasks?.decide(id, 'reject', scope)).toMatchObject({ status: 'not_applicable' })
    await untilMessages(3)
  })

  it('is reported in the conversation by the agent when onResult is answer', async () => {
    const tells: Story = {
      name: 'tells',
      match: ({ lastUser }) => lastUser.includes('background_results'),
      reply: ({ lastUser }) => ({ content: answer(`They found: ${JSON.parse(lastUser).background_results}`) }),
    }
    await runReplies([task({ name: 'Report' })], { tasks: { onResult: 'answer' }, stories: [subagents, tells] })
    await untilMessages(3)
    expect((await messages()).at(-1)).toBe('assistant: They found: **Report**\n\nResult of Look at A')
  })

  it('is tried again after an error, and says in the end why it failed', async () => {
    let calls = 0
    const flaky: ToolDefinition = {
      ...countTool,
      run: () => {
        calls += 1
        throw new Error('out of order')
      },
    }
    await runReplies([call('task', { name: 'Job', mode: 'job', tool: 'count', tool_args: { to: 1 }, merge_strategy: 'APPEND' })], { tools: [flaky] })
    await untilMessages(3)
    expect(calls).toBe(3)
    expect((await messages()).at(-1)).toMatch(/\*\*Job\*\* could not be completed: .*out of order/)
  })

  it('with a tool that must not run twice is tried once', async () => {
    let calls = 0
    const once: ToolDefinition = {
      ...countTool,
      idempotent: false,
      run: () => {
        calls += 1
        throw new Error('out of order')
      },
    }
    await runReplies([call('task', { mode: 'job', tool: 'count', tool_args: { to: 1 } })], { tools: [once] })
    await untilMessages(3)
    expect(calls).toBe(1)
  })
})

describe('the question before a task', () => {
  const asking = { tasks: { pollMs: 20 }, stories: [subagents, script(task({ name: 'Report' }), answer('done'))], richOutput: { enabled: true } }
  const ask = async (selected: string) => {
    harness = await createHarness(asking)
    const asked = questionOf(await harness.run('Later.'))
    expect(asked).toMatchObject({ component: 'select_option', props: { title: 'Start “Report” in the background?', description: 'Look at A' } })
    expect(await groups()).toEqual([])
    await harness.agent.answer({ interaction_id: asked.id }, { result: { selected: [selected] } }, scope)
  }

  it('[004-task-04] is asked unless the developer has decided, and lets the turn continue', async () => {
    await ask('background')
    await untilMessages(3)
    expect(observed(0)).toMatchObject({ status: 'queued' })
  })

  it('[004-task-04] also asks whether the turn waits', async () => {
    await ask('wait')
    await untilMessages(2)
    expect(observed()).toMatchObject({ tasks: [{ result: 'Result of Look at A' }] })
  })

  it('[004-task-04] starts nothing when the user says no', async () => {
    await ask('no')
    await untilMessages(2)
    expect(observed()).toMatchObject({ error: { code: 'task_refused' } })
    expect(await groups()).toEqual([])
  })
})

describe('task groups', () => {
  const a = { group: 'q4', query: 'Look at A', name: 'A' }
  const b = { group: 'q4', query: 'Look at B', name: 'B' }

  it('[004-grp-01] [004-grp-03] [004-grp-06] tasks of one name in one turn report together, once; a task without a group stands alone', async () => {
    const events = await runReplies([task(a), task(b), task({ name: 'C', query: 'Look at C' })])
    await untilMessages(4)
    const [grouped, alone] = await groups()
    expect(grouped).toMatchObject({ name: 'q4', alone: false, sealed: true, report: 'all', tasks: [{ name: 'A' }, { name: 'B' }] })
    expect(alone).toMatchObject({ alone: true, tasks: [{ name: 'C' }] })
    const seen = await messages()
    expect(seen).toContain('assistant: **A**\n\nResult of Look at A\n\n**B**\n\nResult of Look at B')
    expect(seen).toContain('assistant: **C**\n\nResult of Look at C')
    expect(ofType(events, 'task_group_start')).toMatchObject([{ name: 'q4' }])
    const report = await harness.log(`report:${grouped?.group_id}`)
    expect(ofType(report, 'task_group_result')).toMatchObject([{ group_id: grouped?.group_id, status: 'ok' }])
  })

  it('[004-grp-02] a task joins the group with the id that the model was given', async () => {
    const story: Story = {
      name: 'ids',
      match: () => true,
      reply: ({ step, toolResults }) => {
        const id = (toolResults[0]?.content as { group_id?: string } | undefined)?.group_id
        return { content: step === 1 ? task(a) : step === 2 ? task({ ...b, group: undefined, group_id: id }) : answer('done') }
      },
    }
    await runReplies([], { stories: [subagents, story] })
    await untilMessages(3)
    expect(await groups()).toMatchObject([{ tasks: [{ name: 'A' }, { name: 'B' }] }])
  })

  it('[004-grp-03] the same name in another turn makes another group', async () => {
    await runReplies([task(a)])
    await harness.run('More.', { run_id: 'run-2', messages: [{ id: 'u2', role: 'user', content: 'More.' }] })
    await untilGroups((all) => all.length === 2 && all.every(isDone))
    expect((await groups()).map(({ name }) => name)).toEqual(['q4', 'q4'])
  })

  it('[004-grp-04] group_sealed closes the group after the task; the name then makes another group, and the id is refused', async () => {
    const story: Story = {
      name: 'ids',
      match: () => true,
      reply: ({ step, toolResults }) => {
        const id = (toolResults[0]?.content as { group_id?: string } | undefined)?.group_id
        if (step === 1) return { content: task({ ...a, group_sealed: true }) }
        if (step === 2) return { content: task({ ...b, group: undefined, group_id: id }) }
        return { content: step === 3 ? task(b) : answer('done') }
      },
    }
    await runReplies([], { stories: [subagents, story] })
    expect(observed(1)).toMatchObject({ error: { code: 'task_invalid', issues: [{ pointer: '/group_id' }] } })
    await untilGroups((all) => all.length === 2 && all.every(isDone))
  })

  it('[004-grp-05] groups that are open are sealed when the turn ends, also when it fails', async () => {
    await runReplies([task(a)], { limits: { maxSteps: 2 } })
    await untilGroups(([group]) => group?.sealed === true)
    await harness.close()
    await runReplies([task(a), 'no action', 'no action', 'no action', 'no action'])
    await untilGroups(([group]) => group?.sealed === true)
  })

  it('[004-grp-06] [004-grp-13] group_report any reports each task once, as it ends', async () => {
    const gate = Promise.withResolvers<void>()
    const slow: ToolDefinition = { ...countTool, run: () => gate.promise.then(() => 'late') }
    const job = { group: 'q4', mode: 'job', tool: 'count', tool_args: { to: 1 }, merge_strategy: 'APPEND' }
    await runReplies([call('task', { ...job, name: 'Slow', group_report: 'any' }), task(a)], { tools: [slow] })
    await untilMessages(3)
    expect((await messages()).at(-1)).toBe('assistant: **A**\n\nResult of Look at A')
    expect((await groups())[0]?.tasks).toMatchObject([
      { name: 'Slow', status: 'running' },
      { name: 'A', reported: {} },
    ])
    gate.resolve()
    await untilGroups(([group]) => group?.tasks.every(({ reported }) => reported !== undefined) === true)
    expect((await messages()).slice(3)).toEqual(['assistant: **Slow**\n\nlate'])
  })

  it('[004-grp-07] [004-grp-12] group_report none reports nothing, and the agent looks with tasks.get', async () => {
    const story: Story = {
      name: 'polls',
      match: () => true,
      reply: ({ step, toolResults }) => {
        const { group_id } = (toolResults[0]?.content ?? {}) as { group_id?: string }
        const last = JSON.stringify(toolResults.at(-1)?.content)
        if (step > 2 && last.includes('Result of')) return { content: answer('seen') }
        return { content: call(step % 2 === 0 ? 'tasks.get' : 'tasks.list', step % 2 === 0 ? { id: group_id } : {}) }
      },
    }
    const first: Story = {
      ...story,
      name: 'first',
      match: ({ step }) => step === 1,
      reply: () => ({ content: task({ ...a, group_report: 'none', group_sealed: true }) }),
    }
    const events = await runReplies([], { stories: [subagents, first, story], limits: { maxSteps: 200 } })
    expect(finishOf(events).payload.raw_answer).toBe('seen')
    expect(await messages()).toHaveLength(2)
  })

  it('[004-grp-08] group_merge_strategy is that of the task unless it is given', async () => {
    await runReplies([task({ ...a, merge_strategy: 'REPLACE' }), task({ ...b, group: 'other', group_merge_strategy: 'HUMAN_GATED' })])
    await untilGroups((all) => all.every(isDone))
    expect((await groups()).map(({ merge_strategy }) => merge_strategy)).toEqual(['REPLACE', 'HUMAN_GATED'])
  })

  it('[004-grp-09] a HUMAN_GATED group is held until it is approved as one batch', async () => {
    await runReplies([task({ ...a, merge_strategy: 'HUMAN_GATED' }), task({ ...b, merge_strategy: undefined })])
    await untilGroups(([group]) => group?.approval === 'pending')
    const [group] = await groups()
    expect(await harness.agent.tasks?.decide(String(group?.tasks[0]?.task_id), 'approve', scope)).toMatchObject({ status: 'not_applicable' })
    expect(await messages()).toHaveLength(2)
    expect(await harness.agent.tasks?.decideGroup(String(group?.group_id), 'approve', scope)).toMatchObject({ status: 'done', group: { approval: 'approved' } })
    await untilMessages(3)
    expect((await messages()).at(-1)).toContain('**B**')
  })

  it('a HUMAN_GATED group is in the inbox of its owner, and is approved there by the answer to a question', async () => {
    await runReplies([task({ ...a, merge_strategy: 'HUMAN_GATED' }), task({ ...b, merge_strategy: undefined })])
    await untilGroups(([group]) => group?.approval === 'pending')
    const inbox = async () => (await harness.agent.inbox?.(scope)) ?? []
    const [item] = await inbox()
    expect(item).toMatchObject({
      component: 'confirm',
      thread_id: 'thread-1',
      task_group_id: (await groups())[0]?.group_id,
      props: { message: expect.stringMatching(/Result of Look at A[\s\S]*Result of Look at B/) },
    })
    const answerWith = (envelope: AnswerEnvelope, reader = scope) => harness.agent.answer({ interaction_id: item?.interaction_id ?? '' }, envelope, reader)
    expect(await answerWith({ result: { confirmed: true } }, { owner: { id: 'bob' } })).toEqual({ status: 'unknown' })
    expect(await harness.agent.inbox?.({ owner: { id: 'bob' } })).toEqual([])
    for (const wrong of [{ cancelled: true }, { result: null }, { result: { confirmed: 'yes' } }] as const)
      expect(await answerWith(wrong)).toMatchObject({ status: 'invalid', issues: [{ code: 'invalid_input' }] })
    expect(await answerWith({ result: { confirmed: true } })).toEqual({ status: 'accepted', run_id: 'run-1' })
    expect(await answerWith({ result: { confirmed: true } })).toEqual({ status: 'repeated', run_id: 'run-1' })
    expect(await answerWith({ result: { confirmed: false } })).toEqual({ status: 'gone' })
    expect(await inbox()).toEqual([])
    const [group] = await groups()
    const about = { task_group_id: group?.group_id, run_id: 'run-1', thread_id: 'thread-1', by: scope.owner.id }
    expect(await audited()).toEqual([{ type: 'group_decided', ...about, decision: 'approved', hash: expect.stringMatching(/^[0-9a-f]{64}$/) }])
    await untilMessages(3)
  })

  describe('with a role that approves', () => {
    const owner = { owner: { ...scope.owner, tenant: 'acme' } }
    const boss = { owner: { id: 'boss', tenant: 'acme', roles: ['lead'] } }
    const gated = { ...a, merge_strategy: 'HUMAN_GATED' }
    const stored = async () => (await harness.ports.tasks?.list(owner, 'thread-1'))?.[0]
    const answerWith = async (confirmed: boolean, by: Scope) =>
      harness.agent.answer({ interaction_id: `task-group:${(await stored())?.group_id}` }, { result: { confirmed } }, by)
    const log = async () => (await harness.ports.audit?.read(owner, { after: 0, limit: 10 }))?.map(({ entry }) => entry)

    async function untilPending(args: Record<string, unknown> = gated) {
      harness = await createHarness({ stories: [subagents, script(task(args), answer('done'))], tasks: { ...quick, approvedBy: 'lead' } })
      await harness.agent.start(inputOf('Later.'), owner)
      await expect.poll(async () => (await stored())?.approval, { timeout: 10_000 }).toBe('pending')
    }

    it.each([
      ['a group', gated],
      ['a task that stands alone', { query: 'Look at A', merge_strategy: 'HUMAN_GATED' }],
    ])('%s is approved in the inbox of people with the role, and not by its owner', async (_, args) => {
      await untilPending(args)
      const { group_id = '' } = (await stored()) ?? {}
      expect(await harness.agent.inbox?.(boss)).toMatchObject([{ task_group_id: group_id, role: 'lead', asked_by: scope.owner.id }])
      const [own] = (await harness.agent.inbox?.(owner)) ?? []
      expect([own?.role, own?.asked_by]).toEqual(['lead', undefined])
      expect(await answerWith(true, owner)).toMatchObject({ status: 'invalid', issues: [{ code: 'role_required' }] })
      expect(await harness.agent.tasks?.decideGroup(group_id, 'approve', owner)).toMatchObject({ status: 'not_applicable', group: { approval: 'pending' } })
      for (const stranger of [{ owner: { ...boss.owner, roles: ['sales'] } }, { owner: { ...boss.owner, tenant: 'other' } }]) {
        expect(await harness.agent.inbox?.(stranger)).toEqual([])
        expect(await answerWith(true, stranger)).toEqual({ status: 'unknown' })
      }
      expect((await stored())?.approval).toBe('pending')
      expect(await answerWith(true, boss)).toMatchObject({ status: 'accepted' })
      expect(await stored()).toMatchObject({ approval: 'approved' })
      expect(await harness.agent.inbox?.(boss)).toEqual([])
      const refused = { type: 'refused', interaction_id: `task-group:${group_id}`, by: scope.owner.id, reason: 'role' }
      expect(await log()).toMatchObject([refused, refused, { type: 'group_decided', task_group_id: group_id, by: 'boss', decision: 'approved' }])
      await expect.poll(async () => (await harness.agent.thread('thread-1', owner))?.messages.length, { timeout: 10_000 }).toBe(3)
    })

    it('can be rejected by its owner, and by people with the role over the routes of tasks', async () => {
      await untilPending()
      expect(await answerWith(false, owner)).toMatchObject({ status: 'accepted' })
      expect(await log()).toMatchObject([{ by: scope.owner.id, decision: 'denied' }])
      await harness.close()
      await untilPending()
      expect(await harness.agent.tasks?.decideGroup((await stored())?.group_id ?? '', 'reject', boss)).toMatchObject({ status: 'done' })
      expect(await log()).toMatchObject([{ by: 'boss', decision: 'denied' }])
    })
  })

  it('[004-grp-09] a rejected group never reaches the conversation', async () => {
    await runReplies([task({ ...a, merge_strategy: 'HUMAN_GATED' })])
    await untilGroups(([group]) => group?.approval === 'pending')
    const id = String((await groups())[0]?.group_id)
    await harness.agent.tasks?.decideGroup(id, 'reject', scope)
    await harness.run('Next.', { run_id: 'run-2', messages: [{ id: 'u2', role: 'user', content: 'Next.' }] })
    expect(JSON.stringify(harness.server.requests.at(-1)?.body)).not.toContain('Result of')
    expect((await groups())[0]).toMatchObject({ approval: 'rejected' })
    expect(await harness.agent.tasks?.decideGroup(id, 'approve', scope)).toMatchObject({ status: 'not_applicable' })
    expect(await audited()).toMatchObject([{ type: 'group_decided', task_group_id: id, decision: 'denied' }])
  })

  it('[004-grp-10] retain_turn waits for the group, whose results are then seen once', async () => {
    const events = await runReplies([task(a), task({ ...b, group_sealed: true, retain_turn: true })])
    expect(observed()).toMatchObject({ group: 'q4', tasks: [{ result: 'Result of Look at A' }, { result: 'Result of Look at B' }] })
    expect(ofType(events, 'task_group_result')).toMatchObject([{ status: 'ok' }])
    expect((await groups())[0]?.reported?.run_id).toBe('run-1')
    expect(await messages()).toHaveLength(2)
  })

  it('[004-grp-10] retain_turn waits no longer than its time, and the result follows', async () => {
    const gate = Promise.withResolvers<void>()
    const slow: ToolDefinition = { ...countTool, run: () => gate.promise.then(() => 'late') }
    const job = call('task', { name: 'Slow', mode: 'job', tool: 'count', tool_args: { to: 1 }, merge_strategy: 'APPEND', retain_turn: true })
    await runReplies([job], { tools: [slow], tasks: { retainMs: 50 } })
    expect(observed()).toMatchObject({ tasks: [{ status: 'running' }], message: expect.stringContaining('The wait time has elapsed') })
    gate.resolve()
    await untilMessages(3)
    expect((await messages()).at(-1)).toBe('assistant: **Slow**\n\nlate')
  })
})

describe('a task that cannot be honoured is refused with the place', () => {
  it.each([
    ['a setting of a group without a group', { group_sealed: true }, '/group_sealed'],
    ['an unknown group id', { group_id: 'nowhere' }, '/group_id'],
    ['approval of a task in a group without approval', { group: 'q', merge_strategy: 'HUMAN_GATED', group_merge_strategy: 'APPEND' }, '/merge_strategy'],
    ['a turn that waits for an open group', { group: 'q', retain_turn: true }, '/group_sealed'],
    ['a tool that is not there', { query: undefined, mode: 'job', tool: 'tasks.cancel' }, '/tool'],
  ])('%s', async (_name, args, pointer) => {
    await runReplies([task(args)])
    expect(issues()).toMatchObject({ code: 'task_invalid', issues: [{ pointer }] })
    expect(await groups()).toEqual([])
  })

  it('more tasks than a conversation or a group may have', async () => {
    await runReplies([task(), task({ name: 'B' })], { tasks: { maxPerThread: 1, maxConcurrent: 0 } })
    expect(issues()).toMatchObject({ code: 'task_invalid', issues: [{ expected: expect.stringContaining('1 tasks of this conversation have not ended') }] })
    await harness.close()
    await runReplies([task({ group: 'q' }), task({ group: 'q', name: 'B' })], { tasks: { maxPerGroup: 1, maxConcurrent: 0 } })
    expect(issues()).toMatchObject({ issues: [{ expected: expect.stringContaining('another group') }] })
  })

  it('a task of a subagent that stands too deep', async () => {
    const deep: Story = {
      name: 'deep',
      match: ({ lastUser }) => lastUser.startsWith('Look at'),
      reply: ({ step, toolResults }) => ({ content: step === 1 ? task({ name: 'Deeper' }) : answer(JSON.stringify(toolResults.at(-1)?.content)) }),
    }
    await runReplies([task()], { stories: [deep] })
    await untilMessages(3)
    expect((await messages()).at(-1)).toContain('they can be nested at most 1 deep')
  })
})

describe('cancelling', () => {
  const never: ToolDefinition = {
    ...countTool,
    run: (_args: unknown, { signal }) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  }
  const job = (more: object = {}) => call('task', { mode: 'job', tool: 'count', tool_args: { to: 1 }, merge_strategy: 'APPEND', ...more })

  it('a task ends its run, and nothing is reported', async () => {
    await runReplies([job()], { tools: [never] })
    await untilGroups(([group]) => group?.tasks[0]?.status === 'running')
    const id = String((await groups())[0]?.group_id)
    expect(await harness.agent.tasks?.decide(id, 'cancel', scope)).toMatchObject({ status: 'done', task: { status: 'cancelled' } })
    await expect.poll(async () => (await harness.ports.storage.load(scope, id))?.finished, { timeout: 10_000 }).toBe(true)
    expect(await messages()).toHaveLength(2)
    expect(await harness.agent.tasks?.decide(id, 'cancel', { owner: { id: 'eve' } })).toEqual({ status: 'unknown' })
  })

  it('a group ends all of its tasks', async () => {
    await runReplies([job({ group: 'q' }), job({ group: 'q', name: 'B' })], { tools: [never], tasks: { maxConcurrent: 1 } })
    const id = String((await groups())[0]?.group_id)
    expect(await harness.agent.tasks?.decideGroup(id, 'cancel', scope)).toMatchObject({ group: { tasks: [{ status: 'cancelled' }, { status: 'cancelled' }] } })
  })
})

describe('agents with background tasks', () => {
  it('are refused when the user could not be asked, without a store for tasks, and with options that are none', async () => {
    await expect(createHarness({ tasks: {} })).rejects.toThrow(/enable richOutput with the component select_option, or set tasks.confirm to false/)
    const { tasks: _, ...ports } = (await createHarness({})).ports
    await expect(createHarness({ ports, tasks: quick })).rejects.toThrow(/tasks needs ports.tasks/)
    await expect(createHarness({ tasks: { ...quick, maxDepth: 0, retries: 1 } as TaskOptions })).rejects.toThrow(
      /tasks.maxDepth must be.*tasks.retries is not an option/,
    )
    await expect(createHarness({ tasks: { ...quick, tools: ['none'] } })).rejects.toThrow(/tasks.tools names "none"/)
  })
})
