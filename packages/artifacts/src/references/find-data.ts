import { type ArtifactReference, type DataReference, type JsonObject, type JsonValue, parsePointer, type ValidationIssue } from '@pf/core'
import { editDistance, getOwn, isRecord, setOwn, truncateText } from '@pf/core/internal'
import { columnsOf } from '../describe/describe-value.ts'
import type { Resolution } from '../kept/resolve-ref.ts'
import { placeholderRef, received } from './read-reference.ts'

const maxLength = 100
const maxCandidates = 1_000

/** Returns the most similar of the first 1,000 candidates, or undefined if none is similar. */
function nearest(name: string, candidates: readonly string[]): string | undefined {
  const wanted = name.slice(0, maxLength).toLowerCase()
  const scored = candidates
    .slice(0, maxCandidates)
    .map((candidate) => ({ candidate, score: editDistance(wanted, candidate.slice(0, maxLength).toLowerCase()) }))
  const best = scored.reduce<{ candidate: string; score: number } | undefined>((least, next) => (least && least.score <= next.score ? least : next), undefined)
  return best && best.score <= Math.max(2, Math.ceil(wanted.length * 0.6)) ? best.candidate : undefined
}

/** The data to which a reference leads, before the decision whether it is inlined in the props. */
export interface FoundData {
  value: JsonValue
  /** A reference to the same data in the store, if it is stored. */
  reference?: ArtifactReference
}

export type Resolve = (ref: string) => Resolution

/** Resolves REF, path, select and limit. `pointer` is the location of the reference. */
export function findData(reference: DataReference, pointer: string, resolve: Resolve): FoundData | { issue: ValidationIssue } {
  const resolution = resolve(reference.$artifact)
  if (!resolution.found)
    return { issue: unknownIssue('unknown_reference', { pointer: `${pointer}/$artifact`, name: reference.$artifact, known: resolution.known }) }
  if (resolution.unloaded)
    return { issue: { code: 'store_failed', pointer: `${pointer}/$artifact`, expected: 'an artifact that is loaded; call prepare() first' } }
  const at = follow(resolution.value, reference.path ?? '')
  if ('known' in at) return { issue: unknownIssue('unknown_path', { pointer: `${pointer}/path`, name: at.name, known: at.known }) }
  const part = resolution.reference && partOf(resolution.reference, reference.path ?? '')
  return narrow({ value: at.value, ...(part ? { reference: part } : {}) }, reference, pointer)
}

/** Creates an issue for an unknown name, with the existing names and the most similar one. */
export function unknownIssue(code: string, { pointer, name, known }: { pointer: string; name: string; known: readonly string[] }): ValidationIssue {
  const suggestion = placeholderRef(name) ?? nearest(name, known)
  return { code, pointer, expected: oneOf(known), received: received(name), ...(suggestion === undefined ? {} : { suggestion }) }
}

function oneOf(names: readonly string[]): string {
  if (names.length === 0) return 'no reference, because there is no data'
  const text = names.slice(0, 20).join(', ')
  return `one of: ${truncateText(text, 400)}`
}

/** Follows a JSON Pointer. If a segment does not exist, returns it together with the names that exist at that level. */
export function follow(start: JsonValue, path: string): { value: JsonValue } | { name: string; known: string[] } {
  let value = start
  for (const token of parsePointer(path) ?? []) {
    const child = childOf(value, token)
    if (child === undefined) return { name: token, known: namesIn(value) }
    value = child
  }
  return { value }
}

function childOf(value: JsonValue, token: string): JsonValue | undefined {
  if (Array.isArray(value)) return /^(?:0|[1-9]\d*)$/.test(token) ? value[Number(token)] : undefined
  return isRecord(value) ? (getOwn(value, token) as JsonValue | undefined) : undefined
}

function namesIn(value: JsonValue): string[] {
  if (Array.isArray(value)) return value.length === 0 ? [] : [`0 to ${value.length - 1}`]
  return isRecord(value) ? Object.keys(value).slice(0, 50) : []
}

/** Returns a reference to a nested part of a stored artifact, given as a JSON Pointer. */
export function partOf(reference: ArtifactReference, path: string): ArtifactReference {
  const whole = `${reference.path ?? ''}${path}`
  return whole === '' ? reference : { ...reference, path: whole }
}

function narrow(data: FoundData, { select, limit }: DataReference, pointer: string): FoundData | { issue: ValidationIssue } {
  const { value } = data
  if (limit !== undefined && !Array.isArray(value))
    return { issue: { code: 'schema_invalid', pointer: `${pointer}/limit`, expected: 'no limit, because the data is not a list' } }
  const fault = select && selectFault(value, select, pointer)
  if (fault) return { issue: fault }
  const isShortened = Array.isArray(value) && limit !== undefined && limit < value.length
  const limited = isShortened ? value.slice(0, limit) : value
  const chosen = select ? project(limited, select) : limited
  if (!data.reference) return { value: chosen }
  return { value: chosen, reference: measured({ ...data.reference, ...(select ? { select } : {}), ...(isShortened ? { limit } : {}) }, chosen) }
}

function selectFault(value: JsonValue, select: readonly string[], pointer: string): ValidationIssue | undefined {
  const rows = Array.isArray(value) ? value : [value]
  const fields = rows.filter((row): row is JsonObject => isRecord(row))
  if (fields.length < rows.length || rows.length === 0) {
    return rows.length === 0 ? undefined : { code: 'schema_invalid', pointer: `${pointer}/select`, expected: 'no select, because the data has no fields' }
  }
  const index = select.findIndex((field) => !fields.some((row) => Object.hasOwn(row, field)))
  if (index === -1) return undefined
  return unknownIssue('unknown_path', {
    pointer: `${pointer}/select/${index}`,
    name: select[index] ?? '',
    known: columnsOf(fields) ?? Object.keys(fields[0] ?? {}),
  })
}

function project(value: JsonValue, select: readonly string[]): JsonValue {
  return Array.isArray(value) ? value.map((row) => pick(row, select)) : pick(value, select)
}

/** Returns a row with the selected fields that exist. */
export function pick(row: JsonValue, select: readonly string[]): JsonValue {
  const picked: JsonObject = {}
  if (isRecord(row)) for (const field of select) if (Object.hasOwn(row, field)) setOwn(picked, field, row[field] as JsonValue)
  return picked
}

/** Adds the length and the columns of the data to a reference. */
function measured(reference: ArtifactReference, value: JsonValue): ArtifactReference {
  const { items: _, columns: __, ...rest } = reference
  if (!Array.isArray(value)) return rest
  const columns = columnsOf(value)
  return { ...rest, items: value.length, ...(columns ? { columns } : {}) }
}
