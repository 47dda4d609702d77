import type { JsonObject, JsonValue } from '@pf/core'
import { formatPointer, readPointer } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import { charsOf } from '../util/clamp-json.ts'
import type { CallResult, TemplateError } from './plan-types.ts'
import { maxNesting, readTemplate } from './reference.ts'

/** The handling of references to values that do not exist. */
export interface ResolveTemplatesOptions {
  /** `error` (default): the call must not run. `null`: the reference is replaced by null. */
  onMissing?: 'error' | 'null'
  /** Maximum total size of the values of all references of one call, in characters of JSON. Default 8,000,000. */
  maxChars?: number
}

/** The resolved arguments, or all references that could not be resolved. */
export type Resolved = { ok: true; value: JsonObject } | { ok: false; errors: TemplateError[] }

interface Resolving {
  readonly results: readonly CallResult[]
  readonly onMissing: 'error' | 'null'
  readonly errors: TemplateError[]
  /** Number of characters that may still be inserted. */
  left: number
  /** Sizes by reference, so that repeated references are measured once. */
  readonly sizes: Map<string, number>
  tooDeep?: boolean
}

/**
 * Replaces references in the arguments by the outputs of earlier calls. A reference is an entire text; the type of the value is kept, only
 * own fields are read, and the value is copied deeply and not searched for references. Keys are not changed. The total size is limited,
 * because each reference creates a copy. Never throws; values that are not JSON give `unreadable`.
 */
export function resolveTemplates(
  args: JsonObject,
  results: readonly CallResult[],
  { onMissing = 'error', maxChars = 8_000_000 }: ResolveTemplatesOptions = {},
): Resolved {
  const errors: TemplateError[] = []
  try {
    if (!isRecord(args)) return unreadable()
    const value = copyObject(args, [], { results: Array.isArray(results) ? results : [], onMissing, errors, left: maxChars, sizes: new Map() })
    return errors.length > 0 ? { ok: false, errors } : { ok: true, value }
  } catch {
    return unreadable()
  }
}

const unreadable = (): Resolved => ({ ok: false, errors: [{ argument: '', template: '', kind: 'unreadable' }] })

function copyObject(object: Readonly<Record<string, unknown>>, path: readonly string[], run: Resolving): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, copyValue(value, [...path, key], run)]))
}

function copyValue(value: unknown, path: readonly string[], run: Resolving): JsonValue {
  if (typeof value === 'string') return resolveText(value, path, run)
  // In values that are not JSON, a cycle is followed only until the depth limit is reached.
  if (run.tooDeep) return null
  run.tooDeep = path.length > maxNesting
  if (run.tooDeep) return fault(run, { argument: path.slice(0, 8).join('.'), template: '', kind: 'too_deep' })
  if (Array.isArray(value)) return value.map((item, index) => copyValue(item, [...path, String(index)], run))
  return isRecord(value) ? copyObject(value, path, run) : (value as JsonValue)
}

function resolveText(text: string, path: readonly string[], run: Resolving): JsonValue {
  const read = readTemplate(text)
  if (read.kind === 'literal') return read.text
  const location = { argument: path.join('.'), template: text }
  if (read.kind === 'malformed') return fault(run, { ...location, kind: 'invalid_template_syntax' })
  const result = run.results[read.reference.index]
  const found = result?.success ? readPointer(result.output, formatPointer(read.reference.path)) : { found: false }
  if (found.found && !fits(run, text, found.value)) return fault(run, { ...location, kind: 'too_large' })
  const copied = found.found && found.value !== undefined ? clone(found.value) : undefined
  if (copied !== undefined) return copied
  return run.onMissing === 'null' ? null : fault(run, { ...location, kind: 'template_unresolved' })
}

/** Charges the size of a value to the budget of the call. Returns false if it is exceeded. */
function fits(run: Resolving, text: string, value: unknown): boolean {
  const size = run.sizes.get(text) ?? charsOf(value, run.left)
  run.sizes.set(text, size)
  run.left -= size
  return run.left >= 0
}

function fault(run: Resolving, error: TemplateError): null {
  run.errors.push(error)
  return null
}

/** Returns undefined for a value that cannot be copied because it is not JSON. */
function clone(value: unknown): JsonValue | undefined {
  try {
    return structuredClone(value) as JsonValue
  } catch {
    return undefined
  }
}
