import type { JsonObject, TaskGroup, TaskRecord } from '@pf/core'
import { dueReports, hasEnded } from '@pf/core/internal'

/** The thread on which the work of a task is done. */
export const taskThread = (task_id: string) => `task:${task_id}`

/** Longest result that a task keeps, in characters. The whole answer is in the log of its run. */
export const resultChars = 8_000

/** Whether the result may not reach the model: it waits for approval, or was rejected. */
export const isResultHidden = ({ merge_strategy, approval }: TaskGroup) => merge_strategy === 'HUMAN_GATED' && approval !== 'approved'

/** A task as the model sees it. */
export function shownTask(group: TaskGroup, { task_id, name, status, mode, progress, result, error }: TaskRecord): JsonObject {
  const shownResult = result === undefined || isResultHidden(group) ? {} : { result }
  return {
    task_id,
    name,
    mode,
    status,
    ...(progress ? { progress: { ...progress } } : {}),
    ...shownResult,
    ...(error ? { error: { ...error } } : {}),
  }
}

/** A group as the model sees it. */
export function shownGroup(group: TaskGroup): JsonObject {
  const { group_id, name, alone, sealed, report, merge_strategy, approval, tasks } = group
  const where = alone ? {} : { group_id, group: name, sealed, report }
  return { ...where, merge_strategy, ...(approval ? { approval } : {}), tasks: tasks.map((task) => shownTask(group, task)) }
}

/** The text with which a task, or the whole group, is reported. `REPLACE` takes the place of the results before it in the group. */
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

/** Most results of earlier tasks that a run reads. */
const maxMerged = 10

/**
 * The results that the conversation has, oldest first: those reported, after the last one that takes the place of all earlier ones. Undefined
 * when there is none.
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

/** The id of the run that reports a group or a task. It is made of what it reports, so a report has one run. */
export const reportRunId = (group: TaskGroup, task_id: string | undefined) => `report:${task_id ?? group.group_id}`

/** The reports of a group that are due, each with its text. */
export const dueTexts = (group: TaskGroup) => dueReports(group).map((task_id) => ({ task_id, text: reportText(group, task_id) }))
