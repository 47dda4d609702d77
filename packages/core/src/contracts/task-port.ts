import type { Scope } from './owner.ts'
import type { TaskRecord } from './ports.ts'

/** What a user does to a task that waits or works. */
export type TaskVerb = 'approve' | 'reject' | 'cancel'

/** How that went. `settled`: the task is beyond it, as its record shows. */
export type TaskDecision = { status: 'done'; task: TaskRecord } | { status: 'settled'; task: TaskRecord } | { status: 'unknown' }

/** A group of tasks and how far it is. */
export interface TaskGroupView {
  group_id: string
  name: string
  tasks: TaskRecord[]
}

/** The same for a group; its tasks are decided together. */
export type TaskGroupDecision = { status: 'done'; group: TaskGroupView } | { status: 'settled'; group: TaskGroupView } | { status: 'unknown' }

/** Background work as transports see it (spec 004). Foreign ids are unknown ids. */
export interface TaskPort {
  list(thread_id: string, scope: Scope): Promise<TaskRecord[]>
  decide(task_id: string, verb: TaskVerb, scope: Scope): Promise<TaskDecision>
  listGroups(thread_id: string, scope: Scope): Promise<TaskGroupView[]>
  decideGroup(group_id: string, verb: TaskVerb, scope: Scope): Promise<TaskGroupDecision>
}
