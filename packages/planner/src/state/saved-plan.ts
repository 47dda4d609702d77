import type { JsonValue } from '@pf/core'
import { charsOf } from '../util/chars-of.ts'
import type { PlannedRun } from './planned-run.ts'

/** Real outputs are written with the state up to this many characters in all; larger ones live in this process only, and are missing elsewhere. */
const maxChars = 4_000_000

/** A plan as it is written with the run's state. */
export function savedPlan(planned: PlannedRun): PlannedRun {
  let left = maxChars
  const outputs = planned.outputs.map((output): JsonValue => {
    if (output === null) return null
    const size = charsOf(output, left)
    if (size > left) return null
    left -= size
    return output
  })
  return { ...planned, outputs }
}
