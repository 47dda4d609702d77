import type { ClaimedTask, Scope } from '@pf/core'
import { hasEnded } from '@pf/core/internal'
import { startWrite, timesOf } from '../tasks/repeated-task.ts'
import { nextTime } from '../tasks/schedule.ts'
import type { Engine } from '../threads/engine.ts'

/**
 * Starts the task of a schedule whose time has come, and returns the schedule to the queue until its next time after now, so that times that
 * were missed while no process was alive are made up for by one start. A start is skipped while the task of an earlier one has not ended. All
 * times are those of the store's clock. If a process ends in between, another one repeats this without a second start.
 */
export async function startScheduled({ agent }: Engine, { owner, group, task, token }: ClaimedTask): Promise<void> {
  const { tasks } = agent.ports
  const scope: Scope = { owner }
  const { task_id } = task
  const times = timesOf(task.payload)
  const start = startWrite(task, group, task.not_before)
  if (!tasks || !times || !start) {
    const error = { code: 'internal', message: 'The schedule was stored in a format that this version does not know.' }
    await tasks?.change(scope, group.group_id, { kind: 'end', task_id, token, outcome: { status: 'failed', error, retry: false } })
    return
  }
  const others = (await tasks.list(scope, group.thread_id)).flatMap((each) => each.tasks).filter((each) => each.schedule_id === task_id && !hasEnded(each))
  if (others.length === 0) await tasks.change(scope, start.group_id, start.change)
  const next = nextTime(times, task.changed)
  const change =
    next === undefined
      ? ({ kind: 'end', task_id, token, outcome: { status: 'done', result: '' } } as const)
      : ({ kind: 'reschedule', task_id, token, not_before: next } as const)
  await tasks.change(scope, group.group_id, change)
  agent.tasks?.changed.notify()
}
