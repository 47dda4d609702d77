import { type JsonObject, parsePointer } from '@pf/core'
import { compilePattern, isRecord } from '@pf/core/internal'
import type { PropCheck } from '../briefs/brief.ts'

/** Returns true if props meet a condition of a brief. */
export function meetsCheck(props: JsonObject, check: PropCheck): boolean {
  const values = findValues(props, check.path)
  if (check.found && !isInRange(values.length, check.found)) return false
  if (values.length === 0) return check.optional === true || check.found !== undefined
  const meets = (value: unknown) => meetsValue(value, check)
  return check.every ? values.every(meets) : values.some(meets)
}

/** Describes a condition in a few words. */
export function describeCheck({ path, is, pattern, range, length, found }: PropCheck): string {
  const parts = [
    ...(is ? [`one of ${is.map((value) => JSON.stringify(value)).join(', ')}`] : []),
    ...(pattern === undefined ? [] : [`text with ${pattern}`]),
    ...(range ? [rangeText(range)] : []),
    ...(length ? [`a length ${rangeText(length)}`] : []),
    ...(found ? [`values ${rangeText(found)}`] : []),
  ]
  return `${path || 'the props'}: ${parts.join(', ') || 'a value'}`.slice(0, 200)
}

const rangeText = ({ min, max }: { min?: number | undefined; max?: number | undefined }) =>
  [...(min === undefined ? [] : [`at least ${min}`]), ...(max === undefined ? [] : [`at most ${max}`])].join(', ')

function meetsValue(value: unknown, { is, pattern, range, length }: PropCheck): boolean {
  if (is && !is.some((allowed) => allowed === value)) return false
  if (pattern !== undefined && !matchesText(value, pattern)) return false
  if (range && !(typeof value === 'number' && isInRange(value, range))) return false
  return !length || isInRange(lengthOf(value), length)
}

/** Returns true if a pattern matches a text anywhere, regardless of case. Other values are compared in their JSON form. */
export function matchesText(value: unknown, pattern: string): boolean {
  const compiled = compilePattern(pattern.toLowerCase())
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return compiled.ok && compiled.matches(text.slice(0, 100_000).toLowerCase())
}

const isInRange = (value: number, { min, max }: { min?: number | undefined; max?: number | undefined }) =>
  value >= (min ?? Number.NEGATIVE_INFINITY) && value <= (max ?? Number.POSITIVE_INFINITY)

function lengthOf(value: unknown): number {
  if (typeof value === 'string' || Array.isArray(value)) return value.length
  return isRecord(value) ? Object.keys(value).length : Number.NaN
}

const maxValues = 50_000

/**
 * Returns the values at a pointer whose `*` stands for every item of a list, or for the value itself if it is no list: charts accept one
 * series in place of a list. A name below a list stands for that name in every item. At most 50,000 values.
 */
function findValues(root: unknown, pointer: string): unknown[] {
  let found: unknown[] = [root]
  for (const token of parsePointer(pointer) ?? []) found = found.flatMap((value) => below(value, token)).slice(0, maxValues)
  return found
}

function below(value: unknown, token: string): unknown[] {
  if (value === undefined || value === null) return []
  if (token === '*') return Array.isArray(value) ? value : [value]
  if (typeof value !== 'object') return []
  if (Object.hasOwn(value, token)) return [Reflect.get(value, token)]
  return Array.isArray(value) ? value.flatMap((item) => below(item, token)) : []
}
