import { setOwn } from './records.ts'

/**
 * Replaces U+0000 and lone surrogates in all strings and keys by U+FFFD. Models and tools produce such texts, but databases and encoders
 * refuse them. Returns the value itself if nothing has to change. Values nested deeper than 1,000 levels, which no store accepts, are not
 * changed.
 */
export function cleanTexts<T>(value: T): T {
  return clean(value, 0) as T
}

const maxDepth = 1_000

function clean(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return cleanText(value)
  if (typeof value !== 'object' || value === null || depth >= maxDepth) return value
  return Array.isArray(value) ? cleanItems(value, depth + 1) : cleanMembers(value as Record<string, unknown>, depth + 1)
}

function cleanText(text: string): string {
  const wellFormed = text.toWellFormed()
  return wellFormed.includes('\0') ? wellFormed.replaceAll('\0', '\ufffd') : wellFormed
}

function cleanItems(items: unknown[], depth: number): unknown[] {
  let copy: unknown[] | undefined
  for (const [index, item] of items.entries()) {
    const cleaned = clean(item, depth)
    if (cleaned !== item) copy ??= items.slice(0, index)
    copy?.push(cleaned)
  }
  return copy ?? items
}

function cleanMembers(members: Record<string, unknown>, depth: number): Record<string, unknown> {
  const entries = Object.entries(members)
  const cleaned = entries.map(([key, member]) => [cleanText(key), clean(member, depth)] as const)
  if (cleaned.every(([key, member], index) => key === entries[index]?.[0] && member === entries[index]?.[1])) return members
  const copy: Record<string, unknown> = {}
  for (const [key, member] of cleaned) setOwn(copy, key, member)
  return copy
}
