import { type DataReference, parsePointer, type ValidationIssue } from '@pf/core'
import { isRecord, truncateText } from '@pf/core/internal'

const fields = ['$artifact', 'path', 'select', 'limit']
const maxSelected = 100
/** Maximum number of fields that are validated in a reference with too many fields. */
const maxFields = 20

const rules: Record<string, { expected: string; holds(value: unknown): boolean }> = {
  $artifact: { expected: 'the ref of an artifact', holds: (value) => typeof value === 'string' && value !== '' },
  path: { expected: 'a JSON Pointer inside the artifact', holds: (value) => typeof value === 'string' && parsePointer(value) !== undefined },
  select: { expected: `a list of 1 to ${maxSelected} field names`, holds: isSelection },
  limit: { expected: 'an integer of at least 1', holds: (value) => Number.isSafeInteger(value) && Number(value) >= 1 },
}

function isSelection(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.length <= maxSelected && value.every((field) => typeof field === 'string')
}

/** True for an object with an own `$artifact`, which is treated as a reference regardless of its other members. */
export function isReference(value: unknown): value is Record<string, unknown> {
  return isRecord(value) && Object.hasOwn(value, '$artifact')
}

/** Returns the REF inside a placeholder; undefined for any other text. */
export function placeholderRef(text: string): string | undefined {
  return text.length > 2_000 ? undefined : /^\s*<artifact:[^>]* ref=([^\s>]+)>\s*$/.exec(text)?.[1]
}

/** Describes an invalid value in at most 40 characters: strings are truncated, other values are represented by their type. */
export function received(value: unknown): string {
  if (typeof value === 'string') return truncateText(value, 40)
  return value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value
}

/** Validates the form of a reference; each fault is an issue. */
export function readReference(value: Record<string, unknown>, pointer: string): { reference: DataReference } | { issues: ValidationIssue[] } {
  const issues = Object.keys(value)
    .slice(0, maxFields)
    .flatMap((key) => fieldIssue(key, value[key], pointer))
  return issues.length > 0 ? { issues } : { reference: value as unknown as DataReference }
}

function fieldIssue(key: string, value: unknown, pointer: string): ValidationIssue[] {
  const rule = fields.includes(key) ? rules[key] : undefined
  const location = `${pointer}/${key.slice(0, 40).replaceAll('~', '~0').replaceAll('/', '~1')}`
  if (!rule) return [{ code: 'schema_invalid', pointer: location, expected: `a reference has only ${fields.join(', ')}`, received: received(key) }]
  return rule.holds(value) ? [] : [{ code: 'schema_invalid', pointer: location, expected: rule.expected, received: received(value) }]
}
