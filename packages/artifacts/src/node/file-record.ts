import { randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type ArtifactMeta, PfError, type Scope } from '@pf/core'
import { isRecord, parseJson } from '@pf/core/internal'
import type { FileRecord, FileStoreState } from './file-store-state.ts'

/** Converts an error of a file operation to one whose message contains no path: `storage_full` for a full disk or quota, `store_failed` for anything else. */
export function storeFailed(doing: string, cause: unknown): PfError<'store_failed' | 'storage_full'> {
  const code = errorCode(cause)
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new PfError('storage_full', `The file store could not ${doing}: its disk or quota is full (${code}). Free space, or raise the quota.`, { cause })
  return new PfError('store_failed', `The file store could not ${doing}${code === undefined ? '' : ` (${code})`}.`, { cause })
}

function errorCode(thrown: unknown): string | undefined {
  return thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : undefined
}

/** Returns undefined if the file does not exist. Any other error is thrown. */
export async function orMissing<Value>(reading: Promise<Value>): Promise<Value | undefined> {
  try {
    return await reading
  } catch (thrown) {
    if (errorCode(thrown) === 'ENOENT' || errorCode(thrown) === 'ENOTDIR') return undefined
    throw thrown
  }
}

/** Runs file operations. Their errors are converted by `storeFailed`; PfErrors are rethrown unchanged. */
export async function onDisk<Value>(doing: string, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work()
  } catch (thrown) {
    throw PfError.isInstance(thrown) ? thrown : storeFailed(doing, thrown)
  }
}

const version = 1

/** Reads the record in a file. Returns undefined if there is none, or if it is not a valid record. */
export async function readRecord(path: string): Promise<FileRecord | undefined> {
  const text = await orMissing(readFile(path, 'utf8'))
  return text === undefined ? undefined : parseRecord(text)
}

function parseRecord(text: string): FileRecord | undefined {
  const value = parseJson(text)
  if (!isRecord(value) || value.version !== version || !isMeta(value.meta) || typeof value.written !== 'number') return undefined
  const { meta, written, expires } = value
  return { meta, written, encoding: value.encoding === 'gzip' ? 'gzip' : 'identity', expires: typeof expires === 'number' ? expires : null }
}

function isMeta(value: unknown): value is ArtifactMeta {
  const texts = ['artifact_id', 'media_type', 'source_tool', 'run_id']
  if (!isRecord(value) || !texts.every((key) => typeof value[key] === 'string')) return false
  return /^[0-9a-f]{64}$/.test(String(value.sha256)) && typeof value.bytes === 'number' && typeof value.created === 'number'
}

/** Writes a record completely or not at all: a concurrent reader finds the old record or the new one. */
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

/** An existing, complete artifact. */
interface FoundFile {
  path: string
  record: FileRecord
  body: string
}

/** Finds an artifact. Returns undefined if it is unknown, belongs to another owner, has expired, or has lost bytes. */
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

/** True if the artifact has expired. */
export const isExpired = ({ expires }: FileRecord, now: number): boolean => expires !== null && expires <= now
