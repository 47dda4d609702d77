import type { RunRecord, Scope } from '@pf/core'
import { leaseRun } from '../log/lease-keeper.ts'
import { resolutionOf } from '../questions/question-outcome.ts'
import { handoverWithoutRequest } from '../segments/make-handover.ts'
import type { RunState } from '../state/run-state.ts'
import { endUnlessContinued, isCancelRequested, runCancelled } from './end-cancelled.ts'
import type { Engine } from './engine.ts'
import { leaseNewRun } from './lease-run.ts'
import { launchSuccessor, leasePausedRun, resumeRun } from './resume-run.ts'
import { withRunSlot } from './run-slot.ts'
import { takeOver } from './take-over.ts'
import { type HandedOverRun, isForeign, loadThreadStatus, type PausedRun, type ThreadStatus } from './thread-status.ts'

/**
 * Continues everything on a thread that can continue: a run whose question was answered or has expired, and a run whose process has ended.
 * Resolves to the id of the run that still waits for an answer, if there is one.
 */
export async function recoverThread(engine: Engine, scope: Scope, thread_id: string): Promise<string | undefined> {
  return recover(engine, scope, await loadThreadStatus(engine.agent, scope, thread_id))
}

/** Like `recoverThread`, for a status that was just loaded. */
export async function recover(engine: Engine, scope: Scope, now: ThreadStatus): Promise<string | undefined> {
  if (now.kind === 'free') return undefined
  if (now.kind === 'working') await takeOver(engine, scope, now.record)
  if (now.kind === 'handed_over') await startSuccessor(engine, scope, now)
  if (now.kind === 'paused' && isCancelRequested(now.record)) return endPaused(engine, scope, now.record)
  return now.kind === 'paused' ? resumeWithoutRequest(engine, scope, now) : undefined
}

/** Ends a paused run whose cancellation was requested while the process that paused it still worked on it. */
async function endPaused(engine: Engine, scope: Scope, { run_id, thread_id }: RunRecord): Promise<undefined> {
  const leased = await leasePausedRun(engine.agent, scope, { run_id, thread_id })
  if (leased.status === 'granted') await endUnlessContinued(engine, scope, { run_id, lease: leased.lease })
}

async function resumeWithoutRequest(engine: Engine, scope: Scope, { record, saved }: PausedRun): Promise<string | undefined> {
  const { waiting } = saved
  if (!waiting?.asked || isForeign(engine.agent, record)) return record.run_id
  const { pending } = engine.agent.ports
  const asked = waiting.asked.id
  if (!resolutionOf(await pending.get(scope, asked))) return record.run_id
  const to = nextRunId(engine, record.run_id, saved)
  const decide = async (newest: RunState) =>
    handoverWithoutRequest(newest, { to, resolution: newest.waiting?.asked && resolutionOf(await pending.get(scope, newest.waiting.asked.id)) })
  await withRunSlot(engine, { scope, run_id: to, thread_id: record.thread_id }, (slot) => resumeRun(engine, { scope, paused: record, to, slot, decide }))
  return undefined
}

/** Returns the id under which a run continues: its own for a client that keeps its stream, a new one for any other client. */
export const nextRunId = ({ agent }: Engine, run_id: string, { client }: RunState) => (client.pf?.toolResults === true ? run_id : agent.newId())

/**
 * Begins the successor that another process was about to begin. Does nothing if that process is only slow. With `wait`, the successor has
 * begun afterwards, regardless of the process.
 */
export async function startSuccessor(engine: Engine, scope: Scope, { record, saved }: HandedOverRun, { wait = false } = {}): Promise<void> {
  const { handover } = saved
  if (!handover) return
  const { ports } = engine.agent
  const successor = { run_id: handover.to, thread_id: record.thread_id }
  await withRunSlot(engine, { scope, ...successor }, async (slot) => {
    const lease = await (wait ? leaseNewRun(ports, scope, successor) : leaseRun(ports.storage, scope, successor))
    if (!lease) return
    const existing = await ports.storage.load(scope, successor.run_id)
    if (!existing || existing.last_seq > 0) return ports.storage.release(scope, lease)
    if (isCancelRequested(existing)) slot.signal.abort(runCancelled())
    await launchSuccessor(engine, { scope, record, saved, handover, lease, slot })
  })
}
