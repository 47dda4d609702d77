import { link, mkdir, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { ArtifactMeta, ArtifactStore, Scope } from '@pf/core'
import { onDisk, orMissing, readRecord, writeRecord } from './file-record.ts'
import type { FileRecord, FileStoreState } from './file-store-state.ts'
import type { Encoding } from './layout.ts'
import { ownerTooLarge } from './limit-errors.ts'
import { dropBody, dropExpired, recordsIn } from './remove-files.ts'
import { type Draft, writeDraft } from './write-draft.ts'

/**
 * Moves a draft to its final path. Equal bytes are stored on the disk once: the artifact's name and the pool's are hard links, so that
 * removing one never removes the bytes of another, in this process or in one that shares the folder.
 */
async function publishDraft(draft: Draft, { body, pooled }: { body: string; pooled: string }): Promise<void> {
  await mkdir(dirname(body), { recursive: true, mode: 0o700 })
  if ((await isWhole(body, draft)) || ((await isWhole(pooled, draft)) && (await linked(pooled, body)))) return rm(draft.path, { force: true })
  await rename(draft.path, body)
  await share(body, pooled)
}

/** True if a file has the size of the draft. A file that was truncated by a power failure has another size; it is replaced and not shared. */
async function isWhole(path: string, draft: Draft): Promise<boolean> {
  return (await orMissing(stat(path)))?.size === draft.written
}

/** Adds the bytes to the pool. A file system without hard links has a copy for each artifact. */
async function share(body: string, pooled: string): Promise<void> {
  try {
    await mkdir(dirname(pooled), { recursive: true, mode: 0o700 })
    await rm(pooled, { force: true })
    await link(body, pooled)
  } catch {
    // Not an error: the next artifact with these bytes is written separately.
  }
}

async function linked(from: string, to: string): Promise<boolean> {
  try {
    await rm(to, { force: true })
    await link(from, to)
    return true
  } catch {
    return false
  }
}

type PutArguments = Parameters<ArtifactStore['put']>

/** The bytes of an artifact and its metadata. */
export interface PutInput {
  body: PutArguments[1]
  meta: PutArguments[2]
}

const packedFrom = 4 * 1024
const packable = /^(?:text\/|application\/(?:json|xml|javascript|yaml|sql|x-ndjson)\b|image\/svg)|\+(?:json|xml)\b/i

/** Writes the bytes, and then the record, with which the artifact exists. */
export async function putArtifact(store: FileStoreState, scope: Scope, input: PutInput): Promise<ArtifactMeta> {
  const { layout, options } = store
  const draft = await writeDraft(input.body, { folder: layout.drafts, encoding: encodingOf(input, options.gzip), maxBytes: options.maxArtifactBytes })
  const meta = { ...input.meta, artifact_id: input.meta.artifact_id ?? options.newId(), bytes: draft.bytes, sha256: draft.sha256, created: options.now() }
  const expires = Number.isFinite(options.ttlMs) ? meta.created + options.ttlMs : null
  const record: FileRecord = { meta, encoding: draft.encoding, written: draft.written, expires }
  const owner = layout.owner(scope)
  try {
    await onDisk('write an artifact', () => store.turn(owner, () => enter(store, { owner, path: layout.record(scope, meta.artifact_id), record, draft })))
  } finally {
    await rm(draft.path, { force: true }).catch(() => undefined)
  }
  return meta
}

function encodingOf({ body, meta }: PutInput, gzip: boolean): Encoding {
  const small = body instanceof Uint8Array && body.byteLength < packedFrom
  return gzip && !small && meta.items === undefined && packable.test(meta.media_type) ? 'gzip' : 'identity'
}

interface Entering {
  owner: string
  path: string
  record: FileRecord
  draft: Draft
}

async function enter(store: FileStoreState, entering: Entering): Promise<void> {
  const { owner, path, record, draft } = entering
  const { layout, usage } = store
  const before = await readRecord(path)
  const grows = record.meta.bytes - (before?.meta.bytes ?? 0)
  if (grows > 0) await makeRoom(store, owner, grows)
  const body = layout.body(path, draft)
  const pooled = layout.pooled(draft)
  await store.turn(pooled, () => publishDraft(draft, { body, pooled }))
  await writeRecord(path, record, layout.drafts)
  usage.add(owner, grows)
  if (before && layout.body(path, { sha256: before.meta.sha256, encoding: before.encoding }) !== body) await dropBody(layout, path, before)
}

/** Counts again before refusing, because artifacts may have expired or have been removed by another process. */
async function makeRoom(store: FileStoreState, owner: string, bytes: number): Promise<void> {
  const { usage, options } = store
  const fits = async () => (await usage.of(owner, () => sizeOf(owner))) + bytes <= options.maxOwnerBytes
  if (await fits()) return
  await dropExpired(store, owner)
  usage.forget(owner)
  if (await fits()) return
  throw ownerTooLarge(options.maxOwnerBytes)
}

async function sizeOf(owner: string): Promise<number> {
  let bytes = 0
  for await (const { record } of recordsIn(owner)) bytes += record.meta.bytes
  return bytes
}
