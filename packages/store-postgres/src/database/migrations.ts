import { PfError } from '@pf/core'
import type { ClientBase } from 'pg'

/**
 * Steps from one version of the schema to the next; steps are only added. JSON is stored as text, so that reads return exactly the bytes
 * that were written, and so that U+0000 and lone surrogates, which JSON escapes, can be stored. Every table is reached by owner.
 */
const migrations: readonly string[] = [
  `
  CREATE TABLE run (
    n bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, owner text NOT NULL, key text NOT NULL, run_id text NOT NULL, thread_id text NOT NULL,
    state text NOT NULL DEFAULT 'null', state_version int NOT NULL DEFAULT 0, last_seq bigint NOT NULL DEFAULT 0,
    phase text NOT NULL DEFAULT 'new', successor text, last_commit text,
    lease text, lease_until timestamptz,
    created timestamptz NOT NULL DEFAULT clock_timestamp(), changed timestamptz NOT NULL DEFAULT clock_timestamp(),
    UNIQUE (owner, key)
  );
  CREATE INDEX run_open ON run (n) WHERE phase IN ('working', 'paused');
  CREATE INDEX run_age ON run (changed) WHERE phase = 'finished';

  CREATE TABLE event (run bigint NOT NULL, seq bigint NOT NULL, data text NOT NULL, PRIMARY KEY (run, seq));

  CREATE TABLE lease (owner text NOT NULL, resource text NOT NULL, token text, until timestamptz NOT NULL, PRIMARY KEY (owner, resource));

  CREATE TABLE interaction (
    n bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, owner text NOT NULL, key text NOT NULL, thread_key text NOT NULL, run_key text NOT NULL,
    state text NOT NULL, deadline timestamptz, data text NOT NULL, UNIQUE (owner, key)
  );
  CREATE INDEX interaction_thread ON interaction (owner, thread_key, n);
  CREATE INDEX interaction_run ON interaction (owner, run_key);

  CREATE TABLE thread_entry (
    n bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, owner text NOT NULL, thread_key text NOT NULL, key text NOT NULL, run_key text NOT NULL,
    data text NOT NULL, UNIQUE (owner, thread_key, key)
  );
  CREATE INDEX thread_entry_order ON thread_entry (owner, thread_key, n);
  CREATE INDEX thread_entry_run ON thread_entry (owner, run_key);

  CREATE TABLE draft (
    owner text NOT NULL, key text NOT NULL, version int NOT NULL, changed timestamptz NOT NULL DEFAULT clock_timestamp(), data text NOT NULL,
    PRIMARY KEY (owner, key)
  );

  CREATE TABLE artifact (
    owner text NOT NULL, key text NOT NULL, blob bigint, bytes bigint NOT NULL, sha256 text NOT NULL, created bigint NOT NULL, data text NOT NULL,
    PRIMARY KEY (owner, key)
  );
  CREATE INDEX artifact_age ON artifact (created);
  CREATE TABLE blob (n bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, kept boolean NOT NULL DEFAULT false, created timestamptz NOT NULL DEFAULT clock_timestamp());
  CREATE TABLE chunk (blob bigint NOT NULL, k int NOT NULL, data bytea NOT NULL, PRIMARY KEY (blob, k));
  `,
  'ALTER TABLE run ADD COLUMN agent text',
  `
  ALTER TABLE run ADD COLUMN cancel_requested timestamptz;
  CREATE INDEX run_cancel ON run (n) WHERE cancel_requested IS NOT NULL AND phase <> 'finished';
  `,
  `
  CREATE TABLE thread (
    n bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, owner text NOT NULL, key text NOT NULL, thread_id text NOT NULL,
    title text NOT NULL, search text NOT NULL, created bigint NOT NULL, updated bigint NOT NULL, UNIQUE (owner, key)
  );
  CREATE INDEX thread_order ON thread (owner, updated, n);
  CREATE INDEX run_thread ON run (owner, md5(thread_id));

  ALTER TABLE thread_entry ADD COLUMN search text;
  UPDATE thread_entry SET search = lower(left(substring(data FROM '"text":"((?:[^"\\\\]|\\\\.)*)"'), 20000)) WHERE data NOT LIKE '%"role":"tool"%';
  INSERT INTO thread (owner, key, thread_id, title, search, created, updated)
    SELECT first.owner, first.thread_key, run.thread_id, first.title, lower(first.title), first.created, first.updated FROM (
      SELECT DISTINCT ON (owner, thread_key) owner, thread_key, run_key, left(coalesce(substring(data FROM '"text":"((?:[^"\\\\]|\\\\.)*)"'), ''), 80) AS title,
        substring(data FROM '"ts":(\\d+)')::bigint AS created,
        (SELECT max(substring(last.data FROM '"ts":(\\d+)')::bigint) FROM thread_entry AS last
          WHERE last.owner = thread_entry.owner AND last.thread_key = thread_entry.thread_key) AS updated
      FROM thread_entry WHERE data LIKE '%"role":"user"%'
        AND NOT EXISTS (SELECT 1 FROM draft WHERE draft.owner = thread_entry.owner AND draft.key = thread_entry.thread_key)
      ORDER BY owner, thread_key, n
    ) AS first JOIN run ON run.owner = first.owner AND run.key = first.run_key
    WHERE first.created IS NOT NULL;

  ALTER TABLE artifact ADD COLUMN run_key text;
  UPDATE artifact SET run_key = substring(data FROM '"run_id":("(?:[^"\\\\]|\\\\.)*")');
  CREATE INDEX artifact_run ON artifact (owner, run_key);
  `,
  // Unlogged: after a crash of the server every bucket is full again, and no request waits for the write-ahead log.
  `
  CREATE UNLOGGED TABLE rate_limit (owner text NOT NULL, name text NOT NULL, full_at timestamptz NOT NULL, PRIMARY KEY (owner, name));
  CREATE INDEX rate_limit_age ON rate_limit (full_at);
  `,
  `
  CREATE TABLE spending (
    owner text NOT NULL, account text NOT NULL, tokens float8 NOT NULL, cost float8 NOT NULL, ms float8 NOT NULL, model_calls float8 NOT NULL,
    tool_calls float8 NOT NULL, changed timestamptz NOT NULL DEFAULT clock_timestamp(), PRIMARY KEY (owner, account)
  );
  CREATE INDEX spending_age ON spending (changed);
  `,
  `
  ALTER TABLE interaction ADD COLUMN role text;
  CREATE INDEX interaction_open ON interaction (owner, n) WHERE state = 'open';
  CREATE INDEX interaction_role ON interaction (role, n) WHERE state = 'open' AND role IS NOT NULL;
  CREATE TABLE approval_grant (
    n bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, owner text NOT NULL, key text NOT NULL, data text NOT NULL, UNIQUE (owner, key)
  );
  CREATE TABLE audit (owner text NOT NULL, seq bigint NOT NULL, data text NOT NULL, PRIMARY KEY (owner, seq));
  `,
  `
  CREATE TABLE task_group (
    n bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, owner text NOT NULL, key text NOT NULL, thread_key text NOT NULL, agent text NOT NULL,
    due timestamptz, changed timestamptz NOT NULL DEFAULT clock_timestamp(), data text NOT NULL, UNIQUE (owner, key)
  );
  CREATE INDEX task_group_due ON task_group (agent, due) WHERE due IS NOT NULL;
  CREATE INDEX task_group_thread ON task_group (owner, thread_key, n);

  CREATE TABLE task (
    n bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, owner text NOT NULL, key text NOT NULL, group_key text NOT NULL, agent text NOT NULL,
    priority float8 NOT NULL, due timestamptz, data text NOT NULL, UNIQUE (owner, key)
  );
  CREATE INDEX task_due ON task (agent, due) WHERE due IS NOT NULL;
  CREATE INDEX task_group_tasks ON task (owner, group_key, n);
  `,
  // Every commit writes a new version of its run's row: pages reserve space for it, and a state of more than two kilobytes is stored outside the row.
  'ALTER TABLE run SET (fillfactor = 60, toast_tuple_target = 128)',
  // The last_seq of a pause without a question. A node of an older release does not write it, so its value for an older pause is never used
  // for the last one.
  'ALTER TABLE run ADD COLUMN no_question_at bigint',
  `
  CREATE INDEX run_new ON run (n) WHERE phase = 'new';
  CREATE INDEX run_successor ON run (owner, successor) WHERE successor IS NOT NULL;
  CREATE INDEX blob_unkept ON blob (created) WHERE NOT kept;
  `,
  "ALTER TABLE run ADD COLUMN messages text NOT NULL DEFAULT '[]'",
  // Unlogged: after a crash of the server nothing is reserved, and no model call waits for the write-ahead log.
  `
  CREATE UNLOGGED TABLE spending_reservation (
    owner text NOT NULL, run_key text NOT NULL, account text NOT NULL, tokens float8 NOT NULL, cost float8 NOT NULL, ms float8 NOT NULL,
    model_calls float8 NOT NULL, tool_calls float8 NOT NULL, until timestamptz NOT NULL, PRIMARY KEY (owner, run_key, account)
  );
  CREATE INDEX spending_reservation_age ON spending_reservation (until);
  `,
  'ALTER TABLE task_group ADD COLUMN role text; CREATE INDEX task_group_role ON task_group (role, n) WHERE role IS NOT NULL',
]

/** The version of the schema that this release writes. */
export const schemaVersion = migrations.length

/** The number of an advisory lock that only migrations take. */
const migrationLock = 7_318_642_051

/** Options of waiting for tables that are in use. Times are in milliseconds. */
export interface MigrationOptions {
  /** Maximum time that a step waits for a table. Meanwhile, all other statements on the table wait behind it. Default 5,000. */
  lockTimeoutMs?: number
  /** Time for which the other statements may use the table before the next attempt. Default 2,000. */
  pauseMs?: number
  /** Maximum number of attempts. Default 30. */
  maxAttempts?: number
}

/**
 * Creates the schema or migrates it to the version of this release, in one transaction. Several nodes may start at the same time: one
 * migrates, and the others wait for it, however long it takes. If a transaction holds a table for too long, the migration releases its
 * locks for a while and tries again. Resolves to the version that was found, which is higher than `schemaVersion` if a newer release has
 * written it; nothing is changed then.
 */
export async function migrate(
  client: ClientBase,
  schema: string,
  { lockTimeoutMs = 5_000, pauseMs = 2_000, maxAttempts = 30 }: MigrationOptions = {},
): Promise<number> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await migrateOnce(client, schema, lockTimeoutMs)
    } catch (error) {
      if (attempt >= maxAttempts || (error as { code?: unknown }).code !== lockNotAvailable) throw error
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }
}

/** SQLSTATE of a lock that was not obtained in time. */
const lockNotAvailable = '55P03'

async function migrateOnce(client: ClientBase, schema: string, lockTimeoutMs: number): Promise<number> {
  const name = quoteName(schema)
  await client.query('BEGIN')
  try {
    // A time limit that the server or the role sets would end a migration, or the wait for one, on every node that starts.
    await client.query('SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0')
    await client.query('SELECT pg_advisory_xact_lock($1)', [migrationLock])
    await client.query(`SET LOCAL lock_timeout = ${lockTimeoutMs}`)
    await client.query(`CREATE SCHEMA IF NOT EXISTS ${name}`)
    await client.query(`SET LOCAL search_path TO ${name}`)
    await client.query('CREATE TABLE IF NOT EXISTS schema_migration (version int PRIMARY KEY, at timestamptz NOT NULL DEFAULT clock_timestamp())')
    const found = (await client.query<{ version: number | null }>('SELECT max(version) AS version FROM schema_migration')).rows[0]?.version ?? 0
    for (const [index, step] of migrations.slice(found).entries()) {
      await client.query(step)
      await client.query('INSERT INTO schema_migration (version) VALUES ($1)', [found + index + 1])
    }
    await client.query('COMMIT')
    return found
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined)
    throw error
  }
}

/** The oldest supported version, as `server_version_num`. */
const minVersion = 150_000

/** Throws PfError `store_failed` for a server that is too old. */
export async function requireVersion(client: ClientBase): Promise<void> {
  const sql = "SELECT current_setting('server_version_num')::int AS number, current_setting('server_version') AS name"
  const [version] = (await client.query<{ number: number; name: string }>(sql)).rows
  if (version && version.number < minVersion)
    throw new PfError('store_failed', `PostgreSQL ${version.name} is too old for this store. Use PostgreSQL ${minVersion / 10_000} or newer.`)
}

/** Quotes a name for SQL. */
export const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`
