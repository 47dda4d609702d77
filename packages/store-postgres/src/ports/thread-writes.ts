import type { ThreadEntry } from '@pf/core'
import { freezeJson, searchableEntry, searchableText, titleOfEntries } from '@pf/core/internal'
import { lastOfEach, toCompoundKey, toKey } from './keys.ts'

/** Entries of a conversation as columns, and the title that they give to their thread; null for entries that do not add it to the list. */
export interface ThreadWrites {
  keys: string[]
  run_keys: string[]
  data: string[]
  searches: (string | null)[]
  title: string | null
  titleSearch: string | null
}

/** Converts entries to columns. An entry is identified by its run, role and id, and exists once, at its first position. */
export function toThreadWrites(thread: ThreadEntry[]): ThreadWrites {
  const rows = lastOfEach(freezeJson(thread), ({ run_id, role, id }) => toCompoundKey(run_id, role, id))
  const title = titleOfEntries(thread) ?? null
  return {
    keys: rows.map(([key]) => key),
    run_keys: rows.map(([, { run_id }]) => toKey(run_id)),
    data: rows.map(([, entry]) => JSON.stringify(entry)),
    searches: rows.map(([, entry]) => searchableEntry(entry) ?? null),
    title,
    titleSearch: title === null ? null : searchableText(title),
  }
}

/** The current time in the form in which times of threads are stored. */
const nowSql = 'floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint'

/** The numbers of the parameters: the key of the thread, its id as JSON, and those of `ThreadWrites`. */
type Parameters = Record<'key' | 'thread_id' | 'keys' | 'run_keys' | 'data' | 'searches' | 'title' | 'titleSearch', `$${number}`>

/** Returns common table expressions that write entries, and their thread, for each row of `target`, which has the column `owner`. */
export const threadWritesSql = ({ key, thread_id, keys, run_keys, data, searches, title, titleSearch }: Parameters) => `
  entries AS (
    INSERT INTO thread_entry (owner, thread_key, key, run_key, data, search)
    SELECT owner, ${key}, t.key, t.run_key, t.data, t.search
    FROM target, unnest(${keys}::text[], ${run_keys}::text[], ${data}::text[], ${searches}::text[]) WITH ORDINALITY AS t (key, run_key, data, search, at)
    ORDER BY at
    ON CONFLICT (owner, thread_key, key) DO UPDATE SET data = excluded.data, search = excluded.search
  ), listed AS (
    INSERT INTO thread AS known (owner, key, thread_id, title, search, created, updated)
    SELECT owner, ${key}, ${thread_id}, ${title}::text, ${titleSearch}::text, ${nowSql}, ${nowSql} FROM target WHERE ${title}::text IS NOT NULL
    ON CONFLICT (owner, key) DO UPDATE SET updated = excluded.updated,
      title = CASE WHEN known.title = '' THEN excluded.title ELSE known.title END,
      search = CASE WHEN known.title = '' THEN excluded.search ELSE known.search END
  ), touched AS (
    UPDATE thread SET updated = ${nowSql} FROM target
    WHERE thread.owner = target.owner AND thread.key = ${key} AND ${title}::text IS NULL AND cardinality(${keys}::text[]) > 0
  )`
