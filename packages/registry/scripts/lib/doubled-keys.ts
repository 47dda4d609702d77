import { formatPointer } from '@pf/core'

/** Pointers of keys that stand twice in one object of a JSON text that can be read: `JSON.parse` would take the last and say nothing. */
export function doubledKeys(text: string): string[] {
  const found: string[] = []
  const open: { keys: Set<string>; at: string | number }[] = []
  let word = ''
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{},:]/g)) {
    const inner = open.at(-1)
    if (token === '{' || token === '[') open.push({ keys: new Set(), at: token === '[' ? 0 : '' })
    else if (token === '}' || token === ']') open.pop()
    else if (token === ':' && inner) {
      inner.at = JSON.parse(word) as string
      if (inner.keys.has(inner.at)) found.push(formatPointer(open.map(({ at }) => at)))
      inner.keys.add(inner.at)
    } else if (token === ',' && typeof inner?.at === 'number') inner.at++
    else word = token
  }
  return found
}
