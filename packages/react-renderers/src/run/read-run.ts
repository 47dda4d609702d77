import { PfError, type WireEvent } from '@pf/core'
import type { ComponentStore } from '../store/model/types.ts'
import { forgetUnsentState } from './update-store.ts'

/** The reason for the end of a run that the server did not end. */
export interface RunError {
  code: string
  message: string
}

interface ReadRunOptions {
  store: ComponentStore
  runId: string
  signal: AbortSignal
  events: () => AsyncIterable<WireEvent>
  onFirst: (() => void) | undefined
}

/** Reads a stream into the store. Returns the error of a broken stream, or undefined if it ended or was aborted. */
export async function readRun({ store, runId, signal, events, onFirst }: ReadRunOptions): Promise<RunError | undefined> {
  let first = true
  try {
    for await (const wire of events()) {
      if (signal.aborted) return undefined
      // Only the first event needs the run id. After a Last-Event-ID, the stream does not contain one.
      store.apply(wire, first ? { runId } : undefined)
      if (wire.event.type === 'STATE_SNAPSHOT') forgetUnsentState(store)
      if (first) onFirst?.()
      first = false
    }
  } catch (error) {
    return signal.aborted ? undefined : toRunError(error)
  }
  if (signal.aborted || hasEnded(store, runId)) return undefined
  return { code: 'network', message: 'The answer stopped before its end.' }
}

/** True if the run has ended, and for a run that the store does not know. */
function hasEnded(store: ComponentStore, run_id: string): boolean {
  const turn = store.getSnapshot().turns.findLast((candidate) => candidate.kind === 'assistant' && candidate.runs.includes(run_id))
  return turn?.kind !== 'assistant' || turn.status !== 'running'
}

/** Converts the error of a request to an error for the page. */
export function toRunError(error: unknown): RunError {
  if (PfError.isInstance(error)) return { code: error.code, message: error.message }
  return { code: 'network', message: 'The connection to the server was lost.' }
}
