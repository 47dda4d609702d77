import type { ArtifactStore, ByteRange } from '../contracts/artifact-store.ts'
import type { ArtifactMeta } from '../contracts/artifacts.ts'
import type { Scope } from '../contracts/owner.ts'
import { PfError } from '../errors/pf-error.ts'
import { freezeJson } from '../json/freeze-json.ts'
import { sha256Hex } from '../json/hash-json.ts'
import { requireBytes } from '../json/utf8.ts'
import { artifactTooLarge, piecesOf, spanOf } from '../stores/artifact-bytes.ts'
import { pageOf } from '../stores/page-of.ts'
import type { StoreEnvironment } from '../stores/store-environment.ts'
import type { MemoryArtifact, OwnerSpace, OwnerSpaces } from './owner-spaces.ts'

/**
 * Copies bytes, given as a whole or in pieces, as views of any type and realm. Throws PfError `too_large` as soon as they exceed
 * `maxBytes`, and `invalid_input` for values that are not bytes; in both cases the source is closed.
 */
async function readBytes(body: Uint8Array | AsyncIterable<Uint8Array>, maxBytes: number): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of piecesOf(body)) {
    const bytes = requireBytes(piece)
    size += bytes.byteLength
    if (size > maxBytes) throw artifactTooLarge(maxBytes)
    pieces.push(new Uint8Array(bytes))
  }
  return pieces.length === 1 && pieces[0] ? pieces[0] : join(pieces, size)
}

function join(pieces: Uint8Array[], size: number): Uint8Array {
  const bytes = new Uint8Array(size)
  let offset = 0
  for (const piece of pieces) {
    bytes.set(piece, offset)
    offset += piece.byteLength
  }
  return bytes
}

const pieceBytes = 64 * 1024

/** Yields copies of the bytes of a range in pieces of at most 64 KiB. Both ends are inclusive; an end after the last byte is treated as the last byte. */
function sliceBytes(bytes: Uint8Array, range: ByteRange | undefined): AsyncIterable<Uint8Array> {
  const { start, stop } = spanOf(range, bytes.byteLength)
  return {
    async *[Symbol.asyncIterator]() {
      for (let at = start; at < stop; at += pieceBytes) yield bytes.slice(at, Math.min(at + pieceBytes, stop))
    },
  }
}

/** Compresses bytes with gzip, using the streams that servers, edge runtimes and browsers provide. */
function gzipBytes(bytes: Uint8Array): Promise<Uint8Array> {
  return through(bytes, new CompressionStream('gzip'))
}

/** Decompresses the result of `gzipBytes`. */
function gunzipBytes(bytes: Uint8Array): Promise<Uint8Array> {
  return through(bytes, new DecompressionStream('gzip'))
}

async function through(bytes: Uint8Array, stream: CompressionStream | DecompressionStream): Promise<Uint8Array> {
  const packed = new Blob([new Uint8Array(bytes)]).stream().pipeThrough(stream)
  return new Uint8Array(await new Response(packed).arrayBuffer())
}

/** Limits for artifacts in memory. */
export interface MemoryArtifactLimits {
  /** Maximum number of bytes of one artifact. */
  maxArtifactBytes: number
  /** Maximum number of bytes of all artifacts of one owner, before compression. */
  maxOwnerBytes: number
  /** Milliseconds after which an artifact expires. */
  artifactTtlMs: number
  /** Stores text artifacts compressed. JSON artifacts, which are read in pages, and binary data are not compressed. */
  gzip: boolean
}

const packable = /^text\/|xml|svg|javascript/

/** Artifacts in memory. The bytes are copied when they are stored and when they are read. */
export function createMemoryArtifacts(spaces: OwnerSpaces, environment: StoreEnvironment & MemoryArtifactLimits): ArtifactStore {
  const { now, newId, maxArtifactBytes, maxOwnerBytes, artifactTtlMs, gzip } = environment
  const isGone = ({ meta, bytes }: MemoryArtifact) => bytes !== undefined && now() >= meta.created + artifactTtlMs
  const find = (scope: Scope, id: string) => {
    const artifact = spaces.peek(scope)?.artifacts.get(id)
    return artifact && !isGone(artifact) ? artifact : undefined
  }
  const dropWhere = ({ artifacts }: OwnerSpace, gone: (artifact: MemoryArtifact) => boolean) => {
    let removed = 0
    for (const [id, artifact] of artifacts) if (gone(artifact) && artifacts.delete(id)) removed += 1
    return removed
  }
  const makeRoom = (space: OwnerSpace, id: string, bytes: number) => {
    dropWhere(space, isGone)
    let held = bytes
    for (const [other, artifact] of space.artifacts) if (artifact.bytes && other !== id) held += artifact.meta.bytes
    if (held > maxOwnerBytes)
      throw new PfError('too_large', `The artifacts of this owner would exceed ${maxOwnerBytes} bytes. Delete some, or raise maxOwnerBytes.`, {
        fields: { limit: maxOwnerBytes },
      })
  }
  return {
    async put(scope, body, meta) {
      const bytes = await readBytes(body, maxArtifactBytes)
      const sha256 = await sha256Hex(bytes)
      const packed = gzip && packable.test(meta.media_type) ? await gzipBytes(bytes) : undefined
      const stored: ArtifactMeta = freezeJson({ ...meta, artifact_id: meta.artifact_id ?? newId(), bytes: bytes.byteLength, sha256, created: now() })
      const space = spaces.open(scope)
      makeRoom(space, stored.artifact_id, bytes.byteLength)
      space.artifacts.set(stored.artifact_id, { meta: stored, bytes: packed ?? bytes, packed: packed !== undefined })
      return stored
    },
    async head(scope, artifact_id) {
      return find(scope, artifact_id)?.meta
    },
    async get(scope, artifact_id, range) {
      const { meta, bytes, packed } = find(scope, artifact_id) ?? {}
      return meta && bytes && { meta, body: sliceBytes(packed ? await gunzipBytes(bytes) : bytes, range) }
    },
    async page(scope, artifact_id, path, offset, limit) {
      const artifact = find(scope, artifact_id)
      return artifact && pageOf(artifact, path, { offset, limit })
    },
    async delete(scope, artifact_id) {
      spaces.peek(scope)?.artifacts.delete(artifact_id)
    },
    async gc(before) {
      let removed = 0
      for (const space of spaces.all()) removed += dropWhere(space, (artifact) => artifact.meta.created < before || isGone(artifact))
      return removed
    },
  }
}
