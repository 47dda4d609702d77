import type { RunAddress, RunStore } from '../contracts/ports.ts'

/** Who wants to know of requests to cancel a run, in this process. */
export interface CancelListeners {
  add: RunStore['onCancelRequest']
  report(run: RunAddress): void
}

/** Creates an empty set. `onChange` is called with the number of listeners whenever it changes. */
export function createCancelListeners(onChange?: (count: number) => void): CancelListeners {
  // A function may be added twice, so each addition has an object of its own.
  const entries = new Set<{ listener: (run: RunAddress) => void }>()
  return {
    add(listener) {
      const entry = { listener }
      entries.add(entry)
      onChange?.(entries.size)
      return () => {
        if (entries.delete(entry)) onChange?.(entries.size)
      }
    },
    report(run) {
      for (const { listener } of [...entries]) listener(run)
    },
  }
}
