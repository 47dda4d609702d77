import type { ThreadEntry } from '@pf/core'
import { freezeJson, searchableEntry, searchableText, titleOfEntries } from '@pf/core/internal'
import type { ThreadWrites } from '../database/commit-writes.ts'
import { toKey, toText } from './keys.ts'

/** Converts entries of a conversation to their stored form. An entry is identified by its run, role and id. */
export function toThreadWrites(thread: ThreadEntry[]): ThreadWrites {
  const title = titleOfEntries(thread)
  return {
    entries: freezeJson(thread).map((entry) => ({
      key: JSON.stringify([entry.run_id, entry.role, entry.id]),
      run_id: toKey(entry.run_id),
      data: toText(entry),
      search: searchableEntry(entry) ?? null,
    })),
    ...(title === undefined ? {} : { title: toTitle(title) }),
  }
}

/** Returns a title with the text of it that is searched. */
export const toTitle = (text: string): { text: string; search: string } => ({ text, search: searchableText(text) })
