import type { JsonValue } from '@pf/core'
import { compareRequests, type RequestDifference } from '@pf/planner/recording'

/** A difference between a recorded value and that of a replay. Excerpts have at most 80 characters. */
export interface ReplayDifference {
  /** `events`, or `payload` of the last finish. */
  in: 'events' | 'payload'
  pointer: string
  recorded?: string
  replayed?: string
}

/** Lists the first differences of two normalized values. */
export function compareValues(name: ReplayDifference['in'], { recorded, replayed }: { recorded: JsonValue; replayed: JsonValue }): ReplayDifference[] {
  return compareRequests(recorded, replayed, 20).map((difference) => toReplayDifference(name, difference))
}

function toReplayDifference(name: ReplayDifference['in'], { pointer, recorded, sent }: RequestDifference): ReplayDifference {
  return { in: name, pointer, ...(recorded === undefined ? {} : { recorded }), ...(sent === undefined ? {} : { replayed: sent }) }
}
