import { formatEventId, type JsonValue, parseEventId } from '@pf/core'
import { arrayOrEmpty, isRecord } from '@pf/core/internal'
import type { Model } from '../store/model/model.ts'
import { modelOf } from '../store/model/model-of.ts'
import { json, name, object, omitUndefined } from '../store/model/read.ts'
import type { ComponentStore } from '../store/model/types.ts'
import { readTurns } from './read-turns.ts'

export const STORED_VERSION = 1

/** Replaces the content of a store with the result of `serializeStore`. Any other value clears the store. */
export function restoreStore(store: ComponentStore, value: unknown): void {
  store.reset()
  if (isRecord(value) && value.version === STORED_VERSION) load(modelOf(store), value)
}

function load(model: Model, value: Record<string, unknown>) {
  model.turns = readTurns(value.turns)
  const last = model.turns.findLast((turn) => turn.kind === 'assistant')
  const run: Model['run'] = last?.kind === 'assistant' ? { status: last.status, run_id: last.run_id } : { status: 'idle' }
  model.run = omitUndefined({ ...run, thread_id: name(object(value.run).thread_id) })
  model.source = run.run_id ?? model.source
  if (Object.hasOwn(value, 'shared')) model.shared = json(value.shared)
  model.unsent = value.unsent === true ? {} : undefined
  for (const entry of arrayOrEmpty(value.cursors)) {
    const [run_id, id] = arrayOrEmpty(entry)
    const cursor = parseEventId(id)
    if (typeof run_id === 'string' && cursor) model.cursors.set(run_id, cursor)
  }
  model.notify()
}

/** Returns a conversation as JSON, to be stored across a reload and passed to `restoreStore`. */
export function serializeStore(store: ComponentStore): JsonValue {
  const { turns, run, shared } = store.getSnapshot()
  const model = modelOf(store)
  const cursors = [...model.cursors].map(([run_id, cursor]) => [run_id, formatEventId(cursor.seq, cursor.k)])
  const unsent = model.unsent ? true : undefined
  return JSON.parse(JSON.stringify({ version: STORED_VERSION, turns, run, cursors, shared, unsent })) as JsonValue
}
