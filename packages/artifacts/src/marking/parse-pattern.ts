/** A regular expression of the common subset as a tree. */
export type PatternNode =
  | { kind: 'one'; matches: (character: string) => boolean }
  | { kind: 'start' | 'end' }
  | { kind: 'all' | 'any'; parts: PatternNode[] }
  | { kind: 'repeat'; part: PatternNode; min: number; max: number }

const longestPattern = 300
const mostSteps = 200

class Unsupported extends Error {}

/** Parses literals, `.`, classes, `\d\w\s`, groups, alternation, anchors and quantifiers; undefined for anything else or when it is too large. */
export function parsePattern(pattern: string): PatternNode | undefined {
  if (pattern.length > longestPattern) return undefined
  try {
    const reader = { text: pattern, at: 0, depth: 0 }
    const node = readChoice(reader)
    return reader.at === pattern.length && sizeOf(node) <= mostSteps ? node : undefined
  } catch {
    return undefined
  }
}

interface Reader {
  text: string
  at: number
  depth: number
}

function sizeOf(node: PatternNode): number {
  if (node.kind === 'repeat') return (Number.isFinite(node.max) ? node.max : node.min + 1) * (sizeOf(node.part) + 1) + 2
  if (node.kind === 'all' || node.kind === 'any') return node.parts.reduce((sum, part) => sum + sizeOf(part) + 1, 1)
  return 1
}

function readChoice(reader: Reader): PatternNode {
  const parts = [readSequence(reader)]
  while (reader.text[reader.at] === '|') {
    reader.at++
    parts.push(readSequence(reader))
  }
  return parts.length === 1 && parts[0] ? parts[0] : { kind: 'any', parts }
}

function readSequence(reader: Reader): PatternNode {
  const parts: PatternNode[] = []
  while (reader.at < reader.text.length && !'|)'.includes(reader.text[reader.at] ?? '')) parts.push(readQuantified(reader))
  return { kind: 'all', parts }
}

function readQuantified(reader: Reader): PatternNode {
  const part = readAtom(reader)
  const match = /^(?:([*+?])|\{(\d{1,3})(,?)(\d{0,3})\})\??/.exec(reader.text.slice(reader.at))
  if (!match) return part
  reader.at += match[0].length
  const [, sign, low, comma, high] = match
  const min = sign ? (sign === '+' ? 1 : 0) : Number(low)
  const max = sign ? (sign === '?' ? 1 : Number.POSITIVE_INFINITY) : boundOf(min, comma, high)
  if (max < min || part.kind === 'start' || part.kind === 'end') throw new Unsupported()
  return { kind: 'repeat', part, min, max }
}

function boundOf(min: number, comma: string | undefined, high: string | undefined): number {
  if (!comma) return min
  return high ? Number(high) : Number.POSITIVE_INFINITY
}

function readAtom(reader: Reader): PatternNode {
  const rest = reader.text.slice(reader.at)
  if (rest.startsWith('(')) return readGroup(reader, rest)
  const single = /^(?:\[(?:\\.|[^\]\\])+\]|\\[dDwWsS.*+?^$(){}|[\]/\\-]|\\[tnrfv]|\\u[0-9a-fA-F]{4}|\\x[0-9a-fA-F]{2}|[^\\[*+?{}^$|()])/su.exec(rest)
  if (single) return readSingle(reader, single[0])
  reader.at++
  if (rest.startsWith('^')) return { kind: 'start' }
  if (rest.startsWith('$')) return { kind: 'end' }
  throw new Unsupported()
}

function readSingle(reader: Reader, source: string): PatternNode {
  reader.at += source.length
  if (source === '.') return { kind: 'one', matches: () => true }
  if (source === '\\-') return { kind: 'one', matches: (character) => character === '-' }
  const one = new RegExp(`^${source === '/' ? '\\/' : source}$`, 'su')
  return { kind: 'one', matches: (character) => one.test(character) }
}

function readGroup(reader: Reader, rest: string): PatternNode {
  const open = /^\((?:\?:|\?<[A-Za-z]\w*>)?/.exec(rest)?.[0] ?? '('
  if (rest.startsWith('(?') && open === '(') throw new Unsupported()
  if (++reader.depth > 20) throw new Unsupported()
  reader.at += open.length
  const inside = readChoice(reader)
  if (reader.text[reader.at] !== ')') throw new Unsupported()
  reader.at++
  reader.depth--
  return inside
}
