import { toJson } from '@pf/artifacts'
import type { MergeStrategy, NewTask } from '@pf/core'
import type { TaskSettings } from '../options/task-options.ts'
import { repeatedTask } from '../tasks/repeated-task.ts'
import type { TaskRequest } from './read-task.ts'

/** Where a task comes from. */
export interface TaskOrigin {
  task_id: string
  /** The run that starts it. */
  run_id: string
  merge_strategy: MergeStrategy
  /** The conversation as a subagent reads it, as one text. */
  context: string
  /** The number of tasks above it, including itself. */
  depth: number
  /** The trace to which its run belongs. A scheduled task has its own. */
  trace?: string
}

/** Returns the record of a task that joins a group: one that is done once, or the schedule that starts it repeatedly. */
export function newTask({ name, work, schedule }: TaskRequest, { context, depth, trace, ...origin }: TaskOrigin, settings: TaskSettings): NewTask {
  const once = work.mode === 'job' && !work.idempotent
  const payload = work.mode === 'subagent' ? { query: work.query, context, depth } : { tool: work.tool, tool_args: work.tool_args, depth }
  const made: NewTask = {
    ...origin,
    name,
    mode: work.mode,
    max_attempts: once ? 1 : settings.maxAttempts,
    retry_ms: settings.retryMs,
    deadline_ms: settings.deadlineMs,
    payload: toJson({ ...payload, ...(trace === undefined || schedule ? {} : { trace }) }),
  }
  if (!schedule) return made
  return schedule.kind === 'once' ? { ...made, not_before: schedule.at } : repeatedTask(made, schedule)
}
