import { isBinary, isBlob } from '../json/binary.ts'
import { hasPlainKeys, represented } from '../json/plain-view.ts'
import { sizeOf } from '../json/size-of.ts'

/** What a placeholder calls a value. */
export type ArtifactKind = 'dict' | 'list' | 'str' | 'bytes' | 'number' | 'bool'

const kinds: Partial<Record<string, ArtifactKind>> = { string: 'str', number: 'number', boolean: 'bool', object: 'dict' }

/** The kind of a value and the number of its items or keys, without looking inside; undefined for what JSON has no value for. */
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
