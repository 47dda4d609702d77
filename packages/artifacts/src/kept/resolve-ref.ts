import { type ArtifactReference, formatPointer, type JsonValue } from '@pf/core'
import { getOwn } from '@pf/core/internal'
import { encodeSegment, formatRef, parseRef } from '../describe/ref.ts'
import { isLoaded, type KeptArtifact, type KeptCall, keptValue } from './kept-artifact.ts'
import { nest } from './nest.ts'

/** The result of resolving a REF. `value` is shared within the run and frozen. `unloaded` is true if it is only in the store (see `prepare`). */
export type Resolution = { found: true; value: JsonValue; reference?: ArtifactReference; unloaded?: true } | { found: false; known: string[] }

/** Resolves REFs to the artifacts of a run, such as an artifact collector. */
export interface RefResolver {
  resolve(ref: string): Resolution
}

const maxKnown = 50

/** Resolves a REF to an artifact of the run. If it does not exist, returns the names that do. */
export function resolveRef(ref: string, calls: readonly KeptCall[]): Resolution {
  const parsed = parseRef(ref)
  const call = calls.find((known) => known.tool === parsed?.tool && known.call === parsed.call)
  if (!parsed || !call) return { found: false, known: knownRefs(calls) }
  const around = call.artifacts.find((artifact) => startsWith(parsed.path, artifact.path))
  if (around) return resolveInside(around, { call, rest: parsed.path.slice(around.path.length) })
  const inside = call.artifacts.filter((artifact) => startsWith(artifact.path, parsed.path))
  if (inside.length === 0) return { found: false, known: knownRefs([call]) }
  const parts = inside.map((artifact) => ({ path: artifact.path.slice(parsed.path.length), value: isLoaded(artifact) ? keptValue(artifact) : null }))
  return { found: true, value: nest(parts), ...(inside.every(isLoaded) ? {} : { unloaded: true }) }
}

function startsWith(path: readonly (string | number)[], start: readonly (string | number)[]): boolean {
  return start.length <= path.length && start.every((token, index) => String(token) === String(path[index]))
}

function resolveInside(artifact: KeptArtifact, { call, rest }: { call: KeptCall; rest: readonly string[] }): Resolution {
  const reference = artifact.reference && { ...artifact.reference, ...(rest.length > 0 ? { path: formatPointer(rest) } : {}) }
  if (!isLoaded(artifact)) return { found: true, value: null, unloaded: true, ...(reference ? { reference } : {}) }
  let value = keptValue(artifact)
  const done: string[] = []
  for (const token of rest) {
    const child = childOf(value, token)
    if (child === undefined) return { found: false, known: knownBelow(value, formatRef(call, [...artifact.path, ...done])) }
    value = child
    done.push(token)
  }
  return { found: true, value, ...(reference ? { reference } : {}) }
}

function childOf(value: JsonValue, token: string): JsonValue | undefined {
  if (Array.isArray(value)) return /^(?:0|[1-9]\d*)$/.test(token) ? value[Number(token)] : undefined
  return typeof value === 'object' && value !== null ? (getOwn(value, token) as JsonValue | undefined) : undefined
}

function knownBelow(value: JsonValue, ref: string): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [ref]
  return Object.keys(value)
    .slice(0, maxKnown)
    .map((key) => `${ref}.${encodeSegment(key)}`)
}

/** Returns the REFs of all kept artifacts, at most 50. */
function knownRefs(calls: readonly KeptCall[]): string[] {
  return calls.flatMap((call) => call.artifacts.map((artifact) => artifact.entry.ref)).slice(0, maxKnown)
}
