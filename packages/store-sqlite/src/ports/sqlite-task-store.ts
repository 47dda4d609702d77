import type { TaskChangeResult, TaskGroup, TaskStore } from '@pf/core'
import { checkTaskChange, freezeJson, ownerKey, ownerOfKey, roleKeysOf } from '@pf/core/internal'
import type { Database } from '../client/database.ts'
import { parse, toKey, toText } from './keys.ts'

/** Creates a store of background tasks in SQLite. Every change is one operation of the database thread, so that changes cannot overtake each other. */
export function createSqliteTaskStore(database: Database, { now, newId }: { now: () => number; newId: () => string }): TaskStore {
  const read = (text: string | undefined) => (text === undefined ? undefined : parse<TaskGroup>(text))
  return {
    get: async (scope, group_id) => read(await database.call('getTaskGroup', ownerKey(scope), toKey(group_id), now())),
    find: async (scope, task_id) => read(await database.call('findTaskGroup', ownerKey(scope), toKey(task_id), now())),
    async list(scope, thread_id) {
      return (await database.call('listTaskGroups', ownerKey(scope), toKey(thread_id), now())).map((text) => parse<TaskGroup>(text))
    },
    async waiting(scope, limit) {
      const rows = await database.call('waitingTaskGroups', ownerKey(scope), { roles: roleKeysOf(scope), limit, now: now() })
      return rows.map(({ owner, group }) => ({ owner: ownerOfKey(owner), group: parse<TaskGroup>(group) }))
    },
    async change(scope, group_id, change) {
      checkTaskChange(change)
      const write = { group_id: toKey(group_id), data: toText(freezeJson(change)), now: now() }
      return parse<TaskChangeResult>(await database.call('changeTaskGroup', ownerKey(scope), write))
    },
    async claim({ agent, limit, ttlMs }) {
      const rows = await database.call('claimTasks', agent, { tokens: Array.from({ length: limit }, newId), ttlMs, now: now() })
      return rows.flatMap(({ owner, group: text, task_id, token }) => {
        const group = parse<TaskGroup>(text)
        const task = group.tasks.find((each) => each.task_id === task_id)
        return task ? [{ owner: ownerOfKey(owner), group, task, token }] : []
      })
    },
    async claimReports({ agent, limit, deferMs }) {
      const rows = await database.call('claimTaskReports', agent, { limit, deferMs, now: now() })
      return rows.map(({ owner, group }) => ({ owner: ownerOfKey(owner), group: parse<TaskGroup>(group) }))
    },
  }
}
