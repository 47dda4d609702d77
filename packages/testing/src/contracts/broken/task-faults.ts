import type { Scope, TaskStore } from '@pf/core'
import { type Faults, nobody, withoutTenant } from './faults.ts'

const faulty =
  (change: (tasks: TaskStore) => Partial<TaskStore>): Faults[string] =>
  ({ tasks }) =>
    tasks ? { tasks: { ...tasks, ...change(tasks) } } : {}

const scopedTasks = (tasks: TaskStore, change: (scope: Scope) => Scope): Partial<TaskStore> => ({
  get: (scope, id) => tasks.get(change(scope), id),
  find: (scope, id) => tasks.find(change(scope), id),
  list: (scope, id) => tasks.list(change(scope), id),
  change: (scope, id, wanted) => tasks.change(change(scope), id, wanted),
})

/** Faults of `TaskStore`. */
export const taskFaults: Faults = {
  'owners are not looked at': faulty((tasks) => scopedTasks(tasks, () => nobody)),
  'tenants are not looked at': faulty((tasks) => scopedTasks(tasks, withoutTenant)),
  'a refused change says that it was applied': faulty((tasks) => ({
    change: async (...args) => {
      const result = await tasks.change(...args)
      return result.status === 'refused' ? { ...result, status: 'applied' } : result
    },
  })),
  'the priority is not looked at': faulty((tasks) => ({
    change: (scope, id, change) => tasks.change(scope, id, change.kind === 'join' ? { ...change, task: { ...change.task, priority: 0 } } : change),
  })),
  'a claim never expires': faulty((tasks) => ({ claim: (options) => tasks.claim({ ...options, ttlMs: 600_000 }) })),
  'the agent of a group is not looked at': faulty((tasks) => ({
    change: (scope, id, change) => tasks.change(scope, id, change.kind === 'join' ? { ...change, group: { ...change.group, agent: 'all' } } : change),
    claim: (options) => tasks.claim({ ...options, agent: 'all' }),
    claimReports: (options) => tasks.claimReports({ ...options, agent: 'all' }),
  })),
  'more tasks are claimed than are wanted': faulty((tasks) => ({ claim: (options) => tasks.claim({ ...options, limit: options.limit + 1 }) })),
  'roles of groups are not looked at': faulty((tasks) => ({
    waiting: async (scope, limit) => (await tasks.waiting?.({ owner: { ...scope.owner, roles: ['finance'] } }, limit)) ?? [],
  })),
  'a group that a role approves is found by its owner only': faulty((tasks) => ({
    change: (scope, id, change) => {
      if (change.kind !== 'join') return tasks.change(scope, id, change)
      const { approval_role: _, ...group } = change.group
      return tasks.change(scope, id, { ...change, group })
    },
  })),
  'a report is due again at once': faulty((tasks) => ({ claimReports: (options) => tasks.claimReports({ ...options, deferMs: 0 }) })),
  'the task changes of a commit are not written': ({ storage }) => ({
    storage: { ...storage, commit: (scope, { tasks: _, ...input }) => storage.commit(scope, input) },
  }),
}
