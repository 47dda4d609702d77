import type { RunRecord, Scope } from '@pf/core'
import { leaseRun } from '../log/lease-keeper.ts'
import { resolutionOf } from '../questions/question-outcome.ts'
import { handoverWithoutRequest } from '../segments/make-handover.ts'
import type { RunState } from '../state/run-state.ts'
import { endUnlessContinued, isCancelRequested, runCancelled } from './end-cancelled.ts'
import type { Engine } from './engine.ts'
import { leaseNewRun } from './lease-run.ts'
import { launchSuccessor, leasePausedRun, type ResumeResult, resumeRun } from './resume-run.ts'
import { type RunSlotTaken, withRunSlot } from './run-slot.ts'
import { type TakeOverResult, takeOver } from './take-over.ts'
import { type HandedOverRun, isForeign, loadThreadStatus, type PausedRun, type ThreadStatus } from './thread-status.ts'

/**
 * What came of an attempt to continue a run. `continued`: it works here again, or was ended. `held`: it works already, here or elsewhere.
 * `waiting`: it waits for an answer. `idle`: there was nothing that this process can do.
 */
export type Recovered = 'continued' | 'held' | 'waiting' | 'idle'

/**
 * Continues everything on a thread that can continue: a run whose question was answered or has expired, and a run whose process has ended.
 * Resolves to the id of the run that still waits for an answer, if there is one.
 */
export async function recoverThread(engine: Engine, scope: Scope, thread_id: string): Promise<string | undefined> {
  const now = await loadThreadStatus(engine.agent, scope, thread_id)
  return (await recover(engine, scope, now)) === 'waiting' && now.kind === 'paused' ? now.record.run_id : undefined
}

/** Like `recoverThread`, for a status that was just loaded. */
export async function recover(engine: Engine, scope: Scope, now: ThreadStatus): Promise<Recovered> {
  if (now.kind === 'working') return outcomeOf(await takeOver(engine, scope, now.record))
  if (now.kind === 'handed_over') return startSuccessor(engine, scope, now)
  if (now.kind !== 'paused') return 'idle'
  return isCancelRequested(now.record) ? endPaused(engine, scope, now.record) : resumeWithoutRequest(engine, scope, now)
}

/** Results of what continues runs. Another run of the thread that works here keeps the thread for a while. */
function outcomeOf({ status }: { status: RunSlotTaken['status'] | TakeOverResult['status'] | ResumeResult['status'] }): Recovered {
  if (status === 'started') return 'continued'
  return status === 'busy' || status === 'taken' || status === 'unchanged' ? 'idle' : 'held'
}

/** Ends a paused run whose cancellation was requested while the process that paused it still worked on it. */
async function endPaused(engine: Engine, scope: Scope, { run_id, thread_id }: RunRecord): Promise<Recovered> {
  const leased = await leasePausedRun(engine.agent, scope, { run_id, thread_id })
  if (leased.status !== 'granted') return 'held'
  await endUnlessContinued(engine, scope, { run_id, lease: leased.lease })
  return 'continued'
}

async function resumeWithoutRequest(engine: Engine, scope: Scope, { record, saved }: PausedRun): Promise<Recovered> {
  const { waiting } = saved
  if (!waiting?.asked || isForeign(engine.agent, record)) return 'waiting'
  const { pending } = engine.agent.ports
  const asked = waiting.asked.id
  if (!resolutionOf(await pending.get(scope, asked))) return 'waiting'
  const to = nextRunId(engine, record.run_id, saved)
  const decide = async (newest: RunState) =>
    handoverWithoutRequest(newest, { to, resolution: newest.waiting?.asked && resolutionOf(await pending.get(scope, newest.waiting.asked.id)) })
  const request = { scope, run_id: to, thread_id: record.thread_id }
  return outcomeOf(await withRunSlot(engine, request, (slot) => resumeRun(engine, { scope, paused: record, to, slot, decide })))
}

/** Returns the id under which a run continues: its own for a client that keeps its stream, a new one for any other client. */
export const nextRunId = ({ agent }: Engine, run_id: string, { client }: RunState) => (client.pf?.tool_results === true ? run_id : agent.newId())

/**
 * Begins the successor that another process was about to begin. Does nothing if that process is only slow. With `wait`, the successor has
 * begun afterwards, regardless of the process.
 */
export async function startSuccessor(engine: Engine, scope: Scope, { record, saved }: HandedOverRun, { wait = false } = {}): Promise<Recovered> {
  const { handover } = saved
  if (!handover) return 'idle'
  const { ports } = engine.agent
  const successor = { run_id: handover.to, thread_id: record.thread_id }
  const begun = await withRunSlot(engine, { scope, ...successor }, async (slot) => {
    const lease = await (wait ? leaseNewRun(ports, scope, successor) : leaseRun(ports.storage, scope, successor))
    if (!lease) return { status: 'changed' } as const
    const existing = await ports.storage.load(scope, successor.run_id)
    if (!existing || existing.last_seq > 0) {
      await ports.storage.release(scope, lease)
      return { status: 'changed' } as const
    }
    if (isCancelRequested(existing)) slot.signal.abort(runCancelled())
    await launchSuccessor(engine, { scope, record, saved, handover, lease, slot })
    return { status: 'started' } as const
  })
  return outcomeOf(begun)
}
