import { formatPointer, type JsonSchema, PfError, readPointer, type ValidationIssue } from '@pf/core'
import { type CompileOptions, compileSchema, type SchemaError } from '@pf/core/internal'
import { Ajv } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { nearestNames } from '../util/nearest-names.ts'

const maxIssues = 20

type Describe = (error: SchemaError) => Partial<ValidationIssue> & { at?: string }

const param = (error: SchemaError, name: string): string => {
  const value: unknown = error.params[name]
  return Array.isArray(value) ? value.slice(0, 20).map(String).join(' | ') : String(value)
}

const table = {
  required: (error) => ({ at: param(error, 'missingProperty'), expected: 'a value, which is required', received: 'nothing' }),
  additionalProperties: (error) => ({ at: param(error, 'additionalProperty'), expected: 'no such property', ...nearestProperty(error) }),
  type: (error) => ({ expected: param(error, 'type') }),
  enum: (error) => ({ expected: `one of ${param(error, 'allowedValues')}` }),
  const: (error) => ({ expected: JSON.stringify(error.params.allowedValue) ?? '' }),
} satisfies Record<string, Describe>

/** Converts ajv's errors to issues that a model can correct: at most 20, with the type of the value and never the value itself. */
function toIssues(errors: readonly SchemaError[], root: unknown): ValidationIssue[] {
  return errors.slice(0, maxIssues).map((error) => toIssue(error, root))
}

function toIssue(error: SchemaError, root: unknown): ValidationIssue {
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

function nearestProperty(error: SchemaError): { suggestion?: string } {
  const known: unknown = error.parentSchema?.properties
  if (typeof known !== 'object' || known === null) return {}
  const [nearest] = nearestNames(param(error, 'additionalProperty'), Object.keys(known), 1)
  return nearest === undefined ? {} : { suggestion: nearest }
}

/** A compiled JSON Schema. `check` may insert defaults into `value` if it was compiled with `defaults`. */
export interface SchemaCheck {
  check(value: unknown): { ok: true } | { ok: false; issues: ValidationIssue[]; errors: readonly SchemaError[] }
}

const classes = { Ajv, Ajv2020 }

/** Compiles a schema of draft-07 or 2020-12. Throws PfError `invalid_config` with the reason if a schema is refused. */
export function compileCheck(schema: JsonSchema, options: CompileOptions): SchemaCheck {
  const compiled = compileSchema(schema, classes, options)
  if (!compiled.ok) throw new PfError('invalid_config', compiled.reason)
  return {
    check: (value) => {
      const result = compiled.check(value)
      if (result.ok) return result
      return { ok: false, issues: result.stopped ? [stoppedIssue(value)] : toIssues(result.errors, value), errors: result.errors }
    },
  }
}

const stoppedIssue = (value: unknown): ValidationIssue => ({
  code: 'check_stopped',
  pointer: '',
  expected: 'a smaller or flatter value: its check was stopped because it takes too long',
  received: typeAt(value, '', undefined),
})
