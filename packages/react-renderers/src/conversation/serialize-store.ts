import { formatEventId, type JsonValue } from '@pf/core'
import { modelOf } from '../store/model/model-of.ts'
import type { ComponentStore } from '../store/model/types.ts'
import { STORED_VERSION } from './restore-store.ts'

/** A conversation as JSON, to be carried over a reload; `restoreStore` takes it. */
export function serializeStore(store: ComponentStore): JsonValue {
  const { turns, run, shared } = store.getSnapshot()
  const cursors = [...modelOf(store).cursors].map(([run_id, cursor]) => [run_id, formatEventId(cursor.seq, cursor.k)])
  return JSON.parse(JSON.stringify({ version: STORED_VERSION, turns, run, cursors, shared })) as JsonValue
}
