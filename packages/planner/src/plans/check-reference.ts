import type { PlanFault, PlannedCall, PlanTool } from './plan-types.ts'
import type { Reference } from './reference.ts'
import { mayFit, type SchemaLocation, typesAt } from './schema-location.ts'
import { type StepOptions, stepInto, type Undeclared } from './schema-step.ts'

/** The context for checking one plan. */
export interface PlanCheck {
  calls: readonly PlannedCall[]
  tools: ReadonlyMap<string, PlanTool>
  /** Creates the reader of a schema document. */
  reader: (document: unknown) => (schema: unknown) => SchemaLocation
}

/** A reference in the arguments of the call at `own`. */
export interface LocatedReference {
  own: number
  path: readonly string[]
  reference: Reference
}

/** Returns the first fault of a reference; undefined if no fault can be proved. */
export function checkReference(check: PlanCheck, placed: LocatedReference): PlanFault | undefined {
  const misplaced = checkIndex(check.calls.length, placed)
  if (misplaced) return misplaced
  const source = check.tools.get(check.calls[placed.reference.index]?.tool_name ?? '')
  // The unknown tool was already reported, and faults of references to it would only be consequences.
  if (!source) return undefined
  if (source.outputSchema === undefined) return { kind: 'no_output_schema', tool: source.name }
  const read = walk(check, source.outputSchema, { path: placed.reference.path, undeclared: 'absent' })
  if (read.verdict === 'broken') return { kind: 'unresolvable_schema_ref', tool: source.name, ref: read.ref }
  if (read.verdict === 'no') return fieldNotFound(source, placed.reference.path, read)
  return checkTarget(check, placed, read)
}

/** Maximum number of names in one error. */
const maxFields = 50

function checkIndex(calls: number, { own, reference: { index } }: LocatedReference): PlanFault | undefined {
  const referenced_index = Math.min(index, Number.MAX_SAFE_INTEGER)
  if (index === own) return { kind: 'self_reference', referenced_index }
  if (index >= calls) return { kind: 'index_out_of_bounds', referenced_index, max_valid_index: own - 1 }
  return index > own ? { kind: 'forward_reference', referenced_index } : undefined
}

function fieldNotFound({ name }: PlanTool, path: readonly string[], { at, available }: Extract<Walked, { verdict: 'no' }>): PlanFault {
  return { kind: 'field_not_found', tool: name, field: path.slice(0, at).join('.').slice(0, 200), available_fields: available.slice(0, maxFields) }
}

/** Checks that the referenced value fits the argument that contains the reference. */
function checkTarget(check: PlanCheck, { own, path }: LocatedReference, read: Walked): PlanFault | undefined {
  const target = check.tools.get(check.calls[own]?.tool_name ?? '')
  if (target?.inputSchema === undefined) return undefined
  const location = walk(check, target.inputSchema, { path, undeclared: 'allowed' })
  if (location.verdict === 'no') return noSuchArgument(target, path, location)
  if (location.verdict !== 'yes' || read.verdict !== 'yes') return undefined
  const actual = typesAt(read.location)
  const expected = typesAt(location.location)
  if (!actual || !expected || mayFit(actual, expected)) return undefined
  return { kind: 'type_mismatch', expected: [...expected], actual: [...actual] }
}

function noSuchArgument({ name }: PlanTool, path: readonly string[], { at, available, closed, before }: Extract<Walked, { verdict: 'no' }>): PlanFault {
  if (closed) return { kind: 'unknown_argument', tool: name, available_fields: available.slice(0, maxFields) }
  // The arguments contain a container where the schema does not allow one.
  const written = /^\d+$/.test(path[at - 1] ?? '') ? ['array'] : ['object']
  return { kind: 'type_mismatch', expected: [...(typesAt(before) ?? [])], actual: written }
}

interface WalkWanted {
  path: readonly string[]
  undeclared: Undeclared
}

const walk = ({ reader }: PlanCheck, schema: unknown, { path, undeclared }: WalkWanted) => walkPath(schema, path, { read: reader(schema), undeclared })

/** The result of following a path through a schema. `at` is the number of segments up to the failing one. */
type Walked =
  | { verdict: 'yes'; location: SchemaLocation }
  | { verdict: 'unknown' }
  | { verdict: 'no'; at: number; available: string[]; closed: boolean; before: SchemaLocation }
  | { verdict: 'broken'; ref: string }

/** Follows a path through a schema. The verdict is `no` only if the schema excludes the path. */
function walkPath(schema: unknown, path: readonly string[], options: StepOptions): Walked {
  let location = options.read(schema)
  for (const [index, segment] of path.entries()) {
    if (location.broken !== undefined) return { verdict: 'broken', ref: location.broken }
    const step = stepInto(location, segment, options)
    if (step.verdict === 'no') return { verdict: 'no', at: index + 1, available: step.available, closed: step.closed, before: location }
    if (step.verdict === 'unknown') return step
    location = step.location
  }
  return location.broken === undefined ? { verdict: 'yes', location } : { verdict: 'broken', ref: location.broken }
}
