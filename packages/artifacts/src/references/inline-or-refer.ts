import type { ArtifactReference, JsonValue } from '@pf/core'
import { isLongerThan, jsonBytes } from '../json/json-bytes.ts'

/** Limits of the data that is inlined in the props. Above the first two limits, a stored list stays a reference, which the page reads in pages. */
export interface ReferenceLimits {
  /** Maximum size of one stored list in bytes. Default 32 KB. */
  fieldBytes?: number
  /** Maximum size of all data inlined in one component in bytes. Default 256 KB. */
  payloadBytes?: number
  /** Maximum size of all data inlined in a run; above it, the reference is refused. Default 2 MB. */
  runBytes?: number
}

/** Number of bytes that a run has inlined so far. `resolveReferences` increases it on success. */
export interface InlineBudget {
  inlined: number
}

/** The limits for one component, and the number of bytes inlined in it so far. */
export interface InlineCount {
  limits: Required<ReferenceLimits>
  budget: InlineBudget | undefined
  inlined: number
}

const defaults: Required<ReferenceLimits> = { fieldBytes: 32 * 1024, payloadBytes: 256 * 1024, runBytes: 2 * 1024 * 1024 }

export function createInlineCount(limits: ReferenceLimits | undefined, budget: InlineBudget | undefined): InlineCount {
  return { limits: { ...defaults, ...limits }, budget, inlined: 0 }
}

/** Returns the data itself, which is counted, if it is small, otherwise a reference to the stored artifact; `expected` if neither is allowed. */
export function inlineOrRefer(
  rows: JsonValue,
  reference: ArtifactReference | undefined,
  count: InlineCount,
): { value: JsonValue | ArtifactReference } | { expected: string } {
  if (reference && staysReference(rows, reference, count)) return { value: { ...reference } }
  const { limits, budget, inlined } = count
  const left = Math.min(limits.runBytes - (budget?.inlined ?? 0), reference ? limits.payloadBytes : Number.POSITIVE_INFINITY) - inlined
  const bytes = countBytes(rows, left)
  if (bytes > left) return { expected: `at most ${Math.max(0, left)} more bytes of data${narrowing(rows)}` }
  count.inlined += bytes
  return { value: rows }
}

/** Suggests options with which a reference selects less data. */
const narrowing = (rows: JsonValue) => (Array.isArray(rows) ? '; use limit or select' : typeof rows === 'object' ? '; use path or select' : '')

/** True if the reference stays. Only bytes are read from the store and lists in pages; any other value is inlined in the props. */
function staysReference(rows: JsonValue, reference: ArtifactReference, { limits, inlined }: InlineCount): boolean {
  if (typeof rows === 'string') return !/^(?:text\/|application\/json)/.test(reference.media_type)
  if (!Array.isArray(rows)) return false
  const maxBytes = Math.min(limits.fieldBytes, limits.payloadBytes - inlined)
  return countBytes(rows, maxBytes) > maxBytes
}

/** Returns the number of bytes of the JSON text, or infinity, without counting, if it certainly exceeds `max`. */
function countBytes(value: JsonValue, max: number): number {
  return isLongerThan(value, 2 * Math.max(0, max)) ? Number.POSITIVE_INFINITY : jsonBytes(value)
}
