import { formatPointer, parsePointer, type ValidationIssue } from '@pf/core'
import { getOwn, truncateText } from '@pf/core/internal'
import { itemState, propertyState, type Shape } from '../contracts/shape.ts'
import type { SchemaFault } from '../contracts/validator-types.ts'
import type { MeasureFault } from './measured.ts'
import { nearest } from './nearest.ts'

/** Maximum number of issues in one report. A model does not correct more at once. */
const maxIssues = 20
/** Maximum number of issues of one kind at sibling locations, such as the same column in every row. */
const maxAlike = 3

/** Describes a value for an issue: its type and, for scalars, at most 40 characters of it. */
export function received(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (Array.isArray(value)) return `array of ${value.length}`
  if (typeof value === 'object' && value !== null) return 'object'
  const text = typeof value === 'string' ? JSON.stringify(value) : String(value)
  const known = typeof value === 'string' ? 'string' : value === null ? '' : typeof value
  return truncateText(`${known} ${text}`.trim(), 40)
}

interface ValueLocation {
  value: unknown
  /** State of the value in the table; undefined where the schema is open. */
  state: Shape | undefined
}

/** Follows a pointer through the value and the table of its shape. */
function locate(root: unknown, shape: readonly Shape[], pointer: string): ValueLocation {
  let value = root
  let state: number | undefined = 0
  for (const token of parsePointer(pointer) ?? []) {
    state = Array.isArray(value) ? itemState(shape, state) : propertyState(shape, state, token)
    value = getOwn(value, token)
  }
  return { value, state: state === undefined ? undefined : shape[state] }
}

type IssueText = Pick<ValidationIssue, 'expected' | 'suggestion'> & { received?: string; key?: string }
type IssueWriter = (params: Record<string, unknown>, location: ValueLocation) => IssueText

const names = (state: Shape | undefined) => Object.keys(state?.props ?? {})
const list = (values: readonly unknown[]) => values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value))).join(', ')
const byReference = (location: ValueLocation): IssueText => (location.state?.data ? { suggestion: 'Reference the data: {"$artifact": REF}.' } : {})
const guess = (wrong: unknown, from: readonly string[]): IssueText => {
  const close = nearest(wrong, from)
  return close === undefined ? {} : { suggestion: `Did you mean ${close}?` }
}

const typeNames = (type: unknown, location: ValueLocation) => {
  const words = [type].flat().join(' or ')
  return location.state?.data ? `${words} or a reference {"$artifact": REF}` : words
}

const atMost: IssueWriter = ({ limit }, location) => ({ expected: location.state?.expect ?? `at most ${limit} characters` })

const issueWriters: Readonly<Record<string, IssueWriter>> = {
  type: ({ type }, location) => ({ expected: location.state?.expect ?? typeNames(type, location), ...byReference(location) }),
  required: ({ missingProperty }) => ({ key: String(missingProperty), expected: 'a value (required)', received: 'nothing' }),
  dependentRequired: ({ missingProperty, property }) => ({
    key: String(missingProperty),
    expected: `a value (required with ${property})`,
    received: 'nothing',
  }),
  additionalProperties: ({ additionalProperty }, location) => ({
    key: String(additionalProperty),
    expected: names(location.state).length > 0 ? `one of the props ${names(location.state).join(', ')}` : 'no further properties',
    ...guess(additionalProperty, names(location.state)),
  }),
  enum: ({ allowedValues }, location) => ({
    expected: `one of ${list(allowedValues as unknown[])}`,
    ...guess(location.value, (allowedValues as unknown[]).map(String)),
  }),
  const: ({ allowedValue }) => ({ expected: list([allowedValue]) }),
  pattern: (_, location) => ({ expected: location.state?.expect ?? 'another form' }),
  minimum: ({ limit }) => ({ expected: `a number >= ${limit}` }),
  maximum: ({ limit }) => ({ expected: `a number <= ${limit}` }),
  maxLength: atMost,
  minLength: ({ limit }) => ({ expected: `at least ${limit} characters` }),
  maxItems: ({ limit }, location) => ({ expected: `at most ${limit} items`, ...byReference(location) }),
  minItems: ({ limit }) => ({ expected: `at least ${limit} items` }),
  maxProperties: ({ limit }) => ({ expected: `at most ${limit} properties` }),
  'false schema': (_, location) => ({ expected: 'data, not an unresolved reference', received: received(location.value) }),
  anyOf: () => ({ expected: 'one of the documented forms' }),
  custom: ({ expected }) => ({ expected: String(expected) }),
}

function issue(fault: SchemaFault, root: unknown, shape: readonly Shape[]): ValidationIssue {
  const location = locate(root, shape, fault.instancePath)
  const issueWriter = Object.hasOwn(issueWriters, fault.keyword) ? issueWriters[fault.keyword] : undefined
  const { key, ...text } = issueWriter?.(fault.params, location) ?? { expected: 'another value' }
  const child = key === undefined ? undefined : { pointer: formatPointer([key.slice(0, 64)]), value: getOwn(location.value, key) }
  return { code: 'schema_invalid', pointer: fault.instancePath + (child?.pointer ?? ''), received: received(child ? child.value : location.value), ...text }
}

/**
 * Converts the faults of a generated validator to issues. A union is reported once, the number of similar issues at siblings is limited,
 * and duplicates are removed.
 */
export function schemaIssues(faults: readonly SchemaFault[], root: unknown, shape: readonly Shape[]): ValidationIssue[] {
  const alike = new Map<string, number>()
  const kept = withoutBranches(faults).filter((fault) => {
    const kind = `${fault.keyword} ${fault.instancePath.replaceAll(/\/\d+(?=\/|$)/g, '/*')} ${fault.params.missingProperty ?? fault.params.additionalProperty ?? ''}`
    const count = (alike.get(kind) ?? 0) + 1
    alike.set(kind, count)
    return count <= maxAlike
  })
  const missingFirst = kept.toSorted((a, b) => Number(b.keyword === 'required') - Number(a.keyword === 'required'))
  const issues = missingFirst.slice(0, maxIssues).map((fault) => issue(fault, root, shape))
  return issues.filter(({ pointer, expected }, index) => issues.findIndex((other) => other.pointer === pointer && other.expected === expected) === index)
}

/** Removes the faults of the branches of a union, which ajv reports before the union itself. */
export function withoutBranches(faults: readonly SchemaFault[]): SchemaFault[] {
  const kept: SchemaFault[] = []
  for (const fault of faults) {
    if (fault.keyword === 'if') continue
    if (fault.keyword === 'anyOf' || fault.keyword === 'oneOf') {
      const inside = (last: SchemaFault | undefined) => last?.instancePath.startsWith(fault.instancePath) && last.schemaPath.startsWith(`${fault.schemaPath}/`)
      while (inside(kept.at(-1))) kept.pop()
    }
    kept.push(fault)
  }
  return kept
}

const maxPointerLength = 300

/** Limits the number of issues and the length of their pointers, because keys written by a model may be long or ill-formed. */
export const cutIssues = (issues: readonly ValidationIssue[]): ValidationIssue[] =>
  issues.slice(0, maxIssues).map((issue) => ({ ...issue, pointer: truncateText(issue.pointer.toWellFormed(), maxPointerLength) }))

/** The issue for a value that cannot be read, because a getter or a proxy throws. */
export const unreadable: ValidationIssue = { code: 'unsafe_value', pointer: '', expected: 'plain JSON data', suggestion: 'Omit it.' }

/** Converts the fault of `measure` to an issue. */
export function limitIssue(fault: MeasureFault, limits: { depth: number; nodes: number; chars: number }): ValidationIssue {
  const expected: Record<MeasureFault['kind'], string> = {
    too_deep: `at most ${limits.depth} levels of nesting`,
    too_many_nodes: `at most ${limits.nodes} values in total`,
    payload_too_large: `at most ${limits.chars} bytes`,
    unsafe_value: 'plain JSON data',
  }
  const suggestion = fault.kind === 'unsafe_value' ? 'Leave it out.' : fault.kind === 'too_deep' ? 'Flatten it.' : 'Reference the data: {"$artifact": REF}.'
  return { code: fault.kind, pointer: fault.pointer, expected: expected[fault.kind], ...(fault.found ? { received: fault.found } : {}), suggestion }
}
