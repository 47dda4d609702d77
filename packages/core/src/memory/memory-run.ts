import type { PlannerEvent } from '../contracts/events.ts'
import type { JsonValue } from '../contracts/json.ts'

/** A run as memory holds it: the event with `seq` n stands at `events[n - 1]`. */
export interface MemoryRun {
  run_id: string
  thread_id: string
  state: JsonValue
  state_version: number
  finished: boolean
  created: number
  readonly events: PlannerEvent[]
  /** Readers that have read everything; each is called once at the next commit. */
  readonly waiting: Set<() => void>
}

/** An empty run. */
export function createMemoryRun(run: { run_id: string; thread_id: string }, created: number): MemoryRun {
  return { run_id: run.run_id, thread_id: run.thread_id, state: null, state_version: 0, finished: false, created, events: [], waiting: new Set() }
}

/** Lets the readers that wait go on. */
export function wakeReaders(run: MemoryRun): void {
  const waiting = [...run.waiting]
  run.waiting.clear()
  for (const wake of waiting) wake()
}
