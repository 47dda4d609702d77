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

/** A complete, synced file that is not visible to readers yet. */
export interface Draft extends Content {
  path: string
  /** Number of bytes of the artifact, and of the written file. */
  bytes: number
  written: number
}

/** The folder, the encoding, and the maximum number of bytes. */
export interface DraftOptions {
  folder: string
  encoding: Encoding
  maxBytes: number
}

/**
 * Writes bytes to a separate file while they arrive. Throws PfError `too_large` as soon as they exceed the limit, `storage_full` or
 * `store_failed` for an error of the disk, and the errors of the source. The file is removed then.
 */
export async function writeDraft(body: Uint8Array | AsyncIterable<Uint8Array>, { folder, encoding, maxBytes }: DraftOptions): Promise<Draft> {
  const path = join(folder, randomUUID())
  const source = measure(body, maxBytes)
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    // Synced before it is closed, so that a visible name never refers to bytes that a power failure has lost.
    const file = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true })
    await pipeline(source.pieces, encoding === 'gzip' ? createGzip() : new PassThrough(), file)
    return { path, encoding, sha256: source.hash(), bytes: source.bytes(), written: file.bytesWritten }
  } catch (thrown) {
    await rm(path, { force: true }).catch(() => undefined)
    throw source.fault() ?? storeFailed('write an artifact', thrown)
  }
}
