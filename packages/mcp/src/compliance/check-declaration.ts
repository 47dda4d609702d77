import type { Tool } from '@modelcontextprotocol/client'
import { isRecord } from '@pf/core/internal'
import { schemaFault } from '../schemas/schema-fault.ts'

/** The outcome of one check. A check that could not be run has the status `skip`. */
export interface Check {
  id: string
  status: 'pass' | 'fail' | 'skip'
  detail: string
}

/** Creates a check with the detail text for its outcome. */
export const check = (id: string, passed: boolean, [passDetail, failDetail]: readonly [string, string]): Check => ({
  id,
  status: passed ? 'pass' : 'fail',
  detail: passed ? passDetail : failDetail,
})

/** Required fields of the standard shape. */
export const standardFields = ['artifact_id', 'artifact', '_metadata'] as const

/** Checks the declaration of a tool: its description, its schemas, the standard shape, and the output fields that later calls can reference. */
export function checkDeclaration({ description, inputSchema, outputSchema }: Tool, standard: boolean): { checks: Check[]; references: string[] } {
  const references = outputSchema === undefined ? [] : referencesOf(outputSchema, '$N.output', 0)
  const declared = isRecord(outputSchema) && isRecord(outputSchema.properties) ? outputSchema.properties : {}
  const missing = standardFields.filter((field) => !Object.hasOwn(declared, field))
  const fault = schemaFault(inputSchema) ?? (outputSchema === undefined ? undefined : schemaFault(outputSchema))
  const checks = [
    check('description', (description ?? '').trim() !== '', ['The tool has a description.', 'The tool has no description.']),
    check('schemas', fault === undefined, ['The schemas can be used.', fault ?? '']),
    check('output_schema', outputSchema !== undefined, [
      'The tool declares an outputSchema.',
      'The tool declares no outputSchema, so plans cannot reference its output.',
    ]),
    ...(standard && outputSchema !== undefined
      ? [
          check('standard_shape', missing.length === 0, [
            'The output has artifact_id, artifact and _metadata.',
            `The outputSchema does not declare ${missing.join(', ')}.`,
          ]),
        ]
      : []),
    ...(outputSchema === undefined
      ? []
      : [check('references', references.length > 1, ['Plans can reference its output fields.', 'The outputSchema does not declare any fields.'])]),
  ]
  return { checks, references }
}

/** Returns the paths of the declared fields, three levels deep, at most 60. */
function referencesOf(schema: unknown, path: string, depth: number): string[] {
  if (!isRecord(schema) || !isRecord(schema.properties) || depth === 3) return [path]
  const below = Object.entries(schema.properties).flatMap(([name, property]) => referencesOf(property, `${path}.${name}`, depth + 1))
  return [path, ...below].slice(0, 60)
}
