import type { Owner } from '@pf/core'
import { ownerKey } from '@pf/core/internal'
import type { ModelExchange } from '@pf/planner/recording'
import type { RecordedRequest, ToolExecution } from '../format/bundle.ts'

/** What a recorder receives while a run works. */
export type RunRecording =
  | { type: 'request'; request: RecordedRequest }
  | { type: 'model_call'; exchange: ModelExchange }
  | { type: 'tool_execution'; execution: ToolExecution }

/** Keeps what event log and state do not contain: requests, model calls and tool results. Only the host reads them. */
export interface RunRecorder {
  add(owner: Owner, run_id: string, recording: RunRecording): Promise<void>
  /** Resolves to the recordings of a run in the order in which they were added; none for an unknown run. */
  read(owner: Owner, run_id: string): Promise<RunRecording[]>
}

/** Options of `createMemoryRecorder`. */
export interface MemoryRecorderOptions {
  /** Number of runs that are kept; the oldest are removed first. Default 100. */
  maxRuns?: number
}

/** Creates a recorder whose recordings end with the process. */
export function createMemoryRecorder({ maxRuns = 100 }: MemoryRecorderOptions = {}): RunRecorder {
  const runs = new Map<string, RunRecording[]>()
  const keyOf = (owner: Owner, run_id: string) => JSON.stringify([ownerKey({ owner }), run_id])
  return {
    add: async (owner, run_id, recording) => {
      const key = keyOf(owner, run_id)
      const recordings = runs.get(key) ?? []
      runs.set(key, recordings)
      recordings.push(structuredClone(recording))
      for (const oldest of runs.keys()) if (runs.size > maxRuns) runs.delete(oldest)
    },
    read: async (owner, run_id) => structuredClone(runs.get(keyOf(owner, run_id)) ?? []),
  }
}
