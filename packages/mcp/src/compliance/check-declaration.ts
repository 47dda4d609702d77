import type { Tool } from '@modelcontextprotocol/client'
import { isRecord } from '@pf/core'
import { schemaFault } from '../schemas/schema-fault.ts'

/** One line of the checklist. `skip`: it could not be looked at. */
export interface Check {
  id: string
  status: 'pass' | 'fail' | 'skip'
  detail: string
}

/** A check by its outcome. */
export const check = (id: string, passed: boolean, [yes, no]: readonly [string, string]): Check => ({
  id,
  status: passed ? 'pass' : 'fail',
  detail: passed ? yes : no,
})

/** Fields of the standard shape. */
export const standardFields = ['artifact_id', 'artifact', '_metadata'] as const
/** Fields of its `_metadata`. */
export const metadataFields = ['context_id', 'request_id', 'trace_id', 'user_id', 'tool_name', 'executed_at'] as const

/** What a tool says of itself: description, schemas, the standard shape, and which fields later calls can use. */
export function checkDeclaration({ description, inputSchema, outputSchema }: Tool, standard: boolean): { checks: Check[]; references: string[] } {
  const references = outputSchema === undefined ? [] : referencesOf(outputSchema, '$N.output', 0)
  const declared = isRecord(outputSchema) && isRecord(outputSchema.properties) ? outputSchema.properties : {}
  const missing = standardFields.filter((field) => !Object.hasOwn(declared, field))
  const fault = schemaFault(inputSchema) ?? (outputSchema === undefined ? undefined : schemaFault(outputSchema))
  const checks = [
    check('description', (description ?? '').trim() !== '', ['It says what it does.', 'It has no description.']),
    check('schemas', fault === undefined, ['Both schemas can be used.', fault ?? '']),
    check('output_schema', outputSchema !== undefined, ['It declares its output.', 'It declares no outputSchema, so nothing can refer to its output.']),
    ...(standard && outputSchema !== undefined
      ? [
          check('standard_shape', missing.length === 0, [
            'The output has artifact_id, artifact and _metadata.',
            `The outputSchema lacks ${missing.join(', ')}.`,
          ]),
        ]
      : []),
    ...(outputSchema === undefined
      ? []
      : [check('references', references.length > 1, ['Its fields can be referred to.', 'The outputSchema names no fields.'])]),
  ]
  return { checks, references }
}

/** Declared fields as a plan refers to them, three levels deep, at most 60. */
function referencesOf(schema: unknown, path: string, depth: number): string[] {
  if (!isRecord(schema) || !isRecord(schema.properties) || depth === 3) return [path]
  const below = Object.entries(schema.properties).flatMap(([name, property]) => referencesOf(property, `${path}.${name}`, depth + 1))
  return [path, ...below].slice(0, 60)
}
