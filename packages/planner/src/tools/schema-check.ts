import { formatPointer, type JsonSchema, readPointer, type ValidationIssue } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import { Ajv, type ErrorObject, type Options } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
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
function toIssues(errors: readonly ErrorObject[], root: unknown): ValidationIssue[] {
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

/** A compiled JSON Schema. `check` may put defaults into `value` when the compiler was made with `defaults`. */
export interface SchemaCheck {
  check(value: unknown): { ok: true } | { ok: false; issues: ValidationIssue[]; errors: readonly ErrorObject[] }
}

type AjvCore = Ajv | Ajv2020

/** Compiles schemas; one for all tools of an agent. */
export type SchemaCompiler = (schema: JsonSchema) => SchemaCheck

/** `strict: false`: keywords of ours such as `artifact`, and of others, are no faults; `logger: false`: nothing of a schema goes to a console. */
const base: Options = { strict: false, strictNumbers: true, ownProperties: true, logger: false, validateFormats: false, addUsedSchema: false }

/**
 * Creates a compiler for draft-07 and 2020-12, told apart by `$schema`; without it 2020-12, and draft-07 where that does not compile.
 * Compiling throws for a schema that is none.
 */
export function createSchemaCompiler(options: { defaults: boolean; allErrors: boolean }): SchemaCompiler {
  const settings: Options = { ...base, allErrors: options.allErrors, verbose: true, useDefaults: options.defaults }
  const newer = once(() => new Ajv2020(settings))
  const older = once(() => new Ajv(settings))
  return (schema) => {
    const validate = compile(schema, { newer, older })
    return {
      check: (value) => {
        if (validate(value)) return { ok: true }
        const errors = validate.errors ?? []
        return { ok: false, issues: toIssues(errors, value), errors }
      },
    }
  }
}

/** An instance compiles its meta-schema first, which takes longer than most tools' schemas: one is made when it is needed, and shared. */
function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}

function compile(schema: JsonSchema, { newer, older }: { newer: () => AjvCore; older: () => AjvCore }) {
  const dialect = isRecord(schema) && typeof schema.$schema === 'string' ? schema.$schema : undefined
  if (dialect?.includes('draft-07') || dialect?.includes('draft-06')) return compileWith(older(), schema)
  try {
    return compileWith(newer(), schema)
  } catch (error) {
    if (dialect !== undefined) throw error
    return compileWith(older(), schema)
  }
}

/** Not kept by the instance: two tools may use one `$id`, and agents come and go. */
function compileWith(ajv: AjvCore, schema: JsonSchema) {
  const validate = ajv.compile(schema)
  ajv.removeSchema(schema)
  return validate
}
