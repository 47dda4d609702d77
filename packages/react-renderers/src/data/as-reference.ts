import type { ArtifactReference } from '@pf/core'
import { isRecord } from '@pf/core/internal'

/** A stored artifact in place of data. `path` is the location of the rows inside it. */
export type RowsReference = Pick<ArtifactReference, 'artifact_id' | 'items' | 'columns'> & { path: string }

/** Returns the value as a reference to stored rows, if it is one. */
export function asReference(value: unknown): RowsReference | undefined {
  if (!isRecord(value) || typeof value.artifact_id !== 'string' || value.artifact_id === '') return undefined
  return {
    artifact_id: value.artifact_id,
    path: typeof value.path === 'string' ? value.path : '',
    ...(typeof value.items === 'number' ? { items: value.items } : {}),
    ...(Array.isArray(value.columns) ? { columns: value.columns.filter((column) => typeof column === 'string') } : {}),
  }
}
