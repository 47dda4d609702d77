/** Where two JSON values differ first, and what stands there; undefined when they are equal. */
export function firstDifference(one: unknown, other: unknown, path = ''): string | undefined {
  if (!isObject(one) || !isObject(other)) return Object.is(one, other) ? undefined : `${path || '/'}: ${describe(one)} instead of ${describe(other)}`
  for (const key of new Set([...Object.keys(one), ...Object.keys(other)])) {
    const found = firstDifference(one[key], other[key], `${path}/${key}`)
    if (found !== undefined) return found
  }
  return undefined
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const describe = (value: unknown) => (JSON.stringify(value) ?? 'nothing').slice(0, 300)
