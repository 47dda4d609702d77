import type { Scope, TaskGroup, TaskGroupDecision, TaskGroupView, TaskPort, TaskRecord, TaskStore, TaskVerb, TaskView } from '@pf/core'
import { hasEnded } from '@pf/core/internal'
import type { TaskSettings } from '../options/task-options.ts'
import { decideGroup } from '../requests/decide-group.ts'
import { sendMessage } from '../requests/send-message.ts'
import { startedMerge, timesOf } from '../tasks/repeated-task.ts'
import type { Engine } from '../threads/engine.ts'
import { runIdOf } from './do-task.ts'
import { createTaskStarts, type TaskInput } from './start-task.ts'

function viewOf({ lease: _, payload, not_before, retry_ms: __, ...task }: TaskRecord): TaskView {
  const times = task.mode === 'schedule' ? timesOf(payload) : undefined
  const merge_strategy = (task.mode === 'schedule' ? startedMerge(payload) : undefined) ?? task.merge_strategy
  const later = task.status === 'queued' && not_before > task.created ? { starts_at: not_before } : {}
  return { ...task, merge_strategy, ...later, ...(times ? { schedule: times } : {}) }
}

function groupViewOf({ agent: _, report_after: __, tasks, ...group }: TaskGroup): TaskGroupView {
  return { ...group, tasks: tasks.map(viewOf) }
}

const notApplicable = (group: TaskGroup | undefined): TaskGroupDecision =>
  group ? { status: 'not_applicable', group: groupViewOf(group) } : { status: 'unknown' }

/** The background tasks of an agent: the interface for transports, and starting tasks, which no route does. */
export interface AgentTasks extends TaskPort {
  sendMessage: NonNullable<TaskPort['sendMessage']>
  /**
   * Starts a background task for an owner, at once or by a schedule, without a model and without asking the user. Rejects with PfError
   * `invalid_input`, whose `fields.issues` list the faults by JSON Pointer, `unavailable` if the conversation has `maxPerThread` unfinished
   * tasks, and `conflict` if the id is that of a task of another conversation.
   */
  start(input: TaskInput, scope: Scope): Promise<TaskView>
}

/** Creates the interface to the background tasks of an agent. */
export function createAgentTasks(engine: Engine, tasks: TaskStore, { changed }: TaskSettings): AgentTasks {
  const start = createTaskStarts(engine)
  const cancel = async (scope: Scope, group_id: string, task_id?: string) => {
    const result = await tasks.change(scope, group_id, { kind: 'cancel', ...(task_id === undefined ? {} : { task_id }) })
    changed.notify()
    return result
  }
  const decide = async (scope: Scope, group_id: string, { verb, task_id }: { verb: TaskVerb; task_id?: string }): Promise<TaskGroupDecision> => {
    const result = verb === 'cancel' ? await cancel(scope, group_id, task_id) : await decideGroup(engine.agent, scope, { group_id, verdict: verb })
    if (result.status === 'unknown') return result
    if (result.status === 'role_required') return notApplicable(await tasks.get(scope, group_id))
    return { status: result.status === 'applied' ? 'done' : 'not_applicable', group: groupViewOf(result.group) }
  }
  return {
    start: async (input, scope) => viewOf(await start(input, scope)),
    async sendMessage(task_id, message, scope) {
      const task = (await tasks.find(scope, task_id))?.tasks.find((each) => each.task_id === task_id)
      if (!task) return 'unknown'
      if (hasEnded(task)) return 'finished'
      return task.mode !== 'subagent' ? 'unsupported' : sendMessage(engine, { run_id: runIdOf(task), scope }, message)
    },
    list: async (thread_id, scope) => (await tasks.list(scope, thread_id)).flatMap((group) => group.tasks.map(viewOf)),
    listGroups: async (thread_id, scope) => (await tasks.list(scope, thread_id)).map(groupViewOf),
    decideGroup: (group_id, verb, scope) => decide(scope, group_id, { verb }),
    async decide(task_id, verb, scope) {
      const group = await tasks.find(scope, task_id)
      const task = group?.tasks.find((each) => each.task_id === task_id)
      if (!group || !task) return { status: 'unknown' }
      // The results of a group are decided as a whole.
      if (verb !== 'cancel' && !group.alone) return { status: 'not_applicable', task: viewOf(task) }
      const result = await decide(scope, group.group_id, { verb, ...(group.alone ? {} : { task_id }) })
      if (result.status === 'unknown') return result
      return { status: result.status, task: result.group.tasks.find((each) => each.task_id === task_id) ?? viewOf(task) }
    },
  }
}
