import { isRecord, type JsonObject } from '@pf/core'

type Content = Record<string, string | number | boolean | string[]>

/** The answer of a form as the server wants it: fields of its schema only, in the types that it takes. */
export function fromFormResult(result: JsonObject, schema: unknown): Content {
  const properties = isRecord(schema) && isRecord(schema.properties) ? schema.properties : {}
  const entries = Object.entries(result).flatMap(([name, value]): [string, Content[string]][] => {
    if (!Object.hasOwn(properties, name)) return []
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return [[name, value]]
    return Array.isArray(value) ? [[name, value.map(String)]] : []
  })
  return Object.fromEntries(entries)
}
