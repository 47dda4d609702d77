import type { ComponentFailure } from '@pf/core'

/** What pages could not draw of one run, until the run looks. */
export interface ComponentFailures {
  /** Takes a report. False: the run has ended, or it has too many that it has not looked at. */
  add(failure: ComponentFailure): boolean
  /** Returns the reports since the last call. */
  take(): ComponentFailure[]
  /** Refuses further reports, because the run does not look again. */
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
