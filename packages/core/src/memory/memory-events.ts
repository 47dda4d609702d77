import type { PlannerEvent } from '../contracts/events.ts'
import type { EventLog } from '../contracts/ports.ts'
import type { OwnerSpaces } from './owner-spaces.ts'
import { readRun } from './read-run.ts'

const nothing: AsyncIterator<PlannerEvent, undefined> = { next: async () => ({ done: true, value: undefined }) }

/** Event logs in memory; an unknown or foreign run reads as an empty log that has ended. */
export function createMemoryEvents(spaces: OwnerSpaces): EventLog {
  return {
    read(scope, run_id, after, signal) {
      const position = Number.isFinite(after) ? Math.max(0, Math.floor(after)) : 0
      return {
        [Symbol.asyncIterator]() {
          const run = spaces.peek(scope)?.runs.get(run_id)
          return run ? readRun(run, position, signal) : nothing
        },
      }
    },
    async last(scope, run_id) {
      return spaces.peek(scope)?.runs.get(run_id)?.events.length ?? 0
    },
  }
}
