import type { WireEvent } from '@pf/core'
import type { Kind } from './stories.ts'

/** A run as its client saw it. */
export interface SeenRun {
  run_id: string
  events: WireEvent[]
}

/** One request of a user and what came of it. */
export interface Turn {
  kind: Kind
  /** Names the request in the ledger and in the answer. */
  order: string
  thread_id: string
  /** The run of the request and those under which it continued, oldest first. */
  runs: SeenRun[]
  /** The client left once the server had accepted the request. */
  leftAlone: boolean
  /** The question that was answered, and the answer that the server accepted. */
  answered?: { interaction_id: string; city: string }
  /** What ended the client. */
  failure?: string
}
