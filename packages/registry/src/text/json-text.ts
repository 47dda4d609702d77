import { isRecord } from '@pf/core/internal'
import type { ComponentText } from '../contracts/component-text.ts'
import { joined } from './joined.ts'
import { cellText, count } from './parts.ts'

const maxLines = 2000
const maxDepth = 12

/** The value as indented lines. `short` gives its type and its first keys. */
export const jsonText: ComponentText = {
  full: ({ data }) => (isRecord(data) && Object.hasOwn(data, 'artifact_id') ? summary(data) : joined(cut(lines(data, '', 0)), '\n')),
  short: ({ data }) => summary(data),
}

function summary(data: unknown): string {
  if (Array.isArray(data)) return `Data, a list of ${count(data.length, 'item')}`
  if (!isRecord(data)) return `Data: ${cellText(data) || 'nothing'}`
  if (Object.hasOwn(data, 'artifact_id')) return `Data of a tool${typeof data.items === 'number' ? `, ${count(data.items, 'item')}` : ''}`
  const keys = Object.keys(data)
  return `Data with ${count(keys.length, 'key')}${keys.length > 0 ? `: ${keys.slice(0, 20).join(', ')}` : ''}`
}

function* lines(value: unknown, name: string, depth: number): Generator<string> {
  const start = `${'  '.repeat(Math.max(0, depth - 1))}${name}`
  const inner = typeof value === 'object' && value !== null && depth < maxDepth
  if (!inner || Object.keys(value).length === 0) {
    yield `${start}${name === '' ? '' : ': '}${cellText(value)}`
    return
  }
  if (name !== '') yield `${start}:`
  for (const key of Object.keys(value)) yield* lines((value as Record<string, unknown>)[key], Array.isArray(value) ? `- ${Number(key) + 1}` : key, depth + 1)
}

function* cut(all: Iterable<string>): Generator<string> {
  let left = maxLines
  for (const line of all) {
    yield left > 0 ? line : '…'
    if (left-- <= 0) return
  }
}
