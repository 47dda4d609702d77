import { formatPointer, type JsonValue, type PathState } from '@pf/core'

/** A slow and simple parser of truncated JSON, with which tests compare: the value so far, and the paths that are incomplete. */
export function partialParse(text: string): { value: JsonValue | undefined; pathState(pointer: string): PathState } {
  const pending = new Set<string>()
  const known = new Set<string>()
  let at = 0
  const space = () => {
    while (/\s/.test(text[at] ?? '')) at++
  }
  const text_ = (): { value: string; open: boolean } => {
    const end = /^"(?:[^"\\]|\\.)*"/s.exec(text.slice(at))
    if (end) {
      at += end[0].length
      return { value: JSON.parse(end[0]) as string, open: false }
    }
    const rest = text.slice(at + 1)
    at = text.length
    return { value: JSON.parse(`"${rest.replace(/(?<!\\)((?:\\\\)*)\\(?:u[0-9a-fA-F]{0,3})?$/, '$1')}"`) as string, open: true }
  }
  const note = (path: (string | number)[], open: boolean) => {
    known.add(formatPointer(path))
    if (open) pending.add(formatPointer(path))
  }
  const read = (path: (string | number)[]): JsonValue | undefined => {
    space()
    const first = text[at]
    if (first === '{') return readObject(path)
    if (first === '[') return readArray(path)
    if (first === '"') {
      const { value, open } = text_()
      note(path, open)
      return value
    }
    const token = /^[^,\]}\s]*/.exec(text.slice(at))?.[0] ?? ''
    at += token.length
    try {
      const value = JSON.parse(token) as JsonValue
      note(path, typeof value === 'number' && at === text.length)
      return value
    } catch {
      return undefined
    }
  }
  const readArray = (path: (string | number)[]): JsonValue => {
    const items: JsonValue[] = []
    at++
    for (;;) {
      space()
      if (text[at] === ']') break
      const value = read([...path, items.length])
      if (value !== undefined) items.push(value)
      space()
      if (text[at] !== ',') break
      at++
    }
    note(path, text[at] !== ']')
    at++
    return items
  }
  const readObject = (path: (string | number)[]): JsonValue => {
    const record: Record<string, JsonValue> = {}
    at++
    for (;;) {
      space()
      if (text[at] !== '"') break
      const key = text_()
      space()
      if (key.open || text[at] !== ':') break
      at++
      const value = read([...path, key.value])
      if (value !== undefined) record[key.value] = value
      space()
      if (text[at] !== ',') break
      at++
    }
    note(path, text[at] !== '}')
    at++
    return record
  }
  const value = read([])
  return { value, pathState: (pointer) => (pending.has(pointer) ? 'pending' : known.has(pointer) ? 'complete' : 'absent') }
}
