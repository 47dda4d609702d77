import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { storeFailed } from './file-record.ts'
import type { Content, Encoding } from './layout.ts'
import { measure } from './measure.ts'

/** A whole, synced file that nobody reads yet. */
export interface Draft extends Content {
  path: string
  /** Of the artifact, and as written. */
  bytes: number
  written: number
}

/** Where to write, in which encoding, and how many bytes may come. */
export interface DraftOptions {
  folder: string
  encoding: Encoding
  maxBytes: number
}

/**
 * Writes bytes to a file of their own while they come. Throws PfError `too_large` as soon as they pass the limit, `storage_full` or
 * `store_failed` where the disk refuses, and what the source throws; nothing is left behind then.
 */
export async function writeDraft(body: Uint8Array | AsyncIterable<Uint8Array>, { folder, encoding, maxBytes }: DraftOptions): Promise<Draft> {
  const path = join(folder, randomUUID())
  const source = measure(body, maxBytes)
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    // Synced before it is closed: a name that can be found never stands for bytes that a power cut took.
    const file = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true })
    await pipeline(source.pieces, encoding === 'gzip' ? createGzip() : new PassThrough(), file)
    return { path, encoding, sha256: source.hash(), bytes: source.bytes(), written: file.bytesWritten }
  } catch (thrown) {
    await rm(path, { force: true }).catch(() => undefined)
    throw source.fault() ?? storeFailed('write an artifact', thrown)
  }
}
