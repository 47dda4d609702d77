import type { RunAddress, RunStore } from '@pf/core'
import { createListeners, ownerKey, ownerOfKey } from '@pf/core/internal'
import { type Database, withRetries } from '../database/database.ts'
import { parse, toKey } from './keys.ts'
import type { Notifier } from './notifier.ts'

/** Requests to cancel runs. They are stored in the row of the run, where every process can read them. */
export interface CancelRequests {
  request: RunStore['requestCancel']
  listen: RunStore['onCancelRequest']
  /** Handles a notification that another process has stored a request: for the run with this key, or for any run. */
  hear(key?: string): void
  close(): void
}

/** Interval in milliseconds at which the rows are read while there is a listener, because a notification may have been lost. */
const pollMs = 1_000

/** Maximum number of requests that one read reports. */
const maxRows = 1_000

const requestSql = `
  WITH marked AS (
    UPDATE run SET cancel_requested = coalesce(cancel_requested, clock_timestamp())
    WHERE owner = $1 AND key = $2 AND phase <> 'finished' AND (phase <> 'new' OR lease_until > clock_timestamp()) RETURNING 1
  ) SELECT pg_notify($3, $4) FROM marked`

const openSql = "SELECT owner, run_id FROM run WHERE cancel_requested IS NOT NULL AND phase <> 'finished' ORDER BY n LIMIT $1"

/** Creates the requests of one process. Nothing is read while there is no listener. */
export function createCancelRequests(database: Database, notifier: Notifier): CancelRequests {
  let timer: ReturnType<typeof setTimeout> | undefined
  let listening = false
  const plan = () => {
    clearTimeout(timer)
    if (!listening) return
    timer = setTimeout(look, pollMs)
    timer.unref()
  }
  const listeners = createListeners<RunAddress>((count) => {
    const listened = listening
    listening = count > 0
    if (listening !== listened) plan()
  })
  const look = () => {
    if (!listening) return
    database
      .rows<{ owner: string; run_id: string }>(openSql, [maxRows])
      .then((rows) => {
        for (const { owner, run_id } of rows) listeners.tell({ owner: ownerOfKey(owner), run_id: parse(run_id) })
      })
      // If the database cannot be read now, it is read at the next interval.
      .catch(() => undefined)
      .then(plan)
  }
  return {
    async request(scope, run_id) {
      const [owner, key] = [ownerKey(scope), toKey(run_id)]
      const values = [owner, key, notifier.channel, notifier.payload('cancel', JSON.stringify([owner, run_id]))]
      const marked = await withRetries(() => database.rows(requestSql, values))
      if (marked.length === 0) {
        const [row] = await database.read<{ phase: string }>('SELECT phase FROM run WHERE owner = $1 AND key = $2', [owner, key])
        return row?.phase === 'finished' ? 'finished' : 'unknown'
      }
      listeners.tell({ owner: ownerOfKey(owner), run_id })
      return 'requested'
    },
    listen: listeners.add,
    hear: (key) => {
      const run = key === undefined ? undefined : readAddress(key)
      if (run) listeners.tell(run)
      else look()
    },
    close: () => {
      listening = false
      clearTimeout(timer)
    },
  }
}

/** Returns undefined for a text of another sender, which may write to the same channel. */
function readAddress(key: string): RunAddress | undefined {
  try {
    const [owner, run_id] = JSON.parse(key) as [string, string]
    return { owner: ownerOfKey(owner), run_id }
  } catch {
    return undefined
  }
}
