import type { JsonSchema } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import { createSchemaReader, type SchemaLocation, typesAt } from '../../plans/schema-location.ts'

const limits = { paths: 40, depth: 4 }

/** Returns the paths into the output of a tool that later calls can reference, with their types: `$N.output.artifact.title (string)`. */
export function outputPaths(output: JsonSchema | undefined): string[] {
  if (output === undefined) return []
  const read = createSchemaReader(output)
  const found: string[] = []
  const visit = (location: SchemaLocation, path: string, depth: number) => {
    if (found.length >= limits.paths) return
    const types = typesAt(location)
    found.push(types && types.size > 0 ? `${path} (${[...types].join(' or ')})` : path)
    if (depth === limits.depth) return
    for (const [name, schema] of fieldsOf(location)) visit(read(schema), `${path}.${name}`, depth + 1)
  }
  visit(read(output), '$N.output', 0)
  return found
}

/** Matches names that the reference grammar can express. */
const writable = /^[^\s.[\]${}"'`]+$/

function fieldsOf({ any }: SchemaLocation): [string, unknown][] {
  const all = any.flat().flatMap(({ properties }) => (isRecord(properties) ? Object.entries(properties) : []))
  return [...new Map(all.filter(([name]) => writable.test(name)))]
}
