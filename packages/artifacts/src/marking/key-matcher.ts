import { LinearRegExp } from '@pf/core/internal'

const maxKeyLength = 128
/** Schemas come from tools, and a pattern is tested once for each key of a result. */
const maxStates = 1_000

/**
 * Returns a test of which keys a `patternProperties` pattern covers, in time linear in the key. A pattern that the linear-time engine
 * refuses (look-around, back-references, too large) and a key of more than 128 characters count as covered: hiding too much is the
 * safe side.
 */
export function createKeyMatcher(pattern: string): (key: string) => boolean {
  const compiled = compile(pattern)
  if (!compiled || compiled.states > maxStates) return () => true
  return (key) => key.length > maxKeyLength || compiled.test(key)
}

function compile(pattern: string): LinearRegExp | undefined {
  try {
    return new LinearRegExp(pattern, 'su')
  } catch {
    return undefined
  }
}
