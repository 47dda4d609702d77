import { unitAt } from '../../streaming/characters.ts'

/** Matches escapes that can be part of a watched key. */
const spelledOut = /\\u00[567]/
/** Each key in two parts. The search looks for the second part, because its first letter is rare in texts. */
const watched = {
  next_node: { head: '"next', tail: '_node"' },
  args: { head: '"ar', tail: 'gs"' },
  answer: { head: '"ans', tail: 'wer"' },
  raw_answer: { head: '"raw', tail: '_answer"' },
} as const

/** A key whose first occurrence may take precedence over its last one. */
type WatchedKey = keyof typeof watched

/** True if a key may be written with an escape, which a text search would not find. */
export function maySpellKeys(text: string): boolean {
  return text.includes('\\') && spelledOut.test(text)
}

/** Returns the number of occurrences of a watched key in the text, in quotes and without escapes, from an index on. */
export function countSpelled(text: string, key: WatchedKey, from = 0): number {
  const { head, tail } = watched[key]
  let found = 0
  for (let index = text.indexOf(tail, from); index !== -1; index = text.indexOf(tail, index + 1)) if (standsBefore(text, head, index)) found++
  return found
}

/** True if the word ends at the index. For short words this is faster than `startsWith`. */
function standsBefore(text: string, word: string, end: number): boolean {
  const start = end - word.length
  if (start < 0) return false
  for (let index = word.length - 1; index >= 0; index--) if (unitAt(text, start + index) !== unitAt(word, index)) return false
  return true
}

/**
 * True if a watched key may occur twice in one object. A key that the text contains once cannot; otherwise the keys of the value are
 * counted and compared with the text.
 */
export function mayRepeatKeys(text: string, value: object): boolean {
  if (maySpellKeys(text)) return true
  const nodes = countSpelled(text, 'next_node')
  const args = countSpelled(text, 'args')
  const answers = countSpelled(text, 'answer')
  const synonyms = countSpelled(text, 'raw_answer')
  if (nodes <= 1 && args <= 1 && answers <= 1 && synonyms <= 1) return false
  const found = { next_node: 0, args: 0, answer: 0, raw_answer: 0 }
  countKeys(value, found)
  return found.next_node !== nodes || found.args !== args || found.answer !== answers || found.raw_answer !== synonyms
}

/** The recursion is safe because the depth was already checked. */
function countKeys(value: object, found: Record<WatchedKey, number>): void {
  if (Array.isArray(value)) countInItems(value, found)
  else countInMembers(value as Record<string, unknown>, found)
}

function countInItems(items: readonly unknown[], found: Record<WatchedKey, number>): void {
  for (const item of items) if (typeof item === 'object' && item !== null) countKeys(item, found)
}

function countInMembers(members: Record<string, unknown>, found: Record<WatchedKey, number>): void {
  for (const key in members) {
    if (isWatched(key) && Object.hasOwn(members, key)) found[key]++
    const item = members[key]
    if (typeof item === 'object' && item !== null) countKeys(item, found)
  }
}

function isWatched(key: string): key is WatchedKey {
  return key === 'args' || key === 'next_node' || key === 'answer' || key === 'raw_answer'
}

/**
 * True if a key may occur twice in one object of a text whose value was parsed: the number of colons in the text is not that of its keys and
 * strings. Takes about as long as parsing.
 */
export function mayRepeatAnyKey(text: string, value: object): boolean {
  return countColons(text) !== colonsOf(value)
}

/** Counts colons. A colon that is written as an escape makes the counts differ. */
function countColons(text: string): number {
  let found = 0
  for (let index = text.indexOf(':'); index !== -1; index = text.indexOf(':', index + 1)) found++
  return found
}

/** Counts the colons in the keys and strings of a value, and one for each key. The recursion is safe because the depth was checked before. */
function colonsOf(value: unknown): number {
  if (typeof value === 'string') return countColons(value)
  if (typeof value !== 'object' || value === null) return 0
  let found = 0
  if (Array.isArray(value)) for (const item of value) found += colonsOf(item)
  else for (const key in value) found += 1 + countColons(key) + colonsOf((value as Record<string, unknown>)[key])
  return found
}
