import type { ValidationIssue } from '@pf/core'
import { formatPointer, readPointer } from '@pf/core'
import type { ErrorObject } from 'ajv'
import { nearestNames } from '../util/nearest-names.ts'

const maxIssues = 20

type Describe = (error: ErrorObject) => Partial<ValidationIssue> & { at?: string }

const param = (error: ErrorObject, name: string): string => {
  const value: unknown = error.params[name]
  return Array.isArray(value) ? value.slice(0, 20).map(String).join(' | ') : String(value)
}

const table = {
  required: (error) => ({ at: param(error, 'missingProperty'), expected: 'a value; it is required', received: 'nothing' }),
  additionalProperties: (error) => ({ at: param(error, 'additionalProperty'), expected: 'no such property', ...nearestProperty(error) }),
  type: (error) => ({ expected: param(error, 'type') }),
  enum: (error) => ({ expected: `one of ${param(error, 'allowedValues')}` }),
  const: (error) => ({ expected: JSON.stringify(error.params.allowedValue) ?? '' }),
} satisfies Record<string, Describe>

/** Turns ajv's errors into issues that a model can act on: at most 20, with the type of the value and never the value itself. */
export function toIssues(errors: readonly ErrorObject[], root: unknown): ValidationIssue[] {
  return errors.slice(0, maxIssues).map((error) => toIssue(error, root))
}

function toIssue(error: ErrorObject, root: unknown): ValidationIssue {
  const describe: Describe | undefined = Object.hasOwn(table, error.keyword) ? table[error.keyword as keyof typeof table] : undefined
  const { at, ...found } = describe?.(error) ?? {}
  const pointer = at === undefined ? error.instancePath : `${error.instancePath}${formatPointer([at])}`
  const issue: ValidationIssue = { code: error.keyword, pointer, expected: (error.message ?? 'a valid value').slice(0, 200), ...found }
  if (issue.received === undefined) issue.received = typeAt(root, error.instancePath, at)
  return issue
}

function typeAt(root: unknown, pointer: string, at: string | undefined): string {
  const { value } = readPointer(root, at === undefined ? pointer : `${pointer}${formatPointer([at])}`)
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

function nearestProperty(error: ErrorObject): { suggestion?: string } {
  const known: unknown = error.parentSchema?.properties
  if (typeof known !== 'object' || known === null) return {}
  const [nearest] = nearestNames(param(error, 'additionalProperty'), Object.keys(known), 1)
  return nearest === undefined ? {} : { suggestion: nearest }
}
