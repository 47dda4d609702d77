import type { TaskChange, TaskGroup, TaskWrite } from '../contracts/tasks.ts'
import { changeTaskGroup, taskGroupAt } from './change-task-group.ts'

/**
 * Returns the changed groups of a commit, each with its previous value; undefined if the commit is fenced because something was already
 * reported. `groups` contains the stored groups that the writes refer to. Refused changes of other kinds are skipped.
 */
export function applyTaskWrites(
  groups: ReadonlyMap<string, TaskGroup>,
  writes: readonly TaskWrite[],
  now: number,
): { group: TaskGroup; before: TaskGroup | undefined }[] | undefined {
  const changed = new Map<string, TaskGroup>()
  for (const write of writes) {
    const { group_id } = write
    const group = changeTaskGroup(changed.get(group_id) ?? groups.get(group_id), write, now)
    if (!group && write.change.kind === 'report') return undefined
    if (group) changed.set(group_id, group)
  }
  return [...changed].map(([id, group]) => ({ group, before: groups.get(id) }))
}

/** Returns the group after an attempt to claim a task, and whether the task was claimed. A task past its deadline has failed instead. */
export function claimTask(stored: TaskGroup, claim: Omit<Extract<TaskChange, { kind: 'claim' }>, 'kind'>, now: number): { group: TaskGroup; claimed: boolean } {
  const group = changeTaskGroup(stored, { group_id: stored.group_id, change: { kind: 'claim', ...claim } }, now)
  return group ? { group, claimed: true } : { group: taskGroupAt(stored, now), claimed: false }
}
