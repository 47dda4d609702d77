import type { ThreadEntry, ThreadStore } from '../contracts/ports.ts'
import { freezeJson } from '../json/freeze-json.ts'
import type { OwnerSpaces } from './owner-spaces.ts'
import { writeThread } from './write-records.ts'

/** Conversations in memory; an unknown or foreign thread reads as an empty one. */
export function createMemoryThreads(spaces: OwnerSpaces): ThreadStore {
  return {
    async append(scope, thread_id, entries) {
      writeThread(spaces.open(scope), thread_id, freezeJson(entries))
    },
    async read(scope, thread_id, limit) {
      const entries: ThreadEntry[] = [...(spaces.peek(scope)?.threads.get(thread_id)?.values() ?? [])]
      return limit === undefined ? entries : entries.slice(Math.max(0, entries.length - Math.max(0, limit)))
    },
    async summary(scope, thread_id) {
      const entries = [...(spaces.peek(scope)?.threads.get(thread_id)?.values() ?? [])]
      const last = entries.at(-1)
      return last ? { last_run_id: last.run_id, entries: entries.length } : { entries: 0 }
    },
  }
}
