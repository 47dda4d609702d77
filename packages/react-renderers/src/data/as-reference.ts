import type { ArtifactReference } from '@pf/core'
import { isRecord } from '@pf/core/internal'

/** A reference to rows of a stored artifact: `path` leads to them, `select` and `limit` narrow them. */
export type RowsReference = Pick<ArtifactReference, 'artifact_id' | 'select' | 'limit' | 'items' | 'columns'> & { path: string }

const keys: ReadonlySet<string> = new Set<keyof ArtifactReference>([
  'artifact_id',
  'media_type',
  'bytes',
  'sha256',
  'url',
  'path',
  'select',
  'limit',
  'items',
  'columns',
])

/** Returns the value as a reference to stored rows, if it is one. A row that has an `artifact_id` beside fields of its own is not. */
export function asReference(value: unknown): RowsReference | undefined {
  if (!isRecord(value) || typeof value.artifact_id !== 'string' || value.artifact_id === '') return undefined
  if (!Object.keys(value).every((key) => keys.has(key))) return undefined
  const { artifact_id, path, select, limit, items, columns } = value
  return {
    artifact_id,
    path: typeof path === 'string' ? path : '',
    ...(Array.isArray(select) ? { select: texts(select) } : {}),
    ...(typeof limit === 'number' && Number.isSafeInteger(limit) && limit >= 0 ? { limit } : {}),
    ...(typeof items === 'number' ? { items } : {}),
    ...(Array.isArray(columns) ? { columns: texts(columns) } : {}),
  }
}

const texts = (values: readonly unknown[]) => values.filter((value) => typeof value === 'string')
