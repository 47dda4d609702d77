import type { DraftStore } from '../contracts/ports.ts'
import { freezeJson } from '../json/freeze-json.ts'
import type { OwnerSpaces } from './owner-spaces.ts'

/** Drafts in memory; looking at the version and writing are one step. */
export function createMemoryDrafts(spaces: OwnerSpaces): DraftStore {
  return {
    async load(scope, draft_id) {
      return spaces.peek(scope)?.drafts.get(draft_id)
    },
    async save(scope, draft, expect_version) {
      const copy = freezeJson(draft)
      const { drafts } = spaces.open(scope)
      if ((drafts.get(copy.draft_id)?.version ?? 0) !== expect_version) return false
      drafts.set(copy.draft_id, copy)
      return true
    },
  }
}
