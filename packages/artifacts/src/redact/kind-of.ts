import { isBinary, isBlob } from '../json/binary.ts'
import { plainView } from '../json/plain-view.ts'

/** What a placeholder calls a value. */
export type ArtifactKind = 'dict' | 'list' | 'str' | 'bytes' | 'number' | 'bool'

const kinds: Partial<Record<string, ArtifactKind>> = { string: 'str', number: 'number', boolean: 'bool', object: 'dict' }

/** The kind of a value and the number of its items or keys, without looking inside; undefined for what JSON has no value for. */
export function describeValue(value: unknown): { kind: ArtifactKind; count?: number } | undefined {
  if (isBinary(value)) return { kind: 'bytes', count: value.byteLength }
  if (isBlob(value)) return { kind: 'bytes', count: value.size }
  const view = plainView(value)
  const kind = kinds[typeof view]
  if (view === null || !kind) return undefined
  if (Array.isArray(view)) return { kind: 'list', count: view.length }
  if (typeof view === 'string') return { kind, count: view.length }
  return typeof view === 'object' ? { kind, count: Object.keys(view as object).length } : { kind }
}
