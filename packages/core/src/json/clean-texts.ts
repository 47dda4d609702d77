import { setOwn } from './records.ts'

/**
 * JSON in which no text or key holds U+0000 or half a surrogate pair: each becomes U+FFFD. Databases and encoders refuse such texts, and models
 * and tools write them. Returns the value itself when nothing has to change. Below 1,000 levels, more than any store accepts, values stay as they are.
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
