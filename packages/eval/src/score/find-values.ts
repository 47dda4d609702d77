import { parsePointer } from '@pf/core'

const maxValues = 50_000

/**
 * Returns the values at a pointer whose `*` stands for every item of a list, or for the value itself if it is no list: charts accept one
 * series in place of a list. A name below a list stands for that name in every item. At most 50,000 values.
 */
export function findValues(root: unknown, pointer: string): unknown[] {
  let found: unknown[] = [root]
  for (const token of parsePointer(pointer) ?? []) found = found.flatMap((value) => below(value, token)).slice(0, maxValues)
  return found
}

function below(value: unknown, token: string): unknown[] {
  if (value === undefined || value === null) return []
  if (token === '*') return Array.isArray(value) ? value : [value]
  if (typeof value !== 'object') return []
  if (Object.hasOwn(value, token)) return [Reflect.get(value, token)]
  return Array.isArray(value) ? value.flatMap((item) => below(item, token)) : []
}
