import type { ArtifactMeta } from '../contracts/artifacts.ts'
import type { InteractionRecord, ThreadEntry } from '../contracts/ports.ts'
import type { OwnerSpace } from './owner-spaces.ts'

/** Writes questions; one that is settled never changes again, whoever comes late. */
export function writeInteractions(space: OwnerSpace, records: readonly InteractionRecord[]): void {
  for (const record of records) {
    const known = space.pending.get(record.id)
    if (!known || known.state === 'open') space.pending.set(record.id, record)
  }
}

/** Writes what is known of artifacts; size, hash and age of stored bytes stay what they are. */
export function writeArtifacts(space: OwnerSpace, metas: readonly ArtifactMeta[]): void {
  for (const meta of metas) {
    const known = space.artifacts.get(meta.artifact_id)
    if (!known?.bytes) space.artifacts.set(meta.artifact_id, { meta })
    else known.meta = Object.freeze({ ...meta, bytes: known.meta.bytes, sha256: known.meta.sha256, created: known.meta.created })
  }
}

/** Adds lines to a conversation; a line of the same run, role and id is written over in its place, so a retried write changes nothing. */
export function writeThread(space: OwnerSpace, thread_id: string, entries: readonly ThreadEntry[]): void {
  if (entries.length === 0) return
  const thread = space.threads.get(thread_id) ?? new Map<string, ThreadEntry>()
  space.threads.set(thread_id, thread)
  for (const entry of entries) thread.set(JSON.stringify([entry.run_id, entry.role, entry.id]), entry)
}
