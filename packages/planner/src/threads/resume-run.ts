import type { Lease, RunRecord, Scope } from '@pf/core'
import { leaseRun } from '../log/lease-keeper.ts'
import type { CompiledAgent } from '../run/compiled-agent.ts'
import { resumeSegment } from '../segments/resume-segment.ts'
import { parseRunState, statusOf } from '../state/read-run-state.ts'
import type { Handover, RunState } from '../state/run-state.ts'
import { endCancelled, isCancelRequested } from './end-cancelled.ts'
import type { Engine } from './engine.ts'
import { launch } from './launch.ts'
import { leaseNewRun, leaseUnlessContinued } from './lease-run.ts'
import { type RunSlot, runKey } from './run-slot.ts'

/** `changed`: the run was continued or ended meanwhile. `busy`: its lease stayed held although the run did not change. */
type PausedRunLease = { status: 'granted'; lease: Lease } | { status: 'changed' } | { status: 'busy' }

/**
 * Leases a paused run. The process that paused it releases the lease shortly after the pause can be read; if that process has died, the
 * lease expires. The wait ends early if the run is continued elsewhere, because that process keeps the lease while it is active.
 */
export async function leasePausedRun({ ports }: CompiledAgent, scope: Scope, run: Pick<RunRecord, 'run_id' | 'thread_id'>): Promise<PausedRunLease> {
  const { storage } = ports
  const free = await leaseRun(storage, scope, run)
  if (free) return { status: 'granted', lease: free }
  const record = await storage.load(scope, run.run_id)
  if (!record || record.finished || statusOf(record.state) !== 'paused') return { status: 'changed' }
  const lease = await leaseUnlessContinued(ports, scope, run, record.last_seq)
  if (lease === 'continued') return { status: 'changed' }
  if (lease) return { status: 'granted', lease }
  return { status: (await storage.load(scope, run.run_id))?.finished ? 'changed' : 'busy' }
}

/** A request to continue a paused run under the id `to`, which is its own or a new one. */
export interface ResumeRequest {
  scope: Scope
  paused: Pick<RunRecord, 'run_id' | 'thread_id'>
  to: string
  slot: RunSlot
  /** Returns the handover. Called while this process holds the lease, so that no other process can continue the run. */
  decide(saved: RunState): Promise<Handover>
}

/** `changed`: another process continued or ended the run. `busy`: another process holds its lease. `taken`: the new id already belongs to a run. */
export type ResumeResult = { status: 'started'; after: number } | { status: 'changed' } | { status: 'busy' } | { status: 'taken' }

/**
 * Continues a paused run exactly once. The lease of the run decides between any number of answers, tabs and nodes. When the run continues
 * under another id, the paused run is first marked as moved, together with everything that its successor needs, so that a crash in between
 * neither loses nor repeats anything.
 */
export async function resumeRun(engine: Engine, request: ResumeRequest): Promise<ResumeResult> {
  const { scope, paused } = request
  const { storage } = engine.agent.ports
  const leased = await leasePausedRun(engine.agent, scope, paused)
  if (leased.status !== 'granted') return leased
  const { lease } = leased
  let held = true
  const release = async () => {
    if (held) await storage.release(scope, lease)
    held = false
  }
  try {
    const record = await storage.load(scope, paused.run_id)
    if (!record || statusOf(record.state) !== 'paused') return { status: 'changed' }
    if (isCancelRequested(record)) {
      held = false
      await endCancelled(engine, scope, { record, lease })
      return { status: 'changed' }
    }
    const saved = parseRunState(record.state)
    const handover = await request.decide(saved)
    engine.timers.clear(runKey(scope, paused.run_id))
    if (request.to !== paused.run_id) return await resumeAsSuccessor(engine, request, { record, saved, handover, lease, release })
    held = false
    const from = { last_seq: record.last_seq, state_version: record.state_version }
    const run = { run_id: record.run_id, thread_id: record.thread_id, from }
    await launch(engine, { scope, run, lease, slot: request.slot, begin: (segment) => resumeSegment(engine.agent, segment, { saved, handover }) })
    return { status: 'started', after: record.last_seq }
  } finally {
    await release()
  }
}

interface LeasedRun {
  record: RunRecord
  saved: RunState
  handover: Handover
  lease: Lease
  release: () => Promise<void>
}

/** Takes the lease of the successor before the run is marked as moved, so that no other process begins the successor. */
async function resumeAsSuccessor(
  engine: Engine,
  { scope, to, slot }: ResumeRequest,
  { record, saved, handover, lease, release }: LeasedRun,
): Promise<ResumeResult> {
  const { storage } = engine.agent.ports
  const run = { run_id: record.run_id, thread_id: record.thread_id }
  const next = await leaseNewRun(engine.agent.ports, scope, { run_id: to, thread_id: record.thread_id })
  if (!next) return { status: 'taken' }
  const moved = { ...saved, status: 'moved', handover } as unknown as RunRecord['state']
  const marked = await storage.commit(scope, { run, lease, events: [], state: { expect_version: record.state_version, value: moved }, successor: to })
  if (marked.status !== 'committed') {
    await storage.release(scope, next)
    return { status: 'changed' }
  }
  await release()
  await launchSuccessor(engine, { scope, record, saved, handover, lease: next, slot })
  return { status: 'started', after: 0 }
}

/** Begins the successor of a run that was handed over. */
export async function launchSuccessor(
  engine: Engine,
  { scope, record, saved, handover, lease, slot }: { scope: Scope; record: RunRecord; saved: RunState; handover: Handover; lease: Lease; slot: RunSlot },
): Promise<void> {
  const run = { run_id: handover.to, thread_id: record.thread_id, parent_run_id: record.run_id }
  await launch(engine, { scope, run, lease, slot, begin: (segment) => resumeSegment(engine.agent, segment, { saved, handover }) })
}
