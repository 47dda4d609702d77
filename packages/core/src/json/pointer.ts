/** Splits an RFC 6901 pointer into its tokens. Returns undefined if it is malformed or not a string. "" refers to the whole document. */
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

/** Reads the value at a pointer, considering own properties only. `found` is false if the path does not exist. Never throws. */
export function readPointer(root: unknown, pointer: string): { found: boolean; value?: unknown } {
  const tokens = parsePointer(pointer)
  return tokens ? readTokens(root, tokens) : { found: false }
}

/** Reads the value at a pointer that is already split into tokens. */
export function readTokens(root: unknown, tokens: readonly string[]): { found: boolean; value?: unknown } {
  let value = root
  for (const token of tokens) {
    const isMember = !Array.isArray(value) || /^(0|[1-9]\d*)$/.test(token)
    if (typeof value !== 'object' || value === null || !isMember || !Object.hasOwn(value, token)) return { found: false }
    value = (value as Record<string, unknown>)[token]
  }
  return { found: true, value }
}

/** Decodes percent-encoded text, such as a pointer in the fragment of a URI. Returns undefined if it is malformed. */
export function decodePercent(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
