import type { ComponentFailure } from '@pf/core'

/** Reports of components of one run that pages could not draw, until the run reads them. */
export interface ComponentFailures {
  /** Adds a report. Returns false if the run has ended or has too many unread reports. */
  add(failure: ComponentFailure): boolean
  /** Returns the reports since the last call. */
  take(): ComponentFailure[]
  /** Refuses further reports, because the run will not read them. */
  close(): void
}

const maxFailures = 16

/** Creates an empty list. A later report about the same component replaces the earlier one, because several pages may show a run. */
export function createComponentFailures(): ComponentFailures {
  const waiting = new Map<string, ComponentFailure>()
  let closed = false
  return {
    add: (failure) => {
      if (closed) return false
      if (waiting.size >= maxFailures && !waiting.has(failure.component_id)) return false
      waiting.set(failure.component_id, failure)
      return true
    },
    take: () => {
      const failures = [...waiting.values()]
      waiting.clear()
      return failures
    },
    close: () => {
      closed = true
    },
  }
}
