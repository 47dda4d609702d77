import type { JsonObject, TaskGroup, TaskRecord, TaskStore, TaskWrite } from '@pf/core'
import { dueReports, hasEnded, isComplete, taskThread } from '@pf/core/internal'
import type { TaskSettings } from '../options/task-options.ts'
import type { Run } from '../run/run.ts'
import { isResultHidden, shownTask } from '../tasks/task-texts.ts'
import type { ToolOutcome } from '../tools/tool-outcome.ts'

/** Interval in milliseconds at which a turn checks its tasks, because another process may do the work. */
const lookMs = 500

interface Retained {
  tasks: TaskStore
  settings: TaskSettings
  group_id: string
  task_id: string
}

/** The observation for the model, and the reports that it replaces. */
interface Waited {
  outcome: ToolOutcome
  reports: TaskWrite[]
}

/** Keeps the turn open until a group has ended or the time limit is reached, and shows the progress. Rejects with the reason of the run's signal. */
export async function retainTurn(run: Run, { tasks, settings, group_id, task_id }: Retained): Promise<Waited> {
  const { signal } = run.segment
  const until = performance.now() + settings.retainMs
  const seen = new Map<string, string>()
  settings.retaining.add(run.runId)
  try {
    while (true) {
      const group = await tasks.get(run.scope, group_id)
      signal.throwIfAborted()
      if (!group) return { outcome: { status: 'ok', observation: { task_id, status: 'unknown' } }, reports: [] }
      for (const task of group.tasks) await showChange(run, task, seen)
      if (isComplete(group)) return ended(run, group)
      const left = until - performance.now()
      if (left <= 0) return { outcome: { status: 'ok', observation: { ...viewOf(group), message: outOfTime } }, reports: [] }
      await settings.changed.wait(Math.min(left, lookMs), signal)
    }
  } finally {
    settings.retaining.delete(run.runId)
  }
}

const outOfTime =
  'The wait time has elapsed. The remaining tasks continue in the background, and their result is added to the conversation when it is available. Tell the user this.'
const awaitsApproval = 'All tasks have ended. The user sees the result and must approve it before you receive it. Tell the user this.'

function ended(run: Run, group: TaskGroup): Waited {
  const { group_id, alone, name } = group
  if (!alone) run.emit({ type: 'task_group_result', step: run.state.step, group_id, status: statusOf(group.tasks), summary: name })
  const message = isResultHidden(group) ? { message: awaitsApproval } : {}
  const reports = dueReports(group).map(
    (task_id): TaskWrite => ({
      group_id,
      change: { kind: 'report', run_id: run.runId, ...(task_id === undefined ? {} : { task_id }) },
    }),
  )
  return { outcome: { status: 'ok', observation: { ...viewOf(group), ...message } }, reports }
}

function viewOf(group: TaskGroup): JsonObject {
  const where = group.alone ? {} : { group_id: group.group_id, group: group.name }
  return { ...where, tasks: group.tasks.map((task) => shownTask(group, task)) }
}

/** Returns the status of several tasks for one event. */
export function statusOf(tasks: readonly TaskRecord[]): 'ok' | 'error' | 'cancelled' {
  if (tasks.some(({ status }) => status === 'done')) return 'ok'
  return tasks.some(({ status }) => status === 'failed') ? 'error' : 'cancelled'
}

/** Emits the changes since the last check. */
async function showChange(run: Run, task: TaskRecord, seen: Map<string, string>): Promise<void> {
  const { task_id, status, progress } = task
  const now = JSON.stringify([status, progress])
  const before = seen.get(task_id)
  if (before === now) return
  seen.set(task_id, now)
  const { step } = run.state
  if (hasEnded(task)) run.emit({ type: 'task_result', step, task_id, status: statusOf([task]), summary: task.name })
  else if (status === 'paused') {
    const records = await run.agent.ports.pending.list(run.scope, taskThread(task_id))
    const open = records.filter(({ state }) => state === 'open').map(({ run_id: _, thread_id: __, created: ___, state: ____, ...asked }) => asked)
    run.emit({ type: 'task_pause', step, task_id, interactions: open })
  } else if (progress) run.emit({ type: 'task_progress', step, task_id, ...progress })
}
