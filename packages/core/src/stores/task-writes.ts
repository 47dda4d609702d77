import type { TaskChange, TaskGroup, TaskWrite } from '../contracts/tasks.ts'
import { changeTaskGroup, taskGroupAt } from './change-task-group.ts'

/**
 * The changed groups of a commit, each with what was stored before; undefined when the commit is fenced because something was reported before.
 * `groups` holds what is stored of the groups that the writes name. Refused changes of any other kind are left out.
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

/** The group after an attempt to claim a task, and whether it was claimed. A task past its deadline has failed instead. */
export function claimTask(stored: TaskGroup, claim: Omit<Extract<TaskChange, { kind: 'claim' }>, 'kind'>, now: number): { group: TaskGroup; claimed: boolean } {
  const group = changeTaskGroup(stored, { group_id: stored.group_id, change: { kind: 'claim', ...claim } }, now)
  return group ? { group, claimed: true } : { group: taskGroupAt(stored, now), claimed: false }
}
