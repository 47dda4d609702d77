/** Keys whose doubling is not decided the way JSON.parse decides it. */
const watched = ['next_node', 'args', 'answer', 'raw_answer'] as const
/** Escapes that can spell a watched key. */
const spelledOut = /\\u00[567]/i

/** What the direct path gives: a parsed value, or the news that it nests too deep. */
export type ParsedDirectly = { kind: 'value'; value: unknown } | { kind: 'deep' }

/**
 * Parses clean output with JSON.parse; undefined sends the text to the tolerant way. That is also the way of every text in which a
 * watched key may stand twice in one object: each key of the tree must account for each of its spellings in the text.
 */
export function parseDirectly(text: string, maxDepth: number): ParsedDirectly | undefined {
  if (!text.startsWith('{') || !text.endsWith('}') || spelledOut.test(text)) return undefined
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  const seen = new Map<string, number>(watched.map((key) => [key, 0]))
  if (!walk(value, maxDepth, seen)) return { kind: 'deep' }
  return watched.every((key) => spellings(text, key, seen.get(key) ?? 0)) ? { kind: 'value', value } : undefined
}

/** Counts the watched keys of the tree without recursion; false when it is deeper than allowed. */
function walk(root: unknown, maxDepth: number, seen: Map<string, number>): boolean {
  let level: object[] = typeof root === 'object' && root !== null ? [root] : []
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > maxDepth) return false
    const next: object[] = []
    for (const container of level) visit(container, next, seen)
    level = next
  }
  return true
}

function visit(container: object, next: object[], seen: Map<string, number>): void {
  const items = Array.isArray(container) ? container : Object.values(container)
  for (const item of items) if (typeof item === 'object' && item !== null) next.push(item)
  if (Array.isArray(container)) return
  for (const key of watched) if (Object.hasOwn(container, key)) seen.set(key, (seen.get(key) ?? 0) + 1)
}

/** True when the quoted key stands in the text exactly as often as expected. */
function spellings(text: string, key: string, expected: number): boolean {
  const quoted = `"${key}"`
  let count = 0
  for (let index = text.indexOf(quoted); index !== -1 && count <= expected; index = text.indexOf(quoted, index + quoted.length)) count++
  return count === expected
}
