import type { ArtifactMeta, ArtifactStore, Scope } from '@pf/core'

type PutMeta = Parameters<ArtifactStore['put']>[2]

/** Stores text or bytes with the minimum of metadata. */
export function putArtifact(store: ArtifactStore, scope: Scope, body: string | Uint8Array, more: Partial<PutMeta> = {}): Promise<ArtifactMeta> {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  return store.put(scope, bytes, { media_type: 'application/json', source_tool: 'tool', run_id: 'run', ...more })
}
