import type { ArtifactMeta } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import { isBinary, isBlob } from '../json/binary.ts'
import { hasPlainKeys, represented, sizeOf } from '../json/plain-view.ts'

const rowsRead = 20
const maxColumns = 100

/** Returns the field names of a list of rows, from its first 20 rows, or undefined if these are not objects. */
export function columnsOf(items: readonly unknown[]): string[] | undefined {
  const rows = items.slice(0, rowsRead)
  if (rows.length === 0 || !rows.every(isRecord)) return undefined
  const names = new Set(rows.flatMap((row) => Object.keys(row)))
  return names.size > maxColumns ? undefined : [...names]
}

/** Name of a kind of value in placeholders. */
export type ArtifactKind = 'dict' | 'list' | 'str' | 'bytes' | 'number' | 'bool'

const kinds: Partial<Record<string, ArtifactKind>> = { string: 'str', number: 'number', boolean: 'bool', object: 'dict' }

/** Returns the kind of a value and the number of its items or keys, without reading them. Returns undefined for values that JSON cannot represent. */
export function describeValue(value: unknown): { kind: ArtifactKind; count?: number } | undefined {
  if (isBinary(value)) return { kind: 'bytes', count: value.byteLength }
  if (isBlob(value)) return { kind: 'bytes', count: value.size }
  const shown = represented(value)
  const kind = kinds[typeof shown]
  if (shown === null || !kind) return undefined
  if (typeof shown === 'string') return { kind, count: shown.length }
  return typeof shown === 'object' ? describeObject(shown) : { kind }
}

function describeObject(shown: object): { kind: ArtifactKind; count: number } {
  if (Array.isArray(shown)) return { kind: 'list', count: shown.length }
  const size = sizeOf(shown)
  if (size === undefined) return { kind: 'dict', count: Object.keys(shown).length }
  return { kind: shown instanceof Map && hasPlainKeys(shown) ? 'dict' : 'list', count: size }
}

/** One collected artifact in the form that redaction and events need. */
export interface CollectedEntry {
  /** JSON Pointer to it in the tool's result. */
  pointer: string
  ref: string
  kind: ArtifactKind
  bytes?: number
  items?: number
  keys?: number
  columns?: string[]
  stream_id?: string
  /** Known form of the data (`rows`, `echarts`, `image`, `file` …), from the mark. */
  shape?: string
}

/** The result of collecting one tool result. `key` is its key in the payload, even if it contained no artifacts. */
export interface Collected {
  key: string
  entries: CollectedEntry[]
  stored: ArtifactMeta[]
  warnings: { code: string; text: string }[]
}
