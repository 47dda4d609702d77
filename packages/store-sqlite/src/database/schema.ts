import type { DatabaseSync } from 'node:sqlite'

/**
 * Steps from one version of the schema to the next; steps are only added. Every table is reached by owner. JSON is stored as the text that
 * was written, so that reads return exactly the same bytes. Ids are JSON strings (`"id"`), which preserves U+0000 and lone surrogates.
 */
const migrations = [
  `
  CREATE TABLE owner (n INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE) STRICT;

  CREATE TABLE run (
    n INTEGER PRIMARY KEY, owner INTEGER NOT NULL, run_id TEXT NOT NULL, thread_id TEXT NOT NULL,
    state TEXT NOT NULL DEFAULT 'null', state_version INTEGER NOT NULL DEFAULT 0, last_seq INTEGER NOT NULL DEFAULT 0,
    phase TEXT NOT NULL DEFAULT 'new', successor TEXT, created INTEGER NOT NULL, changed INTEGER NOT NULL,
    UNIQUE (owner, run_id)
  ) STRICT;
  CREATE INDEX run_open ON run (phase, n) WHERE phase IN ('working', 'paused');
  CREATE INDEX run_age ON run (changed) WHERE phase = 'finished';

  CREATE TABLE event (run INTEGER NOT NULL, seq INTEGER NOT NULL, data TEXT NOT NULL, PRIMARY KEY (run, seq)) STRICT, WITHOUT ROWID;

  CREATE TABLE interaction (
    n INTEGER PRIMARY KEY, owner INTEGER NOT NULL, id TEXT NOT NULL, thread_id TEXT NOT NULL, run_id TEXT NOT NULL,
    state TEXT NOT NULL, deadline INTEGER, data TEXT NOT NULL, UNIQUE (owner, id)
  ) STRICT;
  CREATE INDEX interaction_thread ON interaction (owner, thread_id, n);
  CREATE INDEX interaction_run ON interaction (owner, run_id);

  CREATE TABLE thread_entry (
    n INTEGER PRIMARY KEY, owner INTEGER NOT NULL, thread_id TEXT NOT NULL, key TEXT NOT NULL, run_id TEXT NOT NULL, data TEXT NOT NULL,
    UNIQUE (owner, thread_id, key)
  ) STRICT;
  CREATE INDEX thread_entry_order ON thread_entry (owner, thread_id, n);

  CREATE TABLE draft (owner INTEGER NOT NULL, draft_id TEXT NOT NULL, version INTEGER NOT NULL, changed INTEGER NOT NULL, data TEXT NOT NULL,
    PRIMARY KEY (owner, draft_id)) STRICT;

  CREATE TABLE artifact (
    owner INTEGER NOT NULL, artifact_id TEXT NOT NULL, blob INTEGER, bytes INTEGER NOT NULL, created INTEGER NOT NULL, data TEXT NOT NULL,
    PRIMARY KEY (owner, artifact_id)
  ) STRICT;
  CREATE INDEX artifact_age ON artifact (created);
  CREATE TABLE blob (n INTEGER PRIMARY KEY, kept INTEGER NOT NULL DEFAULT 0) STRICT;
  CREATE TABLE chunk (blob INTEGER NOT NULL, k INTEGER NOT NULL, data BLOB NOT NULL, UNIQUE (blob, k)) STRICT;
  `,
  'ALTER TABLE run ADD COLUMN agent TEXT',
  'ALTER TABLE run ADD COLUMN cancel_requested INTEGER',
  `
  CREATE TABLE thread (
    n INTEGER PRIMARY KEY, owner INTEGER NOT NULL, thread_id TEXT NOT NULL, title TEXT NOT NULL, search TEXT NOT NULL,
    created INTEGER NOT NULL, updated INTEGER NOT NULL, UNIQUE (owner, thread_id)
  ) STRICT;
  CREATE INDEX thread_order ON thread (owner, updated, n);
  CREATE INDEX run_thread ON run (owner, thread_id);

  ALTER TABLE thread_entry ADD COLUMN search TEXT;
  CREATE INDEX thread_entry_run ON thread_entry (owner, run_id);
  UPDATE thread_entry SET search = lower(substr(json_extract(data, '$.text'), 1, 20000)) WHERE json_extract(data, '$.role') <> 'tool';
  INSERT INTO thread (owner, thread_id, title, search, created, updated)
    SELECT owner, thread_id, title, lower(title), created, updated FROM (
      SELECT owner, thread_id, min(n), json_extract(data, '$.ts') AS created,
        substr(trim(replace(json_extract(data, '$.text'), char(10), ' ')), 1, 80) AS title,
        (SELECT max(json_extract(last.data, '$.ts')) FROM thread_entry AS last WHERE last.owner = first.owner AND last.thread_id = first.thread_id) AS updated
      FROM thread_entry AS first
      WHERE json_extract(data, '$.role') = 'user'
        AND NOT EXISTS (SELECT 1 FROM draft WHERE draft.owner = first.owner AND draft.draft_id = first.thread_id)
      GROUP BY owner, thread_id);

  ALTER TABLE artifact ADD COLUMN run_id TEXT;
  UPDATE artifact SET run_id = json_quote(json_extract(data, '$.run_id'));
  CREATE INDEX artifact_run ON artifact (owner, run_id);
  `,
  'CREATE TABLE rate_limit (owner INTEGER NOT NULL, name TEXT NOT NULL, full_at REAL NOT NULL, PRIMARY KEY (owner, name)) STRICT, WITHOUT ROWID',
  `
  CREATE TABLE spending (
    owner INTEGER NOT NULL, account TEXT NOT NULL, tokens REAL NOT NULL, cost REAL NOT NULL, ms REAL NOT NULL, model_calls REAL NOT NULL,
    tool_calls REAL NOT NULL, changed INTEGER NOT NULL, PRIMARY KEY (owner, account)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX spending_age ON spending (changed);
  `,
  `
  ALTER TABLE interaction ADD COLUMN role TEXT;
  CREATE INDEX interaction_open ON interaction (owner, n) WHERE state = 'open';
  CREATE INDEX interaction_role ON interaction (role, n) WHERE state = 'open' AND role IS NOT NULL;
  CREATE TABLE approval_grant (n INTEGER PRIMARY KEY, owner INTEGER NOT NULL, grant_id TEXT NOT NULL, data TEXT NOT NULL, UNIQUE (owner, grant_id)) STRICT;
  CREATE TABLE audit (owner INTEGER NOT NULL, seq INTEGER NOT NULL, data TEXT NOT NULL, PRIMARY KEY (owner, seq)) STRICT, WITHOUT ROWID;
  `,
  `
  CREATE TABLE task_group (
    n INTEGER PRIMARY KEY, owner INTEGER NOT NULL, group_id TEXT NOT NULL, thread_id TEXT NOT NULL, agent TEXT NOT NULL, due INTEGER,
    changed INTEGER NOT NULL, data TEXT NOT NULL, UNIQUE (owner, group_id)
  ) STRICT;
  CREATE INDEX task_group_due ON task_group (agent, due) WHERE due IS NOT NULL;
  CREATE INDEX task_group_thread ON task_group (owner, thread_id, n);

  CREATE TABLE task (
    n INTEGER PRIMARY KEY, owner INTEGER NOT NULL, task_id TEXT NOT NULL, group_id TEXT NOT NULL, agent TEXT NOT NULL, priority REAL NOT NULL,
    due INTEGER, data TEXT NOT NULL, UNIQUE (owner, task_id)
  ) STRICT;
  CREATE INDEX task_due ON task (agent, due) WHERE due IS NOT NULL;
  CREATE INDEX task_group_tasks ON task (owner, group_id, n);
  `,
  // The last_seq of a pause without a question.
  'ALTER TABLE run ADD COLUMN no_question_at INTEGER',
  `
  CREATE INDEX run_new ON run (n) WHERE phase = 'new';
  CREATE INDEX run_successor ON run (owner, successor) WHERE successor IS NOT NULL;
  `,
  "ALTER TABLE run ADD COLUMN messages TEXT NOT NULL DEFAULT '[]'",
  `
  ALTER TABLE task_group ADD COLUMN role TEXT;
  CREATE INDEX task_group_role ON task_group (role, n) WHERE role IS NOT NULL;
  `,
]

/** The version of the schema that this release writes. */
export const schemaVersion = migrations.length

/** Returns the version of the schema in a file; 0 for a new one. */
export function readSchemaVersion(db: DatabaseSync): number {
  return Number(db.prepare('PRAGMA user_version').get()?.user_version ?? 0)
}

/** Migrates the schema to the version of this release, in one transaction. */
export function migrate(db: DatabaseSync): void {
  const from = readSchemaVersion(db)
  if (from === schemaVersion) return
  db.exec('BEGIN IMMEDIATE')
  for (const step of migrations.slice(from)) db.exec(step)
  db.exec(`PRAGMA user_version = ${schemaVersion}`)
  db.exec('COMMIT')
}
