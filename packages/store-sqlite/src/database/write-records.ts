import type { CommitWrites } from './commit-writes.ts'
import type { Row } from './protocol.ts'
import type { Statements } from './statements.ts'

/** Writes questions. One that is no longer open never changes again. */
export function writeInteractions(sql: Statements, run: Row, interactions: CommitWrites['interactions']): void {
  for (const { id, state, deadline, data } of interactions)
    sql.run(
      `INSERT INTO interaction (owner, id, thread_id, run_id, state, deadline, data) VALUES (?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (owner, id) DO UPDATE SET thread_id = excluded.thread_id, run_id = excluded.run_id, state = excluded.state,
         deadline = excluded.deadline, data = excluded.data WHERE interaction.state = 'open'`,
      run.owner as number,
      id,
      run.thread_id as string,
      run.run_id as string,
      state,
      deadline,
      data,
    )
}

/** Writes what is known of artifacts. The size, hash and age of stored bytes stay what they are. */
export function writeArtifactMetas(sql: Statements, owner: number, artifacts: CommitWrites['artifacts']): void {
  for (const { artifact_id, data } of artifacts) {
    const known = sql.get('SELECT blob, data FROM artifact WHERE owner = ? AND artifact_id = ?', owner, artifact_id)
    const meta = JSON.parse(data) as { bytes: number; sha256: string; created: number }
    if (known && known.blob !== null) {
      const { bytes, sha256, created } = JSON.parse(known.data as string) as typeof meta
      sql.run('UPDATE artifact SET data = ? WHERE owner = ? AND artifact_id = ?', JSON.stringify({ ...meta, bytes, sha256, created }), owner, artifact_id)
    } else
      sql.run(
        'INSERT OR REPLACE INTO artifact (owner, artifact_id, blob, bytes, created, data) VALUES (?, ?, NULL, ?, ?, ?)',
        owner,
        artifact_id,
        meta.bytes,
        meta.created,
        data,
      )
  }
}

/** Appends entries to a conversation. An entry with a known key replaces the earlier one in its place. */
export function writeEntries(sql: Statements, owner: number, { thread_id, entries }: { thread_id: string; entries: CommitWrites['entries'] }): void {
  for (const { key, run_id, data } of entries)
    sql.run(
      `INSERT INTO thread_entry (owner, thread_id, key, run_id, data) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (owner, thread_id, key) DO UPDATE SET data = excluded.data`,
      owner,
      thread_id,
      key,
      run_id,
      data,
    )
}
