import type { DraftConfirmation, DraftRecord, DraftStore } from '@pf/core'
import { type DraftLockOptions, withDraftLock } from './draft-lock.ts'

/** Where a draft lies. */
export interface DraftPlace extends DraftLockOptions {
  drafts: DraftStore
}

/** Two tabs that confirm at the same moment wait for each other; a generation is not waited for. */
const patience = { tries: 20, ms: 25 }

/** The only place that writes the final text: copies the draft of the version that the user has seen. The same version again is confirmed again. */
export async function confirmDraft(place: DraftPlace, version: number): Promise<DraftConfirmation> {
  for (let count = 0; count < patience.tries; count++) {
    const result = await withDraftLock(place, () => confirmNow(place, version))
    if (result) return result.value
    const draft = await place.drafts.load(place.scope, place.draft_id)
    if (!draft) return { status: 'unknown' }
    if (draft.state === 'drafting') return { status: 'busy' }
    await new Promise((resolve) => setTimeout(resolve, patience.ms))
  }
  return { status: 'busy' }
}

async function confirmNow({ drafts, scope, draft_id }: DraftPlace, version: number): Promise<DraftConfirmation> {
  const draft = await drafts.load(scope, draft_id)
  if (!draft) return { status: 'unknown' }
  if (draft.version !== version) return { status: 'stale', version: draft.version }
  if (draft.state === 'confirmed') return { status: 'confirmed', draft }
  if (draft.version === 0) return { status: 'busy' }
  if (draft.artifact_draft_text.trim() === '') return { status: 'empty' }
  const confirmed: DraftRecord = { ...draft, state: 'confirmed', confirmed_version: version, artifact_final_text: draft.artifact_draft_text }
  return (await drafts.save(scope, confirmed, version)) ? { status: 'confirmed', draft: confirmed } : { status: 'busy' }
}
