import type { DraftStore } from '../contracts/ports.ts'
import { freezeJson } from '../json/freeze-json.ts'
import { holdsLease } from './memory-leases.ts'
import type { OwnerSpaces } from './owner-spaces.ts'

/** Drafts in memory; the version and the lease are checked and the draft is written in one step. */
export function createMemoryDrafts(spaces: OwnerSpaces): DraftStore {
  return {
    async load(scope, draft_id) {
      return spaces.peek(scope)?.drafts.get(draft_id)
    },
    async save(scope, draft, expect_version, lease) {
      const copy = freezeJson(draft)
      const space = spaces.open(scope)
      const { drafts } = space
      if (lease && !holdsLease(space, lease)) return false
      if ((drafts.get(copy.draft_id)?.version ?? 0) !== expect_version) return false
      drafts.set(copy.draft_id, copy)
      return true
    },
  }
}
