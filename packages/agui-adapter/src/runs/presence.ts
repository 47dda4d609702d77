import type { Scope } from '@pf/core'

/** Tracks the readers of runs in this process. */
export interface Presence {
  /** Adds a reader. The returned function removes it and may be called repeatedly. `cancelOnLeave`: the run is cancelled if it has no reader. */
  join(scope: Scope, runId: string, cancelOnLeave: boolean): () => void
  /** Records that a reader received the end of the run, so that the run need not be cancelled. Ignored if readers joined again after the run was abandoned. */
  markEnded(scope: Scope, runId: string): void
  /** Waits up to `ms` until a run that is cancelled without a reader has none. False for other runs. */
  isAbandoned(scope: Scope, runId: string, ms: number): Promise<boolean>
  /** True if this process has served a reader of the run and does not know of its end. */
  isKnown(scope: Scope, runId: string): boolean
  close(): void
}

export interface PresenceOptions {
  orphanMs: number
  /** Called if such a run had no reader for `orphanMs`. Must resolve when the run has ended, and must not reject. */
  onOrphan: (scope: Scope, runId: string) => Promise<void>
}

interface Entry {
  readers: number
  cancelOnLeave: boolean
  ended: boolean
  /** True if the last reader left while the run was running. */
  orphan: boolean
  timer?: ReturnType<typeof setTimeout>
  waiting: Set<() => void>
}

/** Tracks the readers of runs. Third-party clients can stop a run only by closing the connection, so their runs are cancelled when the last reader has left. */
export function createPresence({ orphanMs, onOrphan }: PresenceOptions): Presence {
  const entries = new Map<string, Entry>()

  const onReaderLeft = (scope: Scope, runId: string, entry: Entry) => {
    if (entry.readers > 0) return
    if (!entry.cancelOnLeave || entry.ended) entries.delete(keyOf(scope, runId))
    else {
      entry.orphan = true
      entry.timer = setTimeout(() => expire(scope, runId), orphanMs)
    }
    for (const wake of entry.waiting) wake()
  }
  const expire = async (scope: Scope, runId: string) => {
    await onOrphan(scope, runId)
    const entry = entries.get(keyOf(scope, runId))
    if (entry?.readers === 0) entries.delete(keyOf(scope, runId))
  }
  return {
    join(scope, runId, cancelOnLeave) {
      const key = keyOf(scope, runId)
      const entry = entries.get(key) ?? { readers: 0, cancelOnLeave: false, ended: false, orphan: false, waiting: new Set() }
      entries.set(key, entry)
      clearTimeout(entry.timer)
      entry.readers += 1
      entry.cancelOnLeave ||= cancelOnLeave
      // A new reader of this kind resumes the watch, even for a run that was abandoned or has ended before.
      if (cancelOnLeave) Object.assign(entry, { ended: false, orphan: false })
      let joined = true
      return () => {
        if (!joined) return
        joined = false
        entry.readers -= 1
        onReaderLeft(scope, runId, entry)
      }
    },
    markEnded(scope, runId) {
      const entry = entries.get(keyOf(scope, runId))
      if (!entry || (entry.orphan && entry.readers > 0)) return
      entry.ended = true
      clearTimeout(entry.timer)
      if (entry.readers === 0) entries.delete(keyOf(scope, runId))
    },
    async isAbandoned(scope, runId, ms) {
      const entry = entries.get(keyOf(scope, runId))
      if (!entry?.cancelOnLeave) return false
      if (entry.readers > 0) await waitForLeave(entry, ms)
      return entry.readers === 0
    },
    isKnown: (scope, runId) => entries.has(keyOf(scope, runId)),
    close() {
      for (const { timer } of entries.values()) clearTimeout(timer)
      entries.clear()
    },
  }
}

const keyOf = ({ owner }: Scope, runId: string) => JSON.stringify([owner.tenant ?? null, owner.id, runId])

function waitForLeave(entry: Entry, ms: number): Promise<void> {
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
