import type { ThreadEntry } from '@pf/core'
import { type Faults, scoped, withoutTenant } from './faults.ts'

const byTime = (left: ThreadEntry, right: ThreadEntry) => left.ts - right.ts

/** Faults of `ThreadStore`. */
export const threadFaults: Faults = {
  'a limit keeps the oldest lines': ({ threads }) => ({
    threads: { ...threads, read: async (scope, id, limit) => (await threads.read(scope, id)).slice(0, limit) },
  }),
  'lines are ordered by their time': ({ threads }) => ({ threads: { ...threads, read: async (...args) => [...(await threads.read(...args))].sort(byTime) } }),
  'a retry adds the line again': ({ threads }) => {
    let count = 0
    const renamed = (entry: ThreadEntry): ThreadEntry => {
      count += 1
      return { ...entry, run_id: `${entry.run_id}#${count}` }
    }
    const append: typeof threads.append = (scope, id, entries) => threads.append(scope, id, entries.map(renamed))
    const read: typeof threads.read = async (...args) => (await threads.read(...args)).map((entry) => ({ ...entry, run_id: entry.run_id.replace(/#\d+$/, '') }))
    return { threads: { ...threads, append, read } }
  },
  'tenants are not looked at': ({ threads }) => ({ threads: scoped(threads, withoutTenant) }),
}
