import type { JsonObject, TaskGroup, TaskRecord } from '@pf/core'
import { dueReports, hasEnded, isRecord } from '@pf/core/internal'
import { timesOf } from './repeated-task.ts'

/** Maximum length of the result that a task keeps, in characters. The complete answer is in the log of its run. */
export const resultChars = 8_000

/** True if the result must not reach the model, because it waits for approval or was rejected. */
export const isResultHidden = ({ merge_strategy, approval }: TaskGroup) => merge_strategy === 'HUMAN_GATED' && approval !== 'approved'

/** Returns a task as seen by the model. */
export function shownTask(group: TaskGroup, { task_id, name, status, mode, progress, result, error, payload, not_before, created }: TaskRecord): JsonObject {
  const shownResult = result === undefined || isResultHidden(group) ? {} : { result }
  return {
    task_id,
    name,
    mode,
    status,
    ...(mode === 'schedule' ? { schedule: timesOf(payload) ?? null } : {}),
    ...(status === 'queued' && not_before > created ? { starts_at: new Date(not_before).toISOString() } : {}),
    ...(progress ? { progress: { ...progress } } : {}),
    ...shownResult,
    ...(error ? { error: { ...error } } : {}),
  }
}

/** Returns a group as seen by the model. */
export function shownGroup(group: TaskGroup): JsonObject {
  const { group_id, name, alone, sealed, report, merge_strategy, approval, tasks } = group
  const where = alone ? {} : { group_id, group: name, sealed, report }
  return { ...where, merge_strategy, ...(approval ? { approval } : {}), tasks: tasks.map((task) => shownTask(group, task)) }
}

/** Returns the text that reports a task, or the entire group. A result with `REPLACE` replaces the previous results of the group. */
export function reportText(group: TaskGroup, task_id: string | undefined): string {
  const tasks = task_id === undefined ? group.tasks : group.tasks.filter((task) => task.task_id === task_id)
  return combined(tasks).map(partOf).join('\n\n')
}

function combined(tasks: readonly TaskRecord[]): readonly TaskRecord[] {
  const news = tasks.filter((task) => hasEnded(task) && task.status !== 'cancelled')
  const last = news.findLastIndex(({ merge_strategy, status }) => merge_strategy === 'REPLACE' && status === 'done')
  return last < 0 ? news : news.slice(last)
}

function partOf({ name, result, error }: TaskRecord): string {
  const title = `**${name.replaceAll(/\s+/g, ' ').replaceAll('*', '')}**`
  return result === undefined ? `${title} could not be completed: ${error?.message ?? 'it was stopped.'}` : `${title}\n\n${result}`
}

interface Reported {
  group: TaskGroup
  task_id: string | undefined
  name: string
  at: number
}

/** Maximum number of results of earlier tasks that a run reads. */
const maxMerged = 10

/**
 * Returns the results in the conversation, oldest first: the reported ones, starting with the last one that replaces all earlier ones;
 * undefined if there are none.
 */
export function mergedResults(groups: readonly TaskGroup[]): { name: string; result: string }[] {
  const reported = groups.flatMap((group): Reported[] => {
    if (group.reported) return [{ group, task_id: undefined, name: group.name, at: group.reported.at }]
    return group.tasks.flatMap(({ task_id, name, reported }) => (reported ? [{ group, task_id, name, at: reported.at }] : []))
  })
  const inOrder = reported.sort((a, b) => a.at - b.at)
  const start = inOrder.findLastIndex(({ group }) => group.merge_strategy === 'REPLACE')
  return inOrder
    .slice(Math.max(start, 0))
    .slice(-maxMerged)
    .map(({ group, task_id, name }) => ({ name, result: reportText(group, task_id) }))
}

/** Returns the nesting depth of a task, starting at 1. */
export function taskDepth({ payload }: Pick<TaskRecord, 'payload'>): number {
  const depth = isRecord(payload) ? payload.depth : undefined
  return typeof depth === 'number' ? depth : 1
}

/** Returns the id of the run that reports a group or a task. It is derived from them, so a report has one run. */
export const reportRunId = (group: TaskGroup, task_id: string | undefined) => `report:${task_id ?? group.group_id}`

/** Returns the due reports of a group, each with its text. */
export const dueTexts = (group: TaskGroup) => dueReports(group).map((task_id) => ({ task_id, text: reportText(group, task_id) }))
