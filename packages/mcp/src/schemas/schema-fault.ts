import { isRecord, walkJson } from '@pf/core'
import { Ajv } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'

/** More than any tool needs; beyond it a schema may be made to cost time. */
const most = { nodes: 20_000, depth: 64, branches: 500, chars: 400_000, patternChars: 200 }
const branching = new Set(['allOf', 'anyOf', 'oneOf', 'dependentSchemas', 'dependencies', 'if', 'not'])

/**
 * Why a schema of a server cannot be used; undefined when it can. Draft-07 and 2020-12; references only inside the document, nothing is ever
 * fetched; bounded in size, depth, branches and patterns.
 */
export function schemaFault(schema: unknown): string | undefined {
  if (typeof schema === 'boolean') return undefined
  if (!isRecord(schema)) return 'it is no JSON Schema'
  return sizeFault(schema) ?? compileFault(schema)
}

function sizeFault(schema: object): string | undefined {
  let nodes = 0
  let branches = 0
  try {
    for (const { key, value } of walkJson(schema, { maxDepth: most.depth })) {
      nodes += 1
      if (nodes > most.nodes) return `it has more than ${most.nodes} parts`
      if (typeof key === 'string' && branching.has(key)) branches += Array.isArray(value) ? value.length : 1
      if (branches > most.branches) return `it has more than ${most.branches} alternatives`
      if ((key === '$ref' || key === '$dynamicRef') && typeof value === 'string' && !value.startsWith('#'))
        return `it refers to ${value.slice(0, 100)}, and nothing is fetched`
      if (key === 'pattern' && typeof value === 'string' && isCostly(value)) return `its pattern ${value.slice(0, 60)} could take for ever`
    }
  } catch {
    return `it is nested deeper than ${most.depth} levels`
  }
  return JSON.stringify(schema).length > most.chars ? `it is longer than ${most.chars} characters` : undefined
}

/** A repetition inside a repetition, or a very long pattern. */
const isCostly = (pattern: string) => pattern.length > most.patternChars || /\([^)]*[*+}][^)]*\)\s*[*+{]/.test(pattern)

/** An instance of its own for each schema: two tools may use one `$id`. */
function compileFault(schema: Record<string, unknown>): string | undefined {
  const dialect = typeof schema.$schema === 'string' ? schema.$schema : undefined
  const older = dialect?.includes('draft-07') || dialect?.includes('draft-06')
  if (dialect !== undefined && !older && !dialect.includes('2020-12') && !dialect.includes('2019-09'))
    return `its dialect ${dialect.slice(0, 100)} is not known`
  const settings = { strict: false, validateFormats: false, logger: false, ownProperties: true } as const
  try {
    const ajv = older ? new Ajv(settings) : new Ajv2020(settings)
    ajv.compile(schema)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message.slice(0, 200) : 'it does not compile'
  }
}
