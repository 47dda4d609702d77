import { isBlob } from '../json/binary.ts'
import { createHoleCounter } from '../json/holes.ts'
import { maxNodes } from '../json/limits.ts'
import type { BlobBytes } from '../json/to-json.ts'
import type { ArtifactDraft } from './drafts-of.ts'

const maxDepth = 6

/** A draft whose Blobs were read. `oversize`: their number of bytes, if it exceeds the limit and they were not read. */
export interface ReadDraft extends ArtifactDraft {
  blobs?: BlobBytes
  oversize?: number
}

/** Reads the Blobs in a draft if their total size is at most `maxBytes`. A Blob that cannot be read becomes null. */
export async function readBlobs(draft: ArtifactDraft, maxBytes: number): Promise<ReadDraft> {
  const found = blobsIn(draft.value)
  if (found.length === 0) return draft
  const total = found.reduce((sum, blob) => sum + blob.size, 0)
  if (total > maxBytes) return { ...draft, oversize: total }
  if (isBlob(draft.value)) return readWhole(draft, draft.value)
  return { ...draft, blobs: new Map(await Promise.all(found.map(async (blob) => [blob, await bytesOf(blob)] as const))) }
}

async function readWhole(draft: ArtifactDraft, blob: Blob): Promise<ReadDraft> {
  const media_type = draft.mark.media_type ?? blob.type
  return { ...draft, value: await bytesOf(blob), mark: media_type ? { ...draft.mark, media_type } : draft.mark }
}

/** Returns the Blobs of a value. Marked lists and objects may contain Blobs up to a few levels deep. */
function blobsIn(value: unknown): Blob[] {
  const search: Search = { blobs: new Set(), nodes: maxNodes }
  try {
    visit(value, 0, search)
  } catch {
    // A getter threw, so its value contains no Blob.
  }
  return [...search.blobs]
}

interface Search {
  blobs: Set<Blob>
  nodes: number
}

function visit(value: unknown, depth: number, search: Search) {
  if (--search.nodes < 0 || typeof value !== 'object' || value === null || depth > maxDepth) return
  if (Array.isArray(value)) visitList(value, depth, search)
  else if (isBlob(value)) search.blobs.add(value)
  else if (Object.getPrototypeOf(value) === Object.prototype) visitDict(value as Record<string, unknown>, depth, search)
}

function visitList(items: readonly unknown[], depth: number, search: Search) {
  const { length } = items
  if (length > search.nodes) return
  const hasManyHoles = createHoleCounter(items)
  for (let index = 0; index < length && search.nodes >= 0; index++) {
    const item = items[index]
    if (hasManyHoles(index, item)) return
    visit(item, depth + 1, search)
  }
}

function visitDict(fields: Record<string, unknown>, depth: number, search: Search) {
  for (const key of Object.keys(fields)) {
    if (search.nodes < 0) return
    visit(fields[key], depth + 1, search)
  }
}

async function bytesOf(blob: Blob): Promise<Uint8Array | null> {
  try {
    return new Uint8Array(await blob.arrayBuffer())
  } catch {
    return null
  }
}
