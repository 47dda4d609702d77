import { type JsonValue, PfError } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import type { RunState } from './run-state.ts'
import { runStateSchema } from './run-state-schema.ts'

/** The version of the state that this release writes. */
export const currentVersion = 10

/** Maps each version to a function that converts a state of it to the next version. */
const migrations: ReadonlyMap<number, (state: Record<string, unknown>) => Record<string, unknown>> = new Map([
  [2, migrateVersion2],
  // Version 4 adds optional members.
  [3, (state) => state],
  [4, migrateVersion4],
  // Versions 6 to 10 add optional members.
  [5, (state) => state],
  [6, (state) => state],
  [7, (state) => state],
  [8, (state) => state],
  [9, (state) => state],
])

/** A state that this release understands, or the reason why it does not: the version that was found, if any, and whether a newer release has written it. */
export type ReadRunState = { ok: true; state: RunState } | { ok: false; error: PfError; found: number | undefined; newer: boolean }

/** Reads a stored state: migrates a state of an older version and validates it with the schema. Never throws. The state shares no objects with `stored`. */
export function readRunState(stored: JsonValue): ReadRunState {
  const found = isRecord(stored) && typeof stored.version === 'number' ? stored.version : undefined
  if (!isRecord(stored) || found === undefined) return { ok: false, found, newer: false, error: unreadable('It has no version.', found) }
  let state: Record<string, unknown> = structuredClone(stored)
  for (let version = found; version !== currentVersion; version++) {
    const migrate = migrations.get(version)
    if (!migrate) return { ok: false, found, newer: found > currentVersion, error: unreadable(`It has version ${found}.`, found) }
    state = { ...migrate(state), version: version + 1 }
  }
  const parsed = runStateSchema.safeParse(state)
  if (parsed.success) return { ok: true, state: parsed.data }
  const paths = parsed.error.issues.slice(0, 3).map(({ path }) => `/${path.map(String).join('/').slice(0, 60)}`)
  return { ok: false, found, newer: false, error: unreadable(`It does not match version ${found} at ${paths.join(', ')}.`, found) }
}

/** Like `readRunState`, but throws PfError `state_unreadable`, whose message contains the version that was found and the supported ones. */
export function parseRunState(stored: JsonValue): RunState {
  const read = readRunState(stored)
  if (!read.ok) throw read.error
  return read.state
}

/** Returns the status of a stored state of any version, without validating the rest. */
export function statusOf(stored: JsonValue): RunState['status'] | undefined {
  const status = isRecord(stored) ? stored.status : undefined
  return status === 'running' || status === 'paused' || status === 'moved' ? status : undefined
}

function unreadable(reason: string, found: number | undefined): PfError {
  const understood = [...migrations.keys(), currentVersion]
  return new PfError('state_unreadable', `The stored state of the run cannot be used. ${reason} This release supports versions ${understood.join(', ')}.`, {
    fields: { found: found ?? null, understood },
  })
}

/** Maps old names to new names of members of the state. */
const renamed = { known: 'known_message_ids', later: 'deferred_messages', fruitless: 'consecutive_failures', secrets: 'secret_refs', settled: 'resolution' }
const renamedInHandover = { known: 'known_message_ids', settled: 'resolution' }

/** Converts a state of version 2 to version 3: members are renamed, and three optional ones become required. */
function migrateVersion2(state: Record<string, unknown>): Record<string, unknown> {
  const { handover, ...rest } = rename(state, renamed)
  return {
    tokens: 0,
    chars_per_token: 4,
    prepared: false,
    ...rest,
    ...(isRecord(handover) ? { handover: rename(handover, renamedInHandover) } : {}),
  }
}

/** Turns a state of version 4 into one of version 5: the member of the client that said how it takes results of tools has another name. */
function migrateVersion4(state: Record<string, unknown>): Record<string, unknown> {
  const { handover } = state
  return { ...renameInClient(state), ...(isRecord(handover) ? { handover: renameInClient(handover) } : {}) }
}

function renameInClient(value: Record<string, unknown>): Record<string, unknown> {
  const { client } = value
  return isRecord(client) && isRecord(client.pf) ? { ...value, client: { ...client, pf: rename(client.pf, { toolResults: 'tool_results' }) } } : value
}

function rename(value: Record<string, unknown>, names: Readonly<Record<string, string>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [Object.hasOwn(names, key) ? String(names[key]) : key, member]))
}
