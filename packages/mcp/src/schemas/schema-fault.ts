import { isRecord, walkJson } from '@pf/core/internal'
import { Ajv } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'

/** More than any real tool needs. Validation against a larger schema could take very long. */
const limits = { nodes: 20_000, depth: 64, branches: 500, chars: 400_000, patternChars: 200 }
const branching = new Set(['allOf', 'anyOf', 'oneOf', 'dependentSchemas', 'dependencies', 'if', 'not'])

/**
 * Explains why a schema of a server cannot be used; returns undefined when it can. Draft-07 and 2020-12 are supported. References may only point
 * inside the document, since nothing is fetched. Size, depth, number of branches and patterns are limited.
 */
export function schemaFault(schema: unknown): string | undefined {
  if (typeof schema === 'boolean') return undefined
  if (!isRecord(schema)) return 'it is not a JSON Schema'
  return sizeFault(schema) ?? compileFault(schema)
}

function sizeFault(schema: object): string | undefined {
  let nodes = 0
  let branches = 0
  try {
    for (const { key, value } of walkJson(schema, { maxDepth: limits.depth })) {
      nodes += 1
      if (nodes > limits.nodes) return `it has more than ${limits.nodes} parts`
      if (typeof key === 'string' && branching.has(key)) branches += Array.isArray(value) ? value.length : 1
      if (branches > limits.branches) return `it has more than ${limits.branches} alternatives`
      if ((key === '$ref' || key === '$dynamicRef') && typeof value === 'string' && !value.startsWith('#'))
        return `it refers to ${value.slice(0, 100)}, and references to other documents are not fetched`
      if (key === 'pattern' && typeof value === 'string' && isCostly(value)) return `its pattern ${value.slice(0, 60)} could take exponential time`
    }
  } catch {
    return `it is nested deeper than ${limits.depth} levels`
  }
  return JSON.stringify(schema).length > limits.chars ? `it is longer than ${limits.chars} characters` : undefined
}

/** True for nested quantifiers and for very long patterns. */
const isCostly = (pattern: string) => pattern.length > limits.patternChars || /\([^)]*[*+}][^)]*\)\s*[*+{]/.test(pattern)

/** Each schema is compiled with its own Ajv instance, because two tools may use the same `$id`. */
function compileFault(schema: Record<string, unknown>): string | undefined {
  const dialect = typeof schema.$schema === 'string' ? schema.$schema : undefined
  const older = dialect?.includes('draft-07') || dialect?.includes('draft-06')
  if (dialect !== undefined && !older && !dialect.includes('2020-12') && !dialect.includes('2019-09'))
    return `its dialect ${dialect.slice(0, 100)} is not supported`
  const settings = { strict: false, validateFormats: false, logger: false, ownProperties: true } as const
  try {
    const ajv = older ? new Ajv(settings) : new Ajv2020(settings)
    ajv.compile(schema)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message.slice(0, 200) : 'it does not compile'
  }
}
