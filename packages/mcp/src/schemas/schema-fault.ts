import { compileSchema } from '@pf/core/internal'
import { Ajv } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'

const classes = { Ajv, Ajv2020 }

/** Compiles a schema of a server; `reason` explains why it cannot be used. */
export const compileServerSchema = (schema: unknown) => compileSchema(schema, classes)

/** Returns the reason why a schema of a server cannot be used, or undefined for a usable schema. */
export function schemaFault(schema: unknown): string | undefined {
  const compiled = compileServerSchema(schema)
  return compiled.ok ? undefined : compiled.reason
}
