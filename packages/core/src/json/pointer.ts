/** Splits an RFC 6901 pointer into its tokens; undefined when it is malformed or no string. "" is the whole. */
export function parsePointer(pointer: string): string[] | undefined {
  if (pointer === '') return []
  if (typeof pointer !== 'string' || !pointer.startsWith('/') || /~(?![01])/.test(pointer)) return undefined
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
  return tokens ? readTokens(root, tokens) : { found: false }
}

/** The same for a pointer that is split already. */
export function readTokens(root: unknown, tokens: readonly string[]): { found: boolean; value?: unknown } {
  let value = root
  for (const token of tokens) {
    const isPlace = !Array.isArray(value) || /^(0|[1-9]\d*)$/.test(token)
    if (typeof value !== 'object' || value === null || !isPlace || !Object.hasOwn(value, token)) return { found: false }
    value = (value as Record<string, unknown>)[token]
  }
  return { found: true, value }
}
