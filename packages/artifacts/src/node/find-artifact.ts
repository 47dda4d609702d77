import { stat } from 'node:fs/promises'
import type { Scope } from '@pf/core'
import { readRecord } from './file-record.ts'
import type { FileRecord, FileStoreState } from './file-store-state.ts'
import { onDisk, orMissing } from './store-failed.ts'

/** An artifact that is there, whole. */
export interface FoundFile {
  path: string
  record: FileRecord
  body: string
}

/** Undefined for what is unknown, foreign, expired, or has lost bytes. */
export function findArtifact({ layout, options }: FileStoreState, scope: Scope, artifact_id: string): Promise<FoundFile | undefined> {
  return onDisk('look an artifact up', async () => {
    const path = layout.record(scope, artifact_id)
    const record = await readRecord(path)
    if (!record || isExpired(record, options.now())) return undefined
    const body = layout.body(path, { sha256: record.meta.sha256, encoding: record.encoding })
    const size = (await orMissing(stat(body)))?.size
    return size === record.written ? { path, record, body } : undefined
  })
}

/** Whether its time is over. */
export const isExpired = ({ expires }: FileRecord, now: number): boolean => expires !== null && expires <= now
