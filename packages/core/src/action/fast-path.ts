/** Escapes that can spell a key. */
const spelledOut = /\\u00[567]/

/** What the direct path gives: a parsed value, or the news that it nests too deep. */
export type ParsedDirectly = { kind: 'value'; value: unknown } | { kind: 'deep' }

/**
 * Parses clean output with JSON.parse; undefined sends the text to the tolerant way. That is also the way of every text in which
 * next_node, args, answer or raw_answer may stand twice in one object, which JSON.parse would decide differently.
 */
export function parseDirectly(text: string, maxDepth: number): ParsedDirectly | undefined {
  const trimmed = isBraced(text) ? text : text.trim()
  if (!isBraced(trimmed)) return undefined
  let value: unknown
  try {
    value = JSON.parse(trimmed)
  } catch {
    return undefined
  }
  if (isDeeper(value, maxDepth)) return { kind: 'deep' }
  return mayRepeatKeys(trimmed, value) ? undefined : { kind: 'value', value }
}

function isBraced(text: string): boolean {
  return text.charCodeAt(0) === 123 && text.charCodeAt(text.length - 1) === 125
}

/** True when the value has more levels than allowed; goes no deeper than that itself. */
function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (levels === 0) return true
  if (!Array.isArray(value)) return hasDeeper(value as Record<string, unknown>, levels - 1)
  for (const item of value) if (typeof item === 'object' && isDeeper(item, levels - 1)) return true
  return false
}

function hasDeeper(value: Record<string, unknown>, levels: number): boolean {
  for (const key in value) {
    const item = value[key]
    if (typeof item === 'object' && isDeeper(item, levels)) return true
  }
  return false
}

/** How often each watched key stands in a text or tree. */
interface KeyCounts {
  next_node: number
  args: number
  answer: number
  raw_answer: number
}

/** Cheap first: a key spelled once stands once. Else each key of the tree must account for each of its spellings. */
function mayRepeatKeys(text: string, value: unknown): boolean {
  if (spelledOut.test(text)) return true
  const nodes = count(text, '"next', '_node"')
  const args = count(text, '"ar', 'gs"')
  const answers = count(text, '"ans', 'wer"')
  const synonyms = count(text, '"raw', '_answer"')
  if (nodes <= 1 && args <= 1 && answers <= 1 && synonyms <= 1) return false
  const found = { next_node: 0, args: 0, answer: 0, raw_answer: 0 }
  countKeys(value, found)
  return found.next_node !== nodes || found.args !== args || found.answer !== answers || found.raw_answer !== synonyms
}

/** How often a quoted key stands in the text. Its end is what is searched for: it begins with a letter that is rare. */
function count(text: string, start: string, end: string): number {
  let found = 0
  for (let index = text.indexOf(end); index !== -1; index = text.indexOf(end, index + 1)) if (text.startsWith(start, index - start.length)) found++
  return found
}

/** Recursion is safe here: the depth was checked. */
function countKeys(value: unknown, found: KeyCounts): void {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) for (const key of ['next_node', 'args', 'answer', 'raw_answer'] as const) if (Object.hasOwn(value, key)) found[key]++
  for (const item of Object.values(value)) countKeys(item, found)
}
