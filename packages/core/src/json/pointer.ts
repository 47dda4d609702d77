/** Splits an RFC 6901 pointer into its tokens; undefined when it is malformed. "" is the whole. */
export function parsePointer(pointer: string): string[] | undefined {
  if (pointer === '') return []
  if (!pointer.startsWith('/') || /~(?![01])/.test(pointer)) return undefined
  return pointer
    .slice(1)
    .split('/')
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))
}

/** Joins tokens to an RFC 6901 pointer. */
export function formatPointer(tokens: readonly (string | number)[]): string {
  return tokens.map((token) => `/${String(token).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}

/** Reads own properties only; `found` is false where the path leaves the data. Throws nothing. */
export function readPointer(root: unknown, pointer: string): { found: boolean; value?: unknown } {
  const tokens = parsePointer(pointer)
  if (!tokens) return { found: false }
  let value = root
  for (const token of tokens) {
    if (Array.isArray(value)) {
      if (!/^(0|[1-9]\d*)$/.test(token) || Number(token) >= value.length) return { found: false }
      value = value[Number(token)]
    } else if (typeof value === 'object' && value !== null && Object.hasOwn(value, token)) {
      value = (value as Record<string, unknown>)[token]
    } else return { found: false }
  }
  return { found: true, value }
}
