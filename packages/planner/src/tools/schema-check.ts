import type { JsonSchema, ValidationIssue } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import { Ajv, type ErrorObject, type Options } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { toIssues } from './ajv-issues.ts'

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
