import { randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { ArtifactMeta } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import type { FileRecord } from './file-store-state.ts'
import { orMissing } from './store-failed.ts'

const version = 1

/** The record in a file; undefined where there is none, or none of ours. */
export async function readRecord(path: string): Promise<FileRecord | undefined> {
  const text = await orMissing(readFile(path, 'utf8'))
  return text === undefined ? undefined : parseRecord(text)
}

function parseRecord(text: string): FileRecord | undefined {
  try {
    const value: unknown = JSON.parse(text)
    if (!isRecord(value) || value.version !== version || !isMeta(value.meta) || typeof value.written !== 'number') return undefined
    const { meta, written, expires } = value
    return { meta, written, encoding: value.encoding === 'gzip' ? 'gzip' : 'identity', expires: typeof expires === 'number' ? expires : null }
  } catch {
    return undefined
  }
}

function isMeta(value: unknown): value is ArtifactMeta {
  const texts = ['artifact_id', 'media_type', 'source_tool', 'run_id']
  if (!isRecord(value) || !texts.every((key) => typeof value[key] === 'string')) return false
  return /^[0-9a-f]{64}$/.test(String(value.sha256)) && typeof value.bytes === 'number' && typeof value.created === 'number'
}

/** Writes a record whole or not at all: who reads meanwhile sees the old one or the new one. */
export async function writeRecord(path: string, record: FileRecord, drafts: string): Promise<void> {
  const draft = join(drafts, randomUUID())
  for (const folder of [drafts, dirname(path)]) await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    const file = await open(draft, 'wx', 0o600)
    try {
      await file.writeFile(JSON.stringify({ version, ...record }))
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(draft, path)
  } catch (thrown) {
    await rm(draft, { force: true }).catch(() => undefined)
    throw thrown
  }
}
