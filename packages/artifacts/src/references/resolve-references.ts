import { type ArtifactReference, formatPointer, type JsonObject, type JsonValue, type ValidationIssue } from '@pf/core'
import { isRecord, maxReferences, setOwn } from '@pf/core/internal'
import type { RefResolver } from '../kept/resolve-ref.ts'
import { type AllowedPaths, allowedPaths } from './allowed-paths.ts'
import { findData } from './find-data.ts'
import { createInlineCount, type InlineBudget, type InlineCount, inlineOrRefer, type ReferenceLimits } from './inline-or-refer.ts'
import { isReference, placeholderRef, readReference, received } from './read-reference.ts'

export interface ResolveReferencesOptions {
  /** JSON Pointers, `*` for any list index (registry: `dataPathsOf(component, props)`, which knows components inside components). */
  dataPaths: readonly string[]
  limits?: ReferenceLimits
  budget?: InlineBudget
  /** For an update, the current props of the component. Data that the new props share with them (the same objects) is not resolved again. */
  shown?: JsonObject
}

/** Data that is inlined in the props or referenced there, for validation. */
export interface ReferencedData {
  /** JSON Pointer of the data in the props. */
  pointer: string
  /** The name that the model wrote; absent for data that was shown before. */
  ref?: string
  /** The data that the component will show, even if a reference stays; absent for a reference that was shown before, whose data was validated then. */
  rows?: JsonValue
  /** The stored artifact to which the data belongs, narrowed to the same data. */
  reference?: ArtifactReference
}

export type ResolvedProps = { ok: true; props: JsonObject; referenced: ReferencedData[] } | { ok: false; issues: ValidationIssue[] }

const maxDepth = 64
const maxNodes = 100_000
const maxValues = 1_000_000
const maxIssues = 20

/**
 * Replaces each `{"$artifact": REF, path?, select?, limit?}` by the data of this run's artifacts, or above the inline limits by a reference
 * to the same part of a stored artifact. References inside the data are not resolved; props without references keep their identity.
 */
export function resolveReferences(props: unknown, collector: RefResolver, options: ResolveReferencesOptions): ResolvedProps {
  if (!isRecord(props)) return { ok: false, issues: [{ code: 'schema_invalid', pointer: '', expected: 'an object', received: received(props) }] }
  const walk: Walk = {
    collector,
    options,
    shown: objectsIn(options.shown),
    count: createInlineCount(options.limits, options.budget),
    issues: [],
    referenced: [],
    references: 0,
    nodes: 0,
    values: 0,
    stopped: false,
    path: [],
  }
  const resolved = visit(props, allowedPaths(options.dataPaths), walk)
  if (walk.issues.length > 0) return { ok: false, issues: walk.issues }
  if (options.budget) options.budget.inlined += walk.count.inlined
  return { ok: true, props: resolved as JsonObject, referenced: walk.referenced }
}

interface Walk {
  collector: RefResolver
  options: ResolveReferencesOptions
  /** Objects of the props that are already shown. */
  shown: ReadonlySet<unknown>
  count: InlineCount
  issues: ValidationIssue[]
  referenced: ReferencedData[]
  references: number
  nodes: number
  values: number
  stopped: boolean
  path: (string | number)[]
}

function visit(value: unknown, paths: AllowedPaths, walk: Walk): unknown {
  if (!hasBudgetLeft(walk)) return value
  if (typeof value === 'string' && paths.data) return checkText(value, walk)
  if (typeof value !== 'object' || value === null) return value
  if (paths.data && walk.shown.has(value)) return keepShown(value as JsonValue & object, { start: paths.start }, walk)
  if (++walk.nodes > maxNodes) return stop(walk, `at most ${maxNodes} objects and lists`, value)
  if (walk.path.length >= maxDepth) return fault(walk, { code: 'too_deep', expected: `at most ${maxDepth} levels` }, value)
  if (isReference(value)) return paths.data ? replace(value, walk) : misplaced(value, walk)
  // Only the server writes stored references, because a reference written by the model could refer to data of another run.
  if (isStoredReference(value)) return fault(walk, { code: 'unsafe_value', expected: 'a reference by $artifact, never an artifact_id' }, value)
  return Array.isArray(value) ? visitList(value, paths, walk) : visitDict(value as Record<string, unknown>, paths, walk)
}

/** Reports a copied placeholder, and suggests a reference to its data. */
function checkText(text: string, walk: Walk): string {
  const ref = placeholderRef(text)
  if (ref === undefined) return text
  const suggestion = JSON.stringify({ $artifact: ref })
  return fault(walk, { code: 'schema_invalid', expected: 'data or a reference, not a placeholder', received: received(text), suggestion }, text)
}

const hasBudgetLeft = ({ stopped, issues }: Walk): boolean => !stopped && issues.length < maxIssues

/** Counts the children of a list or object before they are visited, because a large length needs no memory. */
function hasRoom(length: number, walk: Walk): boolean {
  walk.values += length
  if (walk.values > maxValues) stop(walk, `at most ${maxValues} values`, undefined)
  return !walk.stopped
}

function visitList(items: readonly unknown[], paths: AllowedPaths, walk: Walk): unknown {
  let copy: unknown[] | undefined
  const { length } = items
  if (!hasRoom(length, walk)) return items
  for (let index = 0; index < length && hasBudgetLeft(walk); index++) {
    const item = items[index]
    const after = within(index, walk, () => visit(item, paths.step(index), walk))
    if (after !== item) copy ??= items.slice()
    if (copy) copy[index] = after
  }
  return copy ?? items
}

function visitDict(source: Record<string, unknown>, paths: AllowedPaths, walk: Walk): unknown {
  let copy: Record<string, unknown> | undefined
  const keys = Object.keys(source)
  if (!hasRoom(keys.length, walk)) return source
  for (const key of keys) {
    if (!hasBudgetLeft(walk)) break
    const before = source[key]
    const after = within(key, walk, () => visit(before, paths.step(key), walk))
    if (after === before) continue
    copy ??= { ...source }
    setOwn(copy, key, after)
  }
  return copy ?? source
}

function within(token: string | number, walk: Walk, run: () => unknown): unknown {
  walk.path.push(token)
  const result = run()
  walk.path.pop()
  return result
}

function fault<Value>(walk: Walk, issue: Omit<ValidationIssue, 'pointer'>, value: Value): Value {
  walk.issues.push({ ...issue, pointer: formatPointer(walk.path) })
  return value
}

/** Stops the walk after a limit was exceeded. */
function stop(walk: Walk, expected: string, value: unknown): unknown {
  walk.stopped = true
  return fault(walk, { code: 'too_many_nodes', expected }, value)
}

function misplaced(value: Record<string, unknown>, walk: Walk): unknown {
  const paths = walk.options.dataPaths
  const expected = paths.length === 0 ? 'no references: this component takes no data' : `references only at ${paths.slice(0, 10).join(', ')}`
  return fault(walk, { code: 'reference_not_allowed', expected, received: received(value.$artifact) }, value)
}

function isStoredReference(value: object): value is ArtifactReference {
  return Object.hasOwn(value, 'artifact_id') && Object.hasOwn(value, 'sha256')
}

/** Returns every object and list in a value, at most 100,000. */
function objectsIn(value: unknown): ReadonlySet<unknown> {
  const found = new Set<unknown>(typeof value === 'object' && value !== null ? [value] : [])
  for (const next of found) {
    for (const child of Object.values(next as object)) if (typeof child === 'object' && child !== null && found.size < maxNodes) found.add(child)
  }
  return found
}

/** Keeps data of the shown component, which was resolved and validated when it was shown, so its references are not resolved. `start`: it is at a data path. */
function keepShown(value: JsonValue & object, { start }: { start: boolean }, walk: Walk): unknown {
  const pointer = formatPointer(walk.path)
  if (isStoredReference(value)) {
    walk.referenced.push({ pointer, reference: value })
    return value
  }
  if (start) walk.referenced.push({ pointer, rows: value })
  const children = Object.entries(value)
  if (!hasRoom(children.length, walk)) return value
  for (const [key, child] of children) if (typeof child === 'object' && child !== null) within(key, walk, () => keepShown(child, { start: false }, walk))
  return value
}

/** Counts a reference. Returns false, with an issue, if there are too many. */
function countReference(value: unknown, walk: Walk): boolean {
  if (++walk.references > maxReferences) stop(walk, `at most ${maxReferences} references`, value)
  return !walk.stopped
}

function replace(value: Record<string, unknown>, walk: Walk): unknown {
  const pointer = formatPointer(walk.path)
  if (!countReference(value, walk)) return value
  const read = readReference(value, pointer)
  if ('issues' in read) return addIssues(read.issues, value, walk)
  const found = findData(read.reference, pointer, (ref) => walk.collector.resolve(ref))
  if ('issue' in found) return addIssues([found.issue], value, walk)
  const { value: rows, reference } = found
  walk.referenced.push({ pointer, ref: read.reference.$artifact, rows, ...(reference ? { reference } : {}) })
  const placed = inlineOrRefer(rows, reference, walk.count)
  return 'expected' in placed ? fault(walk, { code: 'budget_exceeded', expected: placed.expected }, rows) : placed.value
}

function addIssues(issues: readonly ValidationIssue[], value: unknown, walk: Walk): unknown {
  walk.issues.push(...issues)
  return value
}
