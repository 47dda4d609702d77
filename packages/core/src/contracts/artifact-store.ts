import type { ArtifactMeta } from './artifacts.ts'
import type { JsonValue } from './json.ts'
import type { Scope } from './owner.ts'

/** A byte range. Both ends are inclusive and count from 0; without `end`, the range extends to the last byte. */
export interface ByteRange {
  start: number
  end?: number
}

/** One page of an artifact that is an array. `offset` counts from 0, and `total` is the length of the whole array. */
export interface ArtifactPage {
  items: JsonValue[]
  offset: number
  total: number
}

/** Stores the bytes of artifacts. An artifact of another owner is treated as unknown. */
export interface ArtifactStore {
  put(
    scope: Scope,
    body: Uint8Array | AsyncIterable<Uint8Array>,
    meta: Omit<ArtifactMeta, 'bytes' | 'sha256' | 'created' | 'artifact_id'> & { artifact_id?: string },
  ): Promise<ArtifactMeta>
  head(scope: Scope, artifact_id: string): Promise<ArtifactMeta | undefined>
  get(scope: Scope, artifact_id: string, range?: ByteRange): Promise<{ meta: ArtifactMeta; body: AsyncIterable<Uint8Array> } | undefined>
  /** Resolves to items of the array at `path`, a JSON Pointer; undefined for an unknown artifact, or if the value is not an array. */
  page(scope: Scope, artifact_id: string, path: string, offset: number, limit: number): Promise<ArtifactPage | undefined>
  delete(scope: Scope, artifact_id: string): Promise<void>
  /** Removes the artifacts created before `before`, in milliseconds since the epoch, and resolves to their number. */
  gc(before: number): Promise<number>
  /**
   * Yields the metadata of all artifacts of an owner. A store that keeps artifacts together with the other data of an owner leaves `list` and
   * `deleteOwner` out: its `exportOwner` and `deleteOwner` include them.
   */
  list?(scope: Scope): AsyncIterable<ArtifactMeta>
  /** Removes all artifacts of an owner and resolves to their number. An upload that ends during the removal may remain. */
  deleteOwner?(scope: Scope): Promise<number>
}
