import type { ArtifactMeta } from '@pf/core'
import { freezeJson, isRecord } from '@pf/core/internal'

/** What is known of an artifact in a bucket. */
export interface S3Record {
  version: 1
  /** The name of the object with its bytes. */
  object: string
  meta: ArtifactMeta
}

/** The record in a text; undefined for a text that is none of ours. */
export function readRecord(text: string): S3Record | undefined {
  try {
    const value: unknown = JSON.parse(text)
    if (!isRecord(value) || value.version !== 1 || typeof value.object !== 'string' || !isRecord(value.meta)) return undefined
    return freezeJson(value) as unknown as S3Record
  } catch {
    return undefined
  }
}
