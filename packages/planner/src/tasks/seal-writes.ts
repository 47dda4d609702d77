import type { TaskWrite } from '@pf/core'
import type { RunState } from '../state/run-state.ts'

/** Returns the writes that seal the open groups of a turn. They are written with the end of the turn. */
export const sealWrites = ({ task_groups = [] }: Pick<RunState, 'task_groups'>): TaskWrite[] =>
  task_groups.map(({ group_id }) => ({ group_id, change: { kind: 'seal' } }))
