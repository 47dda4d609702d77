import type { JsonObject, PfError, PlannerEvent, RunRecord, Scope } from '@pf/core'
import { leaseRun } from '../log/lease-keeper.ts'
import { readLog } from '../log/read-log.ts'
import { actionMessage, observationMessage } from '../prompt/transcript-messages.ts'
import { buildRun, type SegmentTarget } from '../run/build-run.ts'
import { snapshotState } from '../run/commit-step.ts'
import type { CompiledAgent } from '../run/compiled-agent.ts'
import type { Run } from '../run/run.ts'
import { endOrphan, processEnded } from '../segments/end-orphan.ts'
import { restoreRun } from '../segments/restore.ts'
import { handedOverCode } from '../segments/run-to-end.ts'
import { restoreState } from '../shared-state/shared-state.ts'
import type { PlannedRun } from '../state/planned-run.ts'
import { readRunState } from '../state/read-run-state.ts'
import type { RunState } from '../state/run-state.ts'
import type { InFlightCall } from '../state/waiting.ts'
import { recordCall } from '../strategies/plan-execute/run-calls.ts'
import { errorOutcome } from '../tools/tool-outcome.ts'
import { endCancelled, isCancelRequested } from './end-cancelled.ts'
import type { Engine } from './engine.ts'
import { launch } from './launch.ts'
import { type RunSlotTaken, withRunSlot } from './run-slot.ts'

/** Maximum number of takeovers after a crash. A run that crashes its process must not crash every node in turn. */
const maxTakeovers = 3

/** `started`: the run works here, or was ended. `held`: another process works on it. `unchanged`: it is not at work. */
export type TakeOverResult = { status: 'started' } | { status: 'held' } | { status: 'unchanged' }

/**
 * Continues a run whose process has ended from its last step. Does nothing while another process holds its lease, or another run of its thread
 * works here. A run whose state is damaged, or that was taken over too often, is ended. Throws PfError `state_unreadable` for the state of a
 * newer release, and leaves that run unchanged.
 */
export async function takeOver(
  engine: Engine,
  scope: Scope,
  { run_id, thread_id }: Pick<RunRecord, 'run_id' | 'thread_id'>,
): Promise<TakeOverResult | RunSlotTaken> {
  return withRunSlot<TakeOverResult>(engine, { scope, run_id, thread_id }, async (slot) => {
    const { storage } = engine.agent.ports
    const lease = await leaseRun(storage, scope, { run_id, thread_id })
    if (!lease) return { status: 'held' }
    const record = await storage.load(scope, run_id)
    const read = record && readRunState(record.state)
    if (!record || !read || record.finished || (read.ok && read.state.status !== 'running') || (!read.ok && read.newer)) {
      await storage.release(scope, lease)
      if (read && !read.ok && read.newer && !record?.finished) throw read.error
      return { status: 'unchanged' }
    }
    if (isCancelRequested(record)) {
      await endCancelled(engine, scope, { record, lease })
      return { status: 'started' }
    }
    const endWith = async (error: PfError): Promise<TakeOverResult> => {
      await endOrphan(engine.agent, scope, { record, lease, error })
      return { status: 'started' }
    }
    if (!read.ok) return endWith(read.found === undefined ? processEnded : read.error)
    const log = await readLog(engine.agent.ports.events, scope, run_id, record.last_seq)
    const takeovers = read.state.takeovers + (wasHandedOver(log) ? 0 : 1)
    if (takeovers > maxTakeovers) return endWith(processEnded)
    const saved = { ...read.state, takeovers }
    const from = { last_seq: record.last_seq, state_version: record.state_version }
    const parent = log[0]?.parent_run_id
    const run = { run_id, thread_id, from, ...(parent === undefined ? {} : { parent_run_id: parent }) }
    await launch(engine, { scope, run, lease, slot, begin: (segment) => continueAfterCrash(engine.agent, segment, { saved, log }) })
    return { status: 'started' }
  })
}

/** True if the last process shut down in order and left the run on purpose. */
function wasHandedOver(log: readonly PlannerEvent[]): boolean {
  const last = log.findLast((event) => event.type === 'warning' && (event.code === handedOverCode || event.code === takenOverCode))
  return last?.type === 'warning' && last.code === handedOverCode
}

const takenOverCode = 'taken_over'

/** Closes the items that the ended process left open, resets the answer text that it had shown, and informs the model about calls that may have run. */
async function continueAfterCrash(
  agent: CompiledAgent,
  target: SegmentTarget,
  { saved, log }: { saved: RunState; log: readonly PlannerEvent[] },
): Promise<Run> {
  const interrupted = saved.in_flight
  const run = buildRun(agent, target, { ...saved, in_flight: [] })
  await restoreRun(run, { runs: saved.turn.runs, sameTurn: true, log })
  for (const event of log) run.segment.writer.open.observe(event)
  const waitingIds = isStillWaiting(saved) && saved.waiting ? waitingCallIds(saved.waiting) : []
  run.emit({ type: 'warning', code: takenOverCode, text: 'The process of this run ended; the run continues from its last step.' })
  restoreState(run, log)
  for (const event of run.segment.writer.open.closers('outcome_unknown', agent.now(), waitingIds)) run.emit(event)
  for (const event of answerResets(log)) run.emit(event)
  if (saved.waiting && !isStillWaiting(saved)) abandonWaitingStep(run, saved)
  else recordInterruptedCalls(run, interrupted)
  if (!run.state.waiting) run.state.step = Math.max(run.state.step, ...log.map(({ step = 0 }) => step))
  await run.segment.writer.commit({ state: snapshotState(run) })
  return run
}

/** True if the step that waited may run again, which requires that no call that must not run twice was in flight. */
const isStillWaiting = ({ waiting, in_flight }: RunState) => waiting !== undefined && in_flight.length === 0

const waitingCallIds = ({ call, asked }: NonNullable<RunState['waiting']>) => [call.tool_call_id, ...(asked ? [asked.tool_call_id] : [])]

function abandonWaitingStep(run: Run, { waiting, in_flight }: RunState) {
  delete run.state.waiting
  delete run.state.resolution
  recordInterruptedCalls(run, in_flight)
  run.state.transcript.push(...run.state.deferred_messages.splice(0))
  if (waiting?.plan)
    for (const { node, observation } of waiting.plan.branches) run.state.transcript.push(observationOf({ tool: node, observation, id: waiting.tool_call_id }))
}

const observationOf = ({ id, tool, observation }: { id: string; tool: string; observation: InFlightCall['observation'] }) =>
  observationMessage({ tool_call_id: id, tool, observation: observation ?? unknownOutcome })

const unknownOutcome: JsonObject = JSON.parse(
  JSON.stringify(errorOutcome('outcome_unknown', 'The process that ran this call ended. Whether it took effect is unknown; it was not run again.').observation),
) as JsonObject

/** Adds the interrupted calls to the transcript, with their result or with an unknown outcome. */
function recordInterruptedCalls(run: Run, calls: readonly InFlightCall[]) {
  if (run.state.planned) return failInterruptedCall(run, run.state.planned, calls)
  for (const { tool, args, tool_call_id, observation } of calls) {
    run.state.transcript.push(actionMessage({ next_node: tool, args }, run.agent.format), observationOf({ id: tool_call_id, tool, observation }))
  }
}

/** Returns events that reset the answer texts that clients have shown and that will be streamed again. */
function answerResets(log: readonly PlannerEvent[]) {
  const shown = new Map<string, { step?: number; attempt: number }>()
  for (const event of log) {
    if (event.type === 'answer_reset') shown.delete(event.stream_id)
    if (event.type === 'llm_stream_chunk' && event.channel === 'answer')
      shown.set(event.stream_id, { ...(event.step === undefined ? {} : { step: event.step }), attempt: event.attempt })
  }
  return [...shown].map(([stream_id, at]) => ({ type: 'answer_reset', stream_id, ...at, reason: 'taken_over' }) as const)
}

/** Records a call that must not run twice and was in flight when its process ended. It counts as failed and ends the plan. */
function failInterruptedCall(run: Run, planned: PlannedRun, interrupted: readonly InFlightCall[]): void {
  if (interrupted.length === 0) return
  recordCall(run, planned, errorOutcome('outcome_unknown', 'The process that ran this call ended. Whether it took effect is unknown; it was not run again.'))
}
