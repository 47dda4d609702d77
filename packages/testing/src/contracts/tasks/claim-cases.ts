import { deepStrictEqual, ok, rejects, strictEqual } from 'node:assert/strict'
import type { TaskOutcome } from '@pf/core'
import { someScope } from '../support/open-run.ts'
import { openGroup, someGroup, someTask, tasksOf } from '../support/some-tasks.ts'
import type { CaseTable } from '../support/to-cases.ts'

const failure = (retry: boolean): TaskOutcome => ({ status: 'failed', error: { code: 'tool_failed', message: 'No.' }, retry })

/** Cases of claims: who works on a task, for how long, and how it ends. */
export const claimCases: CaseTable = {
  'a claimed task is running, has its owner, and is not claimed again': async ({ ports, scope }) => {
    const tenant = someScope('tenant')
    const tasks = tasksOf(ports)
    const group = openGroup(tasks, tenant)
    const { task_id } = await group.join()
    const claimed = await group.claimOne()
    deepStrictEqual(claimed.owner, tenant.owner)
    deepStrictEqual([claimed.task.task_id, claimed.task.status, claimed.task.attempts], [task_id, 'running', 1])
    strictEqual(claimed.group.group_id, group.group_id)
    deepStrictEqual(await group.claim(), [])
    strictEqual(await tasks.find(scope, task_id), undefined)
  },
  'only tasks of the agent are claimed, higher priority first, and never more than the limit': async ({ ports, scope }) => {
    const tasks = tasksOf(ports)
    const group = openGroup(tasks, scope)
    const wanted = [await group.join({ priority: 1 }), await group.join({ priority: 5 }), await group.join(), await group.join({ priority: 5 })]
    await openGroup(tasks, scope).join({ priority: 9 })
    const order = [1, 3, 0].map((index) => wanted[index]?.task_id)
    deepStrictEqual(
      (await group.claim(3)).map(({ task }) => task.task_id),
      order,
    )
    deepStrictEqual(
      (await group.claim(3)).map(({ task }) => task.task_id),
      [wanted[2]?.task_id],
    )
  },
  'tasks that several workers claim at once are claimed once each': async ({ ports, scope }) => {
    const tasks = tasksOf(ports)
    const first = openGroup(tasks, scope)
    const second = openGroup(tasks, scope, first.made)
    for (let count = 0; count < 10; count += 1) {
      await first.join()
      await second.join()
    }
    const claimed = new Set<string>()
    for (let round = 0; round < 10 && claimed.size < 20; round += 1)
      for (const claims of await Promise.all(Array.from({ length: 5 }, () => first.claim(4))))
        for (const { task } of claims) {
          ok(!claimed.has(task.task_id), 'a task is claimed once')
          claimed.add(task.task_id)
        }
    strictEqual(claimed.size, 20)
  },
  'a delayed task is not claimed before its time': async ({ ports, scope }) => {
    const group = openGroup(tasksOf(ports), scope)
    await group.join({ delay_ms: 600_000 })
    deepStrictEqual(await group.claim(), [])
  },
  'a task with a time is not claimed before it, and its deadline counts from there': async ({ ports, scope }) => {
    const group = openGroup(tasksOf(ports), scope)
    const { created = 0 } = (await group.change({ kind: 'join', task: someTask(), group: group.made })).tasks[0] ?? {}
    await group.claimOne()
    const later = await group.join({ not_before: created + 600_000, deadline_ms: 1 })
    deepStrictEqual(await group.claim(), [])
    const task = (await group.read()).tasks.find(({ task_id }) => task_id === later.task_id)
    deepStrictEqual([task?.status, task?.not_before, task?.deadline], ['queued', created + 600_000, created + 600_001])
    await group.join({ not_before: created })
    strictEqual((await group.claim()).length, 1)
  },
  'a task that was returned to the queue is claimed again at its time, with new attempts, and the former token changes nothing': async ({ ports, scope }) => {
    const group = openGroup(tasksOf(ports), scope)
    const { task_id } = await group.join({ mode: 'schedule' })
    const first = await group.claimOne()
    const { changed } = first.task
    const queued = await group.change({ kind: 'reschedule', task_id, token: first.token, not_before: changed })
    deepStrictEqual([queued.tasks[0]?.status, queued.tasks[0]?.attempts, queued.tasks[0]?.lease], ['queued', 0, undefined])
    strictEqual(await group.try({ kind: 'reschedule', task_id, token: first.token, not_before: 0 }), 'refused')
    const second = await group.claimOne()
    deepStrictEqual([second.task.attempts, second.task.not_before], [1, changed])
    await group.change({ kind: 'reschedule', task_id, token: second.token, not_before: changed + 600_000 })
    deepStrictEqual(await group.claim(), [])
    await group.change({ kind: 'cancel' })
    strictEqual((await group.read()).tasks[0]?.status, 'cancelled')
  },
  'a claim that expired is taken by another worker, without a further attempt, and its token changes nothing any more': async ({ ports, scope }) => {
    const group = openGroup(tasksOf(ports), scope)
    const { task_id } = await group.join()
    const lost = await group.claimOne(0)
    const taken = await group.claimOne()
    strictEqual(taken.task.attempts, 1)
    ok(taken.token !== lost.token)
    strictEqual(await group.try({ kind: 'renew', task_id, token: lost.token, ttl_ms: 600_000 }), 'refused')
    strictEqual(await group.try({ kind: 'end', task_id, token: lost.token, outcome: failure(false) }), 'refused')
    strictEqual((await group.finish(taken)).tasks[0]?.status, 'done')
  },
  'an expired claim is valid until somebody takes it, and a renewed one keeps its token': async ({ ports, scope }) => {
    const group = openGroup(tasksOf(ports), scope)
    const { task_id } = await group.join()
    const { token } = await group.claimOne(0)
    await group.change({ kind: 'renew', task_id, token, ttl_ms: 600_000 })
    deepStrictEqual(await group.claim(), [])
    await group.change({ kind: 'renew', task_id, token, ttl_ms: 0 })
    strictEqual((await group.claim()).length, 1)
  },
  'progress and a pause are kept with the claim; a paused task that is claimed again stays paused': async ({ ports, scope }) => {
    const group = openGroup(tasksOf(ports), scope)
    const { task_id } = await group.join()
    const { token } = await group.claimOne()
    const progress = { fraction: 0.5, text: 'half' }
    await group.change({ kind: 'renew', task_id, token, ttl_ms: 600_000, progress })
    const paused = await group.change({ kind: 'renew', task_id, token, ttl_ms: 0, status: 'paused' })
    deepStrictEqual([paused.tasks[0]?.status, paused.tasks[0]?.progress], ['paused', progress])
    const again = await group.claimOne()
    deepStrictEqual([again.task.status, again.task.attempts], ['paused', 1])
  },
  'a failed task is tried again until its attempts are used up, each time later': async ({ ports, scope }) => {
    const group = openGroup(tasksOf(ports), scope, { sealed: true })
    const { task_id } = await group.join({ max_attempts: 3, retry_ms: 0 })
    for (const attempt of [1, 2]) {
      const { token, task } = await group.claimOne()
      strictEqual(task.attempts, attempt)
      const { tasks } = await group.change({ kind: 'end', task_id, token, outcome: failure(true) })
      deepStrictEqual([tasks[0]?.status, tasks[0]?.error?.code], ['queued', 'tool_failed'])
      deepStrictEqual(await group.reports(), [])
    }
    const { token } = await group.claimOne()
    strictEqual((await group.change({ kind: 'end', task_id, token, outcome: failure(true) })).tasks[0]?.status, 'failed')
    deepStrictEqual(await group.reports(), [group.group_id])
    const slow = openGroup(tasksOf(ports), scope)
    const late = await slow.join({ max_attempts: 3, retry_ms: 600_000 })
    const claimed = await slow.claimOne()
    await slow.change({ kind: 'end', task_id: late.task_id, token: claimed.token, outcome: failure(true) })
    deepStrictEqual(await slow.claim(), [])
  },
  'a task that failed for good is not tried again': async ({ ports, scope }) => {
    const group = openGroup(tasksOf(ports), scope)
    const { task_id } = await group.join({ max_attempts: 3, retry_ms: 0 })
    const { token } = await group.claimOne()
    strictEqual((await group.change({ kind: 'end', task_id, token, outcome: failure(false) })).tasks[0]?.status, 'failed')
    deepStrictEqual(await group.claim(), [])
  },
  'a task past its deadline has failed for every reader, also when it was claimed, and completes its group': async ({ ports, scope }) => {
    const group = openGroup(tasksOf(ports), scope, { sealed: true })
    await group.join({ deadline_ms: 0 })
    const { tasks } = await group.read()
    deepStrictEqual([tasks[0]?.status, tasks[0]?.error?.code], ['failed', 'deadline'])
    deepStrictEqual(await group.claim(), [])
    deepStrictEqual(await group.reports(), [group.group_id])
  },
  'a cancelled task is not claimed, and the worker that held it has lost it': async ({ ports, scope }) => {
    const group = openGroup(tasksOf(ports), scope)
    const { task_id } = await group.join()
    const { token } = await group.claimOne()
    await group.change({ kind: 'cancel' })
    strictEqual(await group.try({ kind: 'renew', task_id, token, ttl_ms: 600_000 }), 'refused')
    strictEqual(await group.try({ kind: 'end', task_id, token, outcome: { status: 'done', result: 'Late.' } }), 'refused')
    strictEqual((await group.read()).tasks[0]?.status, 'cancelled')
    deepStrictEqual(await group.claim(), [])
  },
  'of an end and a cancellation made at once one counts': async ({ ports, scope }) => {
    const tasks = tasksOf(ports)
    for (let round = 0; round < 10; round += 1) {
      const group = openGroup(tasks, scope)
      const { task_id } = await group.join()
      const { token } = await group.claimOne()
      const statuses = await Promise.all([
        group.try({ kind: 'cancel', task_id }),
        group.try({ kind: 'end', task_id, token, outcome: { status: 'done', result: 'x' } }),
      ])
      deepStrictEqual([...statuses].sort(), ['applied', 'refused'])
      strictEqual((await group.read()).tasks[0]?.status, statuses[0] === 'applied' ? 'cancelled' : 'done')
    }
  },
  'times that are no numbers are refused': async ({ ports, scope }) => {
    const tasks = tasksOf(ports)
    const task = someTask({ delay_ms: Number.NaN })
    await rejects(tasks.change(scope, 'g', { kind: 'join', task, group: someGroup() }), { code: 'invalid_input' })
    await rejects(tasks.change(scope, 'g', { kind: 'join', task: someTask({ max_attempts: 0 }), group: someGroup() }), { code: 'invalid_input' })
  },
}
