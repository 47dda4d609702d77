import type { DraftConfirmation, DraftRecord, DraftStore, Lease } from '@pf/core'
import { type DraftLockOptions, withDraftLock } from '../strategies/artifact-first/draft-lock.ts'

/** Where a draft lies. */
export interface DraftTarget extends DraftLockOptions {
  drafts: DraftStore
}

/** How long a confirmation waits for another one of the same draft, which takes two calls of the store. */
const confirmWaitMs = 500

/**
 * Copies the draft of the version that the user has seen to the final text; nothing else writes the final text. Confirming the same version
 * again succeeds. Simultaneous confirmations wait for each other, but not for a generation.
 */
export async function confirmDraft(target: DraftTarget, version: number): Promise<DraftConfirmation> {
  const confirm = (lease: () => Lease) => confirmNow(target, version, lease)
  const free = await withDraftLock(target, confirm)
  if (free) return free.value
  const draft = await target.drafts.load(target.scope, target.draft_id)
  if (!draft) return { status: 'unknown' }
  if (draft.state === 'drafting') return { status: 'busy' }
  const waited = await withDraftLock({ ...target, waitMs: confirmWaitMs }, confirm)
  return waited?.value ?? { status: 'busy' }
}

async function confirmNow({ drafts, scope, draft_id }: DraftTarget, version: number, lease: () => Lease): Promise<DraftConfirmation> {
  const draft = await drafts.load(scope, draft_id)
  if (!draft) return { status: 'unknown' }
  if (draft.version !== version) return { status: 'stale', version: draft.version }
  if (draft.state === 'confirmed') return { status: 'confirmed', draft }
  if (draft.version === 0) return { status: 'busy' }
  if (draft.artifact_draft_text.trim() === '') return { status: 'empty' }
  const confirmed: DraftRecord = { ...draft, state: 'confirmed', confirmed_version: version, artifact_final_text: draft.artifact_draft_text }
  return (await drafts.save(scope, confirmed, version, lease())) ? { status: 'confirmed', draft: confirmed } : { status: 'busy' }
}
