import { strictEqual } from 'node:assert/strict'
import { openRun } from '../support/open-run.ts'
import { someLine } from '../support/some-events.ts'
import { openGroup, someTask, tasksOf } from '../support/some-tasks.ts'
import type { CaseTable } from '../support/to-cases.ts'

/** Cases of task changes in the commit of a run. */
export const taskCommitCases: CaseTable = {
  'a task joins with the commit of its run, and not when the commit is fenced or conflicts': async ({ ports, scope }) => {
    const { storage } = ports
    const tasks = tasksOf(ports)
    const { group_id, made } = openGroup(tasks, scope)
    const { run, lease, commit } = await openRun(storage, scope)
    const write = () => ({ group_id, change: { kind: 'join', task: someTask(), group: made } }) as const
    const lost = { ...lease, token: 'lost' }
    strictEqual((await storage.commit(scope, { run, lease: lost, events: [], tasks: [write()] })).status, 'fenced')
    const conflict = await storage.commit(scope, { run, lease, events: [], state: { expect_version: 7, value: 1 }, tasks: [write()] })
    strictEqual(conflict.status, 'conflict')
    strictEqual(await tasks.get(scope, group_id), undefined)
    await commit({ tasks: [write(), write(), { group_id, change: { kind: 'seal' } }] })
    const group = await tasks.get(scope, group_id)
    strictEqual(group?.tasks.length, 2)
    strictEqual(group?.sealed, true)
  },
  'a task that cannot join is left out, and the rest of the commit is written': async ({ ports, scope }) => {
    const tasks = tasksOf(ports)
    const group = openGroup(tasks, scope, { sealed: true })
    await group.join()
    const { run, commit } = await openRun(ports.storage, scope)
    const task = someTask()
    await commit({ state: { expect_version: 0, value: 1 }, tasks: [{ group_id: group.group_id, change: { kind: 'join', task, group: group.made } }] })
    strictEqual((await ports.storage.load(scope, run.run_id))?.state, 1)
    strictEqual(await tasks.find(scope, task.task_id), undefined)
  },
  'the tasks of a thread are removed with it, and those of another thread stay': async ({ ports, scope }) => {
    const tasks = tasksOf(ports)
    const { run, commit, finish, lease } = await openRun(ports.storage, scope)
    const own = openGroup(tasks, scope, { thread_id: run.thread_id })
    const other = openGroup(tasks, scope)
    const { task_id } = await own.join()
    await other.join()
    await commit({ thread: [someLine(run, 'Hello.')] })
    await finish()
    await ports.storage.release(scope, lease)
    strictEqual((await ports.threads.delete(scope, run.thread_id)).status, 'deleted')
    strictEqual(await tasks.get(scope, own.group_id), undefined)
    strictEqual(await tasks.find(scope, task_id), undefined)
    strictEqual((await own.claim()).length, 0)
    strictEqual((await other.claim()).length, 1)
  },
  'of two runs that report the same group one commit is fenced and writes nothing': async ({ ports, scope }) => {
    const { storage } = ports
    const group = openGroup(tasksOf(ports), scope, { sealed: true })
    await group.join()
    await group.finish(await group.claimOne())
    const runs = [await openRun(storage, scope), await openRun(storage, scope)]
    const results = await Promise.all(
      runs.map(({ run, lease }) =>
        storage.commit(scope, {
          run,
          lease,
          events: [{ type: 'state_snapshot', ...run, ts: 1, state: 1 }],
          state: { expect_version: 0, value: run.run_id },
          tasks: [{ group_id: group.group_id, change: { kind: 'report', run_id: run.run_id } }],
        }),
      ),
    )
    strictEqual(results.filter(({ status }) => status === 'committed').length, 1)
    for (const [index, { run }] of runs.entries()) {
      const record = await storage.load(scope, run.run_id)
      const isWritten = results[index]?.status === 'committed'
      strictEqual(record?.last_seq, isWritten ? 1 : 0)
      strictEqual(record?.state, isWritten ? run.run_id : null)
      if (isWritten) strictEqual((await group.read()).reported?.run_id, run.run_id)
    }
  },
}
