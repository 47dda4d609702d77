import type { SchemaLocation } from './schema-location.ts'
import { type StepOptions, stepInto } from './schema-step.ts'

/** Where a path through a schema leads. `at` is the number of segments up to the one that fails. */
export type Walked =
  | { verdict: 'yes'; place: SchemaLocation }
  | { verdict: 'unknown' }
  | { verdict: 'no'; at: number; available: string[]; closed: boolean; before: SchemaLocation }
  | { verdict: 'broken'; ref: string }

/** Follows a path through a schema; only what the schema rules out is a `no`. */
export function walkPath(schema: unknown, path: readonly string[], options: StepOptions): Walked {
  let place = options.read(schema)
  for (const [index, segment] of path.entries()) {
    if (place.broken !== undefined) return { verdict: 'broken', ref: place.broken }
    const step = stepInto(place, segment, options)
    if (step.verdict === 'no') return { verdict: 'no', at: index + 1, available: step.available, closed: step.closed, before: place }
    if (step.verdict === 'unknown') return step
    place = step.place
  }
  return place.broken === undefined ? { verdict: 'yes', place } : { verdict: 'broken', ref: place.broken }
}
