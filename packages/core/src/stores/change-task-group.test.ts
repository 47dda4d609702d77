import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { TaskChange, TaskGroup } from '../contracts/tasks.ts'
import { changeTaskGroup, dueReports, hasEnded, isComplete, reportDue, taskDue, taskGroupAt } from './change-task-group.ts'

const made = { name: 'g', thread_id: 't', agent: 'a', alone: false, sealed: false } as const
const strategies = ['APPEND', 'REPLACE', 'HUMAN_GATED'] as const
const ids = ['1', '2', '3'] as const
const id = fc.constantFrom(...ids)
const token = fc.constantFrom('x', 'y')

const change: fc.Arbitrary<TaskChange> = fc.oneof(
  fc.record({ id, deadline_ms: fc.constantFrom(undefined, 5, 500) }).map(({ id, deadline_ms }): TaskChange => {
    const task = { task_id: id, name: id, run_id: 'r', mode: 'job', merge_strategy: 'APPEND', payload: null, max_attempts: 2, retry_ms: 3 } as const
    return { kind: 'join', task: deadline_ms === undefined ? task : { ...task, deadline_ms }, group: { ...made, report: 'all', merge_strategy: 'APPEND' } }
  }),
  fc.constant<TaskChange>({ kind: 'seal' }),
  fc.option(id, { nil: undefined }).map((task_id): TaskChange => ({ kind: 'cancel', ...(task_id === undefined ? {} : { task_id }) })),
  fc.constantFrom('approve', 'reject').map((verdict): TaskChange => ({ kind: 'decide', verdict })),
  fc.record({ id, token }).map(({ id, token }): TaskChange => ({ kind: 'claim', task_id: id, token, ttl_ms: 10 })),
  fc.record({ id, token }).map(({ id, token }): TaskChange => ({ kind: 'renew', task_id: id, token, ttl_ms: 10 })),
  fc.record({ id, token, ok: fc.boolean(), retry: fc.boolean() }).map(({ id, token, ok, retry }): TaskChange => {
    const outcome = ok ? ({ status: 'done', result: 'r' } as const) : ({ status: 'failed', error: { code: 'c', message: 'm' }, retry } as const)
    return { kind: 'end', task_id: id, token, outcome }
  }),
  fc.record({ id, token, ms: fc.nat(50) }).map(({ id, token, ms }): TaskChange => ({ kind: 'reschedule', task_id: id, token, not_before: ms })),
  fc.option(id, { nil: undefined }).map((task_id): TaskChange => ({ kind: 'report', run_id: 'r', ...(task_id === undefined ? {} : { task_id }) })),
)

describe('changes of a task group in any order', () => {
  it('end every task and report every group at most once, and never leave a group that nobody looks at again', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(change, fc.nat(8)), { maxLength: 60 }),
        fc.constantFrom('all', 'any', 'none'),
        fc.constantFrom(...strategies),
        (steps, report, merge_strategy) => {
          let group: TaskGroup | undefined
          let now = 0
          let reports = 0
          for (const [given, ms] of steps) {
            now += ms
            const wanted: TaskChange = given.kind === 'join' ? { ...given, group: { ...made, report, merge_strategy } } : given
            const before = group && taskGroupAt(group, now)
            const after = changeTaskGroup(group, { group_id: 'g', change: wanted }, now)
            if (!after) continue
            if (wanted.kind === 'report') reports += 1
            for (const task of before?.tasks.filter(hasEnded) ?? [])
              expect(after.tasks.find(({ task_id }) => task_id === task.task_id)?.status).toBe(task.status)
            if (before?.approval === 'approved' || before?.approval === 'rejected') expect(after.approval).toBe(before.approval)
            if (before?.sealed) expect(after.tasks).toHaveLength(before.tasks.length)
            group = after
          }
          if (!group) return
          const each = report === 'any' && merge_strategy !== 'HUMAN_GATED'
          expect(reports).toBeLessThanOrEqual(report === 'none' ? 0 : each ? group.tasks.length : 1)
          for (const task of group.tasks) expect(taskDue(task) === undefined).toBe(hasEnded(task))
          const isSettled = isComplete(group) && !dueReports(group).length
          expect(reportDue(group) === undefined).toBe(isSettled || dueReports(group).length === 0)
        },
      ),
    )
  })

  it('waits longer before each further attempt', () => {
    let group: TaskGroup | undefined
    const apply = (wanted: TaskChange, now: number) => {
      group = changeTaskGroup(group, { group_id: 'g', change: wanted }, now) ?? group
      return group?.tasks[0]
    }
    const task = { task_id: '1', name: 'n', run_id: 'r', mode: 'job', merge_strategy: 'APPEND', payload: null, max_attempts: 4, retry_ms: 100 } as const
    apply({ kind: 'join', task, group: { ...made, report: 'all', merge_strategy: 'APPEND' } }, 0)
    const delays = [1_000, 2_000, 3_000].map((now) => {
      apply({ kind: 'claim', task_id: '1', token: 'x', ttl_ms: 10 }, now)
      const failed = apply({ kind: 'end', task_id: '1', token: 'x', outcome: { status: 'failed', error: { code: 'c', message: 'm' }, retry: true } }, now)
      return (failed?.not_before ?? 0) - now
    })
    expect(delays).toEqual([100, 200, 400])
  })
})
