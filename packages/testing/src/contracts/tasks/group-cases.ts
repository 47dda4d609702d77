import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict'
import type { GroupReport, Scope } from '@pf/core'
import { hostileJson, hostileNames, spoil } from '../support/hostile.ts'
import { someScope } from '../support/open-run.ts'
import { openGroup, someTask, tasksOf } from '../support/some-tasks.ts'
import type { CaseTable } from '../support/to-cases.ts'

const failed = (code: string, retry = false) => ({ status: 'failed', error: { code, message: 'No.' }, retry }) as const

/** Cases of groups: joining, sealing, ending, approval and reports. */
export const groupCases: CaseTable = {
  'a task makes its group, which is read by group, task and thread with all values unchanged': async ({ ports, scope }) => {
    const tasks = tasksOf(ports)
    const { group_id, join, made } = openGroup(tasks, scope)
    const payload = hostileJson()
    const first = await join({ payload, priority: 3, max_attempts: 4, retry_ms: 5 })
    const second = await join()
    const group = await tasks.get(scope, group_id)
    deepStrictEqual(
      group?.tasks.map(({ task_id }) => task_id),
      [first.task_id, second.task_id],
    )
    deepStrictEqual(JSON.stringify(group?.tasks[0]?.payload), JSON.stringify(payload))
    const { priority, attempts, max_attempts, retry_ms, status } = group?.tasks[0] ?? {}
    deepStrictEqual({ priority, attempts, max_attempts, retry_ms, status }, { priority: 3, attempts: 0, max_attempts: 4, retry_ms: 5, status: 'queued' })
    deepStrictEqual(await tasks.find(scope, second.task_id), group)
    deepStrictEqual(await tasks.list(scope, made.thread_id), [group])
    const { sealed, report, merge_strategy, name, alone } = group ?? {}
    deepStrictEqual({ sealed, report, merge_strategy, name, alone }, { sealed: false, report: 'all', merge_strategy: 'APPEND', name: 'Reports', alone: false })
  },
  'groups of a thread are listed in the order in which they were made': async ({ ports, scope }) => {
    const tasks = tasksOf(ports)
    const first = openGroup(tasks, scope)
    const others = [openGroup(tasks, scope, first.made), openGroup(tasks, scope, first.made)]
    for (const { join } of [first, ...others]) await join()
    const listed = await tasks.list(scope, first.made.thread_id)
    deepStrictEqual(
      listed.map(({ group_id }) => group_id),
      [first, ...others].map(({ group_id }) => group_id),
    )
  },
  'nothing joins a sealed group, a group of another thread, or a group twice': async ({ ports, scope }) => {
    const tasks = tasksOf(ports)
    const group = openGroup(tasks, scope)
    const task = await group.join()
    strictEqual(await group.try({ kind: 'join', task, group: group.made }), 'refused')
    strictEqual(await group.try({ kind: 'join', task: someTask(), group: { ...group.made, thread_id: 'other' } }), 'refused')
    await group.change({ kind: 'seal' })
    strictEqual(await group.try({ kind: 'seal' }), 'refused')
    strictEqual(await group.try({ kind: 'join', task: someTask(), group: group.made }), 'refused')
    strictEqual((await group.read()).tasks.length, 1)
  },
  'a task id is used once, whatever the group': async ({ ports, scope }) => {
    const tasks = tasksOf(ports)
    const first = openGroup(tasks, scope)
    const task = await first.join()
    const second = openGroup(tasks, scope, first.made)
    await tasks.change(scope, second.group_id, { kind: 'join', task, group: second.made })
    strictEqual((await tasks.find(scope, task.task_id))?.group_id, first.group_id)
    strictEqual((await first.read()).tasks.length, 1)
    strictEqual((await tasks.get(scope, second.group_id))?.tasks.length ?? 0, 0)
  },
  'tasks that join at once are all in the group': async ({ ports, scope }) => {
    const group = openGroup(tasksOf(ports), scope)
    await Promise.all(Array.from({ length: 12 }, () => group.join()))
    strictEqual((await group.read()).tasks.length, 12)
  },
  'a group of another owner or tenant is unknown, and so are its tasks': async ({ ports, scope }) => {
    const tasks = tasksOf(ports)
    const { group_id, join, made } = openGroup(tasks, scope)
    const { task_id } = await join()
    for (const stranger of [someScope(), { owner: { ...scope.owner, tenant: 'other' } }]) {
      strictEqual(await tasks.get(stranger, group_id), undefined)
      strictEqual(await tasks.find(stranger, task_id), undefined)
      deepStrictEqual(await tasks.list(stranger, made.thread_id), [])
      strictEqual((await tasks.change(stranger, group_id, { kind: 'cancel' })).status, 'unknown')
    }
    strictEqual((await tasks.get(scope, group_id))?.tasks[0]?.status, 'queued')
  },
  'hostile ids are ids like any other': async ({ ports, scope }) => {
    const tasks = tasksOf(ports)
    for (const name of hostileNames) {
      const { made } = openGroup(tasks, scope, { thread_id: name, name })
      await tasks.change(scope, name, { kind: 'join', task: someTask({ task_id: name, name }), group: made })
      strictEqual((await tasks.get(scope, name))?.tasks[0]?.task_id, name)
      strictEqual((await tasks.find(scope, name))?.group_id, name)
      strictEqual((await tasks.list(scope, name)).length, 1)
    }
  },
  'what was read or given cannot change what is stored': async ({ ports, scope }) => {
    const group = openGroup(tasksOf(ports), scope)
    const payload = { list: [1] }
    await group.join({ payload })
    spoil(payload)
    spoil(await group.read())
    deepStrictEqual((await group.read()).tasks[0]?.payload, { list: [1] })
  },
  'a group reports once, when it is sealed and its last task has ended': async ({ ports, scope }) => {
    const group = openGroup(tasksOf(ports), scope)
    await group.join()
    await group.join()
    await group.finish(await group.claimOne(), 'One.')
    await group.finish(await group.claimOne(), 'Two.')
    deepStrictEqual(await group.reports(), [])
    strictEqual(await group.try({ kind: 'report', run_id: 'r' }), 'refused')
    await group.change({ kind: 'seal' })
    deepStrictEqual(await group.reports(), [group.group_id])
    strictEqual((await group.change({ kind: 'report', run_id: 'r' })).reported?.run_id, 'r')
    strictEqual(await group.try({ kind: 'report', run_id: 'r2' }), 'refused')
    deepStrictEqual(await group.reports(), [])
    deepStrictEqual(
      (await group.read()).tasks.map(({ result }) => result),
      ['One.', 'Two.'],
    )
  },
  'a group that reports each task reports every one once, before it is sealed': async ({ ports, scope }) => {
    const group = openGroup(tasksOf(ports), scope, { report: 'any' })
    const { task_id } = await group.join()
    strictEqual(await group.try({ kind: 'report', task_id, run_id: 'r' }), 'refused')
    await group.finish(await group.claimOne())
    deepStrictEqual(await group.reports(), [group.group_id])
    strictEqual(await group.try({ kind: 'report', run_id: 'r' }), 'refused')
    await group.change({ kind: 'report', task_id, run_id: 'r' })
    strictEqual(await group.try({ kind: 'report', task_id, run_id: 'r' }), 'refused')
    deepStrictEqual(await group.reports(), [])
  },
  'a group that reports nothing has no due report, and neither has one whose tasks were all cancelled': async ({ ports, scope }) => {
    const silent = openGroup(tasksOf(ports), scope, { report: 'none', sealed: true })
    await silent.join()
    await silent.finish(await silent.claimOne())
    deepStrictEqual(await silent.reports(), [])
    const cancelled = openGroup(tasksOf(ports), scope)
    await cancelled.join()
    await cancelled.change({ kind: 'cancel' })
    deepStrictEqual(await cancelled.reports(), [])
  },
  'a group that needs approval is held until it is approved as one batch, whatever it reports': async ({ ports, scope }) => {
    for (const report of ['all', 'any'] satisfies GroupReport[]) {
      const group = openGroup(tasksOf(ports), scope, { report, merge_strategy: 'HUMAN_GATED' })
      await group.join()
      await group.join()
      await group.finish(await group.claimOne())
      strictEqual(await group.try({ kind: 'decide', verdict: 'approve' }), 'refused')
      await group.finish(await group.claimOne())
      strictEqual((await group.change({ kind: 'seal' })).approval, 'pending')
      deepStrictEqual(await group.reports(), [])
      strictEqual((await group.change({ kind: 'decide', verdict: 'approve' })).approval, 'approved')
      strictEqual(await group.try({ kind: 'decide', verdict: 'reject' }), 'refused')
      deepStrictEqual(await group.reports(), [group.group_id])
    }
  },
  'the groups of an owner that wait for approval are found over all conversations, oldest first': async ({ ports, scope }) => {
    const tasks = tasksOf(ports)
    const tenant = someScope('tenant')
    const waiting = async (limit = 100) => (await tasks.waiting?.(tenant, limit))?.map(({ group }) => group.group_id)
    if (!tasks.waiting) return
    const groups = [1, 2, 3].map(() => openGroup(tasks, tenant, { merge_strategy: 'HUMAN_GATED', sealed: true, name: '"approval":"pending"' }))
    const ids = groups.map(({ group_id }) => group_id)
    for (const group of groups) {
      await group.join()
      await group.finish(await group.claimOne())
    }
    const open = openGroup(tasks, tenant, { merge_strategy: 'HUMAN_GATED', sealed: true, name: '"approval":"pending"' })
    await open.join()
    deepStrictEqual(await waiting(), ids)
    deepStrictEqual(await waiting(2), ids.slice(0, 2))
    await groups[0]?.change({ kind: 'decide', verdict: 'approve' })
    await groups[1]?.change({ kind: 'decide', verdict: 'reject' })
    deepStrictEqual(await waiting(), ids.slice(2))
    ok(!(await tasks.waiting(scope, 1_000)).some(({ group }) => ids.includes(group.group_id)))
  },
  'a group that a role approves waits for the people of the tenant who have it, for its owner, and for nobody else': async ({ ports, scope }) => {
    const tasks = tasksOf(ports)
    if (!tasks.waiting) return
    const { waiting } = tasks
    const tenant = scope.owner.id
    const asker = { owner: { ...scope.owner, tenant } }
    const group = openGroup(tasks, asker, { merge_strategy: 'HUMAN_GATED', sealed: true, approval_role: 'finance' })
    const boss = someScope(tenant).owner
    const idsFor = async (owner: Scope['owner']) => (await waiting({ owner }, 10)).map((each) => [each.owner.id, each.group.group_id])
    await group.join()
    deepStrictEqual(await idsFor({ ...boss, roles: ['finance'] }), [])
    await group.finish(await group.claimOne())
    deepStrictEqual(await idsFor({ ...boss, roles: ['other', 'finance'] }), [[scope.owner.id, group.group_id]])
    for (const nobody of [
      boss,
      { ...boss, roles: ['sales'] },
      { ...someScope('other').owner, roles: ['finance'] },
      { ...someScope().owner, roles: ['finance'] },
    ])
      deepStrictEqual(await idsFor(nobody), [])
    deepStrictEqual(await idsFor(asker.owner), [[scope.owner.id, group.group_id]])
    await group.change({ kind: 'decide', verdict: 'approve' })
    deepStrictEqual(await idsFor({ ...boss, roles: ['finance'] }), [])
  },
  'a rejected group is never reported, and one without any result needs no approval': async ({ ports, scope }) => {
    const rejected = openGroup(tasksOf(ports), scope, { merge_strategy: 'HUMAN_GATED', sealed: true })
    await rejected.join()
    await rejected.finish(await rejected.claimOne())
    await rejected.change({ kind: 'decide', verdict: 'reject' })
    deepStrictEqual(await rejected.reports(), [])
    const failing = openGroup(tasksOf(ports), scope, { merge_strategy: 'HUMAN_GATED', sealed: true })
    const { task_id } = await failing.join()
    const { token } = await failing.claimOne()
    const group = await failing.change({ kind: 'end', task_id, token, outcome: failed('tool_failed') })
    strictEqual(group.approval, undefined)
    deepStrictEqual(group.tasks[0]?.error, { code: 'tool_failed', message: 'No.' })
    deepStrictEqual(await failing.reports(), [failing.group_id])
  },
  'of many decisions made at once one counts': async ({ ports, scope }) => {
    const tasks = tasksOf(ports)
    const group = openGroup(tasks, scope, { merge_strategy: 'HUMAN_GATED', sealed: true })
    await group.join()
    await group.finish(await group.claimOne())
    const verdicts = Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? 'approve' : 'reject') as 'approve' | 'reject')
    const results = await Promise.all(verdicts.map((verdict) => tasks.change(scope, group.group_id, { kind: 'decide', verdict })))
    strictEqual(results.filter(({ status }) => status === 'applied').length, 1)
    const winner = verdicts[results.findIndex(({ status }) => status === 'applied')]
    strictEqual((await group.read()).approval, winner === 'approve' ? 'approved' : 'rejected')
  },
  'cancelling a task ends it alone; cancelling a group seals it and ends the rest': async ({ ports, scope }) => {
    const group = openGroup(tasksOf(ports), scope)
    const first = await group.join()
    await group.join()
    await group.join()
    const done = (await group.claim()).find(({ task }) => task.task_id !== first.task_id)
    ok(done)
    await group.change({ kind: 'cancel', task_id: first.task_id })
    strictEqual(await group.try({ kind: 'cancel', task_id: first.task_id }), 'refused')
    strictEqual((await group.read()).sealed, false)
    await group.finish(done)
    const cancelled = await group.change({ kind: 'cancel' })
    strictEqual(cancelled.sealed, true)
    deepStrictEqual(cancelled.tasks.map(({ status }) => status).sort(), ['cancelled', 'cancelled', 'done'])
    strictEqual(await group.try({ kind: 'cancel' }), 'refused')
    deepStrictEqual(await group.reports(), [group.group_id])
  },
  'a report that was moved is due again later': async ({ ports, scope }) => {
    const tasks = tasksOf(ports)
    const group = openGroup(tasks, scope, { sealed: true })
    await group.join()
    await group.finish(await group.claimOne())
    const { agent } = group.made
    strictEqual((await tasks.claimReports({ agent, limit: 1, deferMs: 600_000 })).length, 1)
    deepStrictEqual(await group.reports(), [])
    await group.change({ kind: 'defer', ms: 0 })
    deepStrictEqual(await group.reports(), [group.group_id])
  },
}
