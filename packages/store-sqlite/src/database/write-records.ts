import type { CommitWrites, ThreadWrites } from './commit-writes.ts'
import type { Row } from './protocol.ts'
import type { Statements } from './statements.ts'

/** Writes questions. A question that is no longer open never changes again. */
export function writeInteractions(sql: Statements, run: Row, interactions: CommitWrites['interactions']): void {
  for (const { id, state, deadline, role, data } of interactions)
    sql.run(
      `INSERT INTO interaction (owner, id, thread_id, run_id, state, deadline, role, data) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (owner, id) DO UPDATE SET thread_id = excluded.thread_id, run_id = excluded.run_id, state = excluded.state,
         deadline = excluded.deadline, data = excluded.data WHERE interaction.state = 'open'`,
      run.owner as number,
      id,
      run.thread_id as string,
      run.run_id as string,
      state,
      deadline,
      role,
      data,
    )
}

/** Writes the metadata of artifacts. The size, hash and age of stored bytes are kept. */
export function writeArtifactMetas(sql: Statements, owner: number, artifacts: CommitWrites['artifacts']): void {
  for (const { artifact_id, data } of artifacts) {
    const known = sql.get('SELECT blob, data FROM artifact WHERE owner = ? AND artifact_id = ?', owner, artifact_id)
    const meta = JSON.parse(data) as { run_id: string; bytes: number; sha256: string; created: number }
    if (known && known.blob !== null) {
      const { bytes, sha256, created } = JSON.parse(known.data as string) as typeof meta
      sql.run(
        'UPDATE artifact SET run_id = ?, data = ? WHERE owner = ? AND artifact_id = ?',
        JSON.stringify(meta.run_id),
        JSON.stringify({ ...meta, bytes, sha256, created }),
        owner,
        artifact_id,
      )
    } else
      sql.run(
        'INSERT OR REPLACE INTO artifact (owner, artifact_id, run_id, blob, bytes, created, data) VALUES (?, ?, ?, NULL, ?, ?, ?)',
        owner,
        artifact_id,
        JSON.stringify(meta.run_id),
        meta.bytes,
        meta.created,
        data,
      )
  }
}

/** Entries of a thread and the time at which they are written, in milliseconds since the epoch. */
export interface EntriesWrite extends ThreadWrites {
  thread_id: string
  now: number
}

/** Appends entries to a conversation. An entry with a known key replaces the earlier one at its position. */
export function writeEntries(sql: Statements, owner: number, { thread_id, entries, title, now }: EntriesWrite): void {
  if (entries.length === 0) return
  for (const { key, run_id, data, search } of entries)
    sql.run(
      `INSERT INTO thread_entry (owner, thread_id, key, run_id, data, search) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT (owner, thread_id, key) DO UPDATE SET data = excluded.data, search = excluded.search`,
      owner,
      thread_id,
      key,
      run_id,
      data,
      search,
    )
  if (!title) sql.run('UPDATE thread SET updated = ? WHERE owner = ? AND thread_id = ?', now, owner, thread_id)
  else
    sql.run(
      `INSERT INTO thread (owner, thread_id, title, search, created, updated) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT (owner, thread_id) DO UPDATE SET updated = excluded.updated,
         title = iif(title = '', excluded.title, title), search = iif(title = '', excluded.search, search)`,
      owner,
      thread_id,
      title.text,
      title.search,
      now,
      now,
    )
}
