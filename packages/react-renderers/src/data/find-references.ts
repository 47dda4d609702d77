import type { JsonValue } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import { asReference, type RowsReference } from './as-reference.ts'

/** A reference to stored rows, and the path of keys to it. */
export interface FoundReference {
  path: readonly (string | number)[]
  reference: RowsReference
}

/** Maximum number of values to visit, equal to the limit of the server when it resolves references. */
const MAX_VALUES = 100_000

/** Maximum nesting depth. Data drawn by components is not nested deeper. It also limits the recursion. */
const MAX_DEPTH = 64

/** Returns all references to stored rows inside a value, in document order. References are not searched themselves. */
export function findReferences(value: unknown): FoundReference[] {
  const found: FoundReference[] = []
  let visited = 0
  const visit = (item: unknown, path: FoundReference['path']) => {
    if (typeof item !== 'object' || item === null || visited++ >= MAX_VALUES || path.length > MAX_DEPTH) return
    const reference = asReference(item)
    if (reference) found.push({ path, reference })
    else if (Array.isArray(item)) for (const [index, child] of item.entries()) visitChild(child, path, index)
    else for (const [key, child] of Object.entries(item)) visitChild(child, path, key)
  }
  const visitChild = (child: unknown, path: FoundReference['path'], key: string | number) => {
    if (typeof child === 'object' && child !== null) visit(child, [...path, key])
  }
  visit(value, [])
  return found
}

/** Returns a copy of the value with `rows` at the location `path`. Parts outside of the path are shared. */
export function replaceAt(value: unknown, path: FoundReference['path'], rows: readonly JsonValue[]): unknown {
  const [key, ...rest] = path
  if (key === undefined) return rows
  if (Array.isArray(value)) return value.with(Number(key), replaceAt(value[Number(key)], rest, rows))
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, name === key ? replaceAt(item, rest, rows) : item]))
}
