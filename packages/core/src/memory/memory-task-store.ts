import type { ClaimedTask, TaskChangeResult, TaskGroup, TaskStore, TaskWrite } from '../contracts/tasks.ts'
import { changeTaskGroup, reportDue, taskDue, taskGroupAt } from '../stores/change-task-group.ts'
import { mayApprove } from '../stores/roles.ts'
import type { StoreEnvironment } from '../stores/store-environment.ts'
import { claimTask } from '../stores/task-writes.ts'
import { type OwnerSpace, type OwnerSpaces, saveTaskGroup } from './owner-spaces.ts'

/** Creates a task store in memory. Every change is made in one synchronous step, so changes cannot interleave. */
export function createMemoryTaskStore(spaces: OwnerSpaces, { now, newId }: StoreEnvironment): TaskStore {
  const read = (group: TaskGroup | undefined) => group && taskGroupAt(group, now())
  return {
    async get(scope, group_id) {
      return read(spaces.peek(scope)?.taskGroups.get(group_id))
    },
    async find(scope, task_id) {
      const space = spaces.peek(scope)
      return read(space?.taskGroups.get(space.groupOfTask.get(task_id) ?? ''))
    },
    async list(scope, thread_id) {
      const groups = [...(spaces.peek(scope)?.taskGroups.values() ?? [])]
      return groups.filter((group) => group.thread_id === thread_id).map((group) => taskGroupAt(group, now()))
    },
    async waiting(scope, limit) {
      const { id, tenant } = scope.owner
      const found = [...spaces.byOwner()].flatMap(([owner, { taskGroups }]) =>
        [...taskGroups.values()]
          .map((stored) => ({ owner, group: taskGroupAt(stored, now()) }))
          .filter((each) => each.group.approval === 'pending')
          .filter((each) => (owner.id === id && owner.tenant === tenant) || mayApprove(scope.owner, each)),
      )
      return found.sort((a, b) => a.group.created - b.group.created).slice(0, limit)
    },
    async change(scope, group_id, change) {
      return changeStored(spaces.open(scope), { group_id, change }, now())
    },
    async claim({ agent, limit, ttlMs }) {
      const time = now()
      const due = openGroups(spaces, agent).flatMap(({ space, group }) => dueTasks(group, time).map((task) => ({ space, task })))
      const claims: ClaimedTask[] = []
      for (const { space, task } of due.sort((a, b) => b.task.priority - a.task.priority)) {
        const stored = space.taskGroups.get(task.group_id)
        if (claims.length >= limit || !stored) break
        const { task_id } = task
        const token = newId()
        const { group, claimed } = claimTask(stored, { task_id, token, ttl_ms: ttlMs }, time)
        if (group !== stored) saveTaskGroup(space, group)
        const taken = group.tasks.find((each) => each.task_id === task_id)
        if (claimed && taken) claims.push({ owner: space.owner, group, task: taken, token })
      }
      return claims
    },
    async claimReports({ agent, limit, deferMs }) {
      const time = now()
      const due = openGroups(spaces, agent).filter(({ group }) => (reportDue(taskGroupAt(group, time)) ?? Number.POSITIVE_INFINITY) <= time)
      return due.slice(0, limit).flatMap(({ space, group: { group_id } }) => {
        const result = changeStored(space, { group_id, change: { kind: 'defer', ms: deferMs } }, time)
        return result.status === 'applied' ? [{ owner: space.owner, group: result.group }] : []
      })
    },
  }
}

function changeStored(space: OwnerSpace, write: TaskWrite, time: number): TaskChangeResult {
  const stored = space.taskGroups.get(write.group_id)
  const group = changeTaskGroup(stored, write, time)
  if (group) saveTaskGroup(space, group)
  if (group) return { status: 'applied', group }
  return stored ? { status: 'refused', group: taskGroupAt(stored, time) } : { status: 'unknown' }
}

function openGroups(spaces: OwnerSpaces, agent: string): { space: OwnerSpace; group: TaskGroup }[] {
  return [...spaces.all()].flatMap((space) =>
    [...space.openTaskGroups].flatMap((id) => {
      const group = space.taskGroups.get(id)
      return group?.agent === agent ? [{ space, group }] : []
    }),
  )
}

const dueTasks = ({ tasks }: TaskGroup, time: number) => tasks.filter((task) => (taskDue(task) ?? Number.POSITIVE_INFINITY) <= time)
