import type { RunRecord, Scope } from '@pf/core'
import type { CompiledAgent } from '../run/compiled-agent.ts'
import { readRunState } from '../state/read-run-state.ts'
import type { RunState } from '../state/run-state.ts'

/** A run that waits. */
export interface PausedRun {
  kind: 'paused'
  record: RunRecord
  saved: RunState
}

/** A run that was handed over and whose successor has not begun: the process that was about to begin it has ended, or has not begun it yet. */
export interface HandedOverRun {
  kind: 'handed_over'
  record: RunRecord
  saved: RunState
}

/** A run that a process works on, whose process has ended, or whose state cannot be read. */
export interface WorkingRun {
  kind: 'working'
  record: RunRecord
}

/**
 * An unfinished run of an agent with another name, which is active or was handed over. Only that agent continues it without a request,
 * because tools, prompt and strategy belong to the agent.
 */
export interface ForeignRun {
  kind: 'foreign'
  record: RunRecord
}

/** The status of a thread. `free` means that it has no unfinished run. */
export type ThreadStatus = { kind: 'free' } | WorkingRun | ForeignRun | PausedRun | HandedOverRun

/** Loads the status of the newest run of a thread. */
export async function loadThreadStatus(agent: CompiledAgent, scope: Scope, thread_id: string): Promise<ThreadStatus> {
  const { last_run_id } = await agent.ports.threads.summary(scope, thread_id)
  return last_run_id === undefined ? { kind: 'free' } : loadRunStatus(agent, scope, last_run_id)
}

/** Loads the status of a run, or of the run under which it continued. */
export async function loadRunStatus(agent: CompiledAgent, scope: Scope, run_id: string): Promise<ThreadStatus> {
  const { storage } = agent.ports
  const seen = new Set<string>()
  let record = await storage.load(scope, run_id)
  while (record && !seen.has(record.run_id)) {
    seen.add(record.run_id)
    const read = readRunState(record.state)
    const saved = read.ok ? read.state : undefined
    if (saved?.status !== 'moved' || !saved.handover) return statusOfRecord(agent, record, saved)
    const next = await storage.load(scope, saved.handover.to)
    if (!next || next.last_seq === 0) return isForeign(agent, record) ? { kind: 'foreign', record } : { kind: 'handed_over', record, saved }
    record = next
  }
  return { kind: 'free' }
}

/** True if the run belongs to an agent with another name. A run without a name can be continued by any agent. */
export const isForeign = ({ name }: Pick<CompiledAgent, 'name'>, { agent }: RunRecord) => agent !== undefined && agent !== name

function statusOfRecord(agent: CompiledAgent, record: RunRecord, saved: RunState | undefined): ThreadStatus {
  if (record.finished || record.last_seq === 0) return { kind: 'free' }
  if (saved?.status === 'paused') return { kind: 'paused', record, saved }
  return { kind: isForeign(agent, record) ? 'foreign' : 'working', record }
}
