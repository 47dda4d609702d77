import type { DraftStore } from '@pf/core'
import { type Faults, nobody, scoped, withoutTenant } from './faults.ts'

const faulty =
  (change: (drafts: DraftStore) => DraftStore): Faults[string] =>
  ({ drafts }) =>
    drafts ? { drafts: change(drafts) } : {}

/** Faults of `DraftStore`. */
export const draftFaults: Faults = {
  'the expected version is not looked at': faulty((drafts) => ({
    ...drafts,
    save: async (scope, draft) => drafts.save(scope, draft, (await drafts.load(scope, draft.draft_id))?.version ?? 0),
  })),
  'the lease is not looked at': faulty((drafts) => ({ ...drafts, save: (scope, draft, version) => drafts.save(scope, draft, version) })),
  'a refused save says that it was done': faulty((drafts) => ({ ...drafts, save: async (...args) => (await drafts.save(...args)) || true })),
  'texts are trimmed': faulty((drafts) => ({
    ...drafts,
    save: (scope, draft, version) => drafts.save(scope, { ...draft, artifact_draft_text: draft.artifact_draft_text.trim() }, version),
  })),
  'owners are not looked at': faulty((drafts) => scoped(drafts, () => nobody)),
  'tenants are not looked at': faulty((drafts) => scoped(drafts, withoutTenant)),
}
