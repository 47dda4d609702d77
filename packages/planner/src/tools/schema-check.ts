import type { JsonSchema, ValidationIssue } from '@pf/core'
import { isRecord } from '@pf/core'
import { Ajv, type ErrorObject, type Options } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { toIssues } from './ajv-issues.ts'

/** A compiled JSON Schema. `check` may put defaults into `value` when the compiler was made with `defaults`. */
export interface SchemaCheck {
  check(value: unknown): { ok: true } | { ok: false; issues: ValidationIssue[]; errors: readonly ErrorObject[] }
}

/** Compiles schemas; one for all tools of an agent. */
export type SchemaCompiler = (schema: JsonSchema) => SchemaCheck

/** `strict: false`: keywords of ours such as `artifact`, and of others, are no faults; `logger: false`: nothing of a schema goes to a console. */
const base: Options = { strict: false, strictNumbers: true, ownProperties: true, logger: false, validateFormats: false }

/**
 * Creates a compiler for draft-07 and 2020-12, told apart by `$schema`; without it 2020-12, and draft-07 where that does not compile.
 * Compiling throws for a schema that is none.
 */
export function createSchemaCompiler(options: { defaults: boolean; allErrors: boolean }): SchemaCompiler {
  const settings: Options = { ...base, allErrors: options.allErrors, verbose: true, useDefaults: options.defaults }
  return (schema) => {
    const validate = compile(schema, settings)
    return {
      check: (value) => {
        if (validate(value)) return { ok: true }
        const errors = validate.errors ?? []
        return { ok: false, issues: toIssues(errors, value), errors }
      },
    }
  }
}

// A fresh instance for each schema: two tools may use one `$id`.
function compile(schema: JsonSchema, settings: Options) {
  const dialect = isRecord(schema) && typeof schema.$schema === 'string' ? schema.$schema : undefined
  if (dialect?.includes('draft-07') || dialect?.includes('draft-06')) return new Ajv(settings).compile(schema)
  try {
    return new Ajv2020(settings).compile(schema)
  } catch (error) {
    if (dialect !== undefined) throw error
    return new Ajv(settings).compile(schema)
  }
}
