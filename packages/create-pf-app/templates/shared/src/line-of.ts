const tokens = /\/\/[^\n]*|\/\*[\s\S]*?\*\/|'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|`(?:\\.|[^`\\])*`|[\w$]+|\S/g

/** An open bracket: its path, and the member that is being read inside it. */
interface Level {
  path: readonly string[]
  member: string | undefined
  list: boolean
}

/**
 * Returns the line, from 1, of a member of the object literal in a source text, such as ['store', 'file']; if it is not written there, the
 * line of the nearest member around it. Undefined if none is found.
 */
export function lineOf(source: string, path: readonly PropertyKey[]): number | undefined {
  const wanted = path.map(String)
  let best: { depth: number; line: number } | undefined
  let levels: Level[] = []
  let before = ''
  const found = (members: readonly string[], at: number) => {
    if (members.length > (best?.depth ?? 0) && members.every((member, index) => member === wanted[index]))
      best = { depth: members.length, line: source.slice(0, at).split('\n').length }
  }
  for (const { 0: token, index } of source.matchAll(tokens)) {
    if (token.startsWith('//') || token.startsWith('/*')) continue
    const level = levels.at(-1)
    if (token === '{' || token === '[') {
      const inner = level ? [...level.path, ...(level.member === undefined ? [] : [level.member])] : []
      if (token === '[') found([...inner, '0'], index)
      levels = [...levels, { path: inner, member: token === '[' ? '0' : undefined, list: token === '[' }]
    } else if (token === '}' || token === ']') levels = levels.slice(0, -1)
    else if (token === ':' && level && !level.list) {
      level.member = before.replaceAll(/^['"]|['"]$/g, '')
      found([...level.path, level.member], index)
    } else if (token === ',' && level?.list) {
      level.member = String(Number(level.member) + 1)
    } else if (level?.list) found([...level.path, level.member ?? '0'], index)
    before = token
  }
  return best?.line
}
