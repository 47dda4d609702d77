import type { ArtifactMeta } from '@pf/core'
import { freezeJson, isRecord, parseJson } from '@pf/core/internal'

/** The record of an artifact in a bucket. */
export interface S3Record {
  version: 1
  /** Name of the object with its bytes. */
  object: string
  meta: ArtifactMeta
}

/** Reads the record in a text; undefined for a text that is not a record. */
export function readRecord(text: string): S3Record | undefined {
  const value = parseJson(text)
  if (!isRecord(value) || value.version !== 1 || typeof value.object !== 'string' || !isRecord(value.meta)) return undefined
  return freezeJson(value) as unknown as S3Record
}
