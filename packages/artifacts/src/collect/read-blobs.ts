import { isBlob } from '../json/binary.ts'
import { setOwn } from '../json/set-own.ts'
import type { ArtifactDraft } from './drafts-of.ts'

const deepest = 6

/** The draft with the bytes of its Blobs in their place; a Blob that cannot be read becomes null. */
export async function readBlobs(draft: ArtifactDraft): Promise<ArtifactDraft> {
  if (!isBlob(draft.value)) return holdsBlob(draft.value) ? { ...draft, value: await read(draft.value) } : draft
  const media_type = draft.mark.media_type ?? draft.value.type
  return { ...draft, value: await bytesOf(draft.value), mark: media_type ? { ...draft.mark, media_type } : draft.mark }
}

/** Marked lists and objects may hold Blobs a few levels in. */
function holdsBlob(value: unknown, depth = 0): boolean {
  return isBlob(value) || (isPlain(value, depth) && Object.values(value).some((child) => holdsBlob(child, depth + 1)))
}

function isPlain(value: unknown, depth: number): value is object {
  if (typeof value !== 'object' || value === null || depth > deepest) return false
  return Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype
}

async function read(value: unknown, depth = 0): Promise<unknown> {
  if (isBlob(value)) return bytesOf(value)
  if (!isPlain(value, depth)) return value
  if (Array.isArray(value)) return Promise.all(value.map((item) => read(item, depth + 1)))
  const copy: Record<string, unknown> = {}
  for (const [key, child] of Object.entries(value)) setOwn(copy, key, await read(child, depth + 1))
  return copy
}

async function bytesOf(blob: Blob): Promise<Uint8Array | null> {
  try {
    return new Uint8Array(await blob.arrayBuffer())
  } catch {
    return null
  }
}
