import type { TaskGroup, TaskRecord } from '@pf/core'
import { parse } from './keys.ts'

/** A column with the time of the database in milliseconds since the epoch. */
export const nowSql = '(extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now'

/** Returns a group from the data of its row and of the rows of its tasks. */
export function toGroup(data: string, tasks: readonly string[]): TaskGroup {
  return { ...parse<TaskGroup>(data), tasks: tasks.map((text) => parse<TaskRecord>(text)) }
}
