import type { Scope } from '@pf/core'

/** Who reads which run in this process. */
export interface Presence {
  /** Adds a reader; the returned function takes it away again and may be called more than once. `stock`: the run has no other Stop than its reader leaving. */
  join(scope: Scope, run_id: string, stock: boolean): () => void
  /** A reader was told of an end. Then nobody needs to stop the run, unless it was the end of an earlier segment and the run goes on without a reader. */
  ended(scope: Scope, run_id: string): void
  /** Waits up to `ms` for a stock client's run to have no reader; false for runs that go on without one. */
  isLeft(scope: Scope, run_id: string, ms: number): Promise<boolean>
  close(): void
}

export interface PresenceOptions {
  orphanMs: number
  /** A run of a stock client was without a reader for `orphanMs`; settles, and never rejects, when the run is over. */
  onOrphan: (scope: Scope, run_id: string) => Promise<void>
}

interface Entry {
  readers: number
  stock: boolean
  ended: boolean
  /** It was left while it ran. */
  orphan: boolean
  timer?: ReturnType<typeof setTimeout>
  waiting: Set<() => void>
}

/** Stock clients stop a run by dropping the connection, and only by that (measured); so their runs are watched. */
export function createPresence({ orphanMs, onOrphan }: PresenceOptions): Presence {
  const entries = new Map<string, Entry>()

  const left = (scope: Scope, run_id: string, entry: Entry) => {
    if (entry.readers > 0) return
    if (!entry.stock || entry.ended) entries.delete(keyOf(scope, run_id))
    else {
      entry.orphan = true
      entry.timer = setTimeout(() => expire(scope, run_id), orphanMs)
    }
    for (const wake of entry.waiting) wake()
  }
  const expire = async (scope: Scope, run_id: string) => {
    await onOrphan(scope, run_id)
    const entry = entries.get(keyOf(scope, run_id))
    if (entry?.readers === 0) entries.delete(keyOf(scope, run_id))
  }
  return {
    join(scope, run_id, stock) {
      const key = keyOf(scope, run_id)
      const entry = entries.get(key) ?? { readers: 0, stock: false, ended: false, orphan: false, waiting: new Set() }
      entries.set(key, entry)
      clearTimeout(entry.timer)
      entry.readers += 1
      entry.stock ||= stock
      // Whoever asks brings the run back to life, or reads it for itself.
      if (stock) Object.assign(entry, { ended: false, orphan: false })
      let here = true
      return () => {
        if (!here) return
        here = false
        entry.readers -= 1
        left(scope, run_id, entry)
      }
    },
    ended(scope, run_id) {
      const entry = entries.get(keyOf(scope, run_id))
      if (!entry || (entry.orphan && entry.readers > 0)) return
      entry.ended = true
      clearTimeout(entry.timer)
      if (entry.readers === 0) entries.delete(keyOf(scope, run_id))
    },
    async isLeft(scope, run_id, ms) {
      const entry = entries.get(keyOf(scope, run_id))
      if (!entry?.stock) return false
      if (entry.readers > 0) await woken(entry, ms)
      return entry.readers === 0
    },
    close() {
      for (const { timer } of entries.values()) clearTimeout(timer)
      entries.clear()
    },
  }
}

const keyOf = ({ owner }: Scope, run_id: string) => JSON.stringify([owner.tenant ?? null, owner.id, run_id])

function woken(entry: Entry, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const wake = () => {
      clearTimeout(timer)
      entry.waiting.delete(wake)
      resolve()
    }
    const timer = setTimeout(wake, ms)
    entry.waiting.add(wake)
  })
}
