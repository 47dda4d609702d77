import type { AnswerEnvelope, AnswerResult, InteractionRecord, InteractionRef, RunRecord, Scope } from '@pf/core'
import { leaseRun, leaseWaitMs } from '../log/lease-keeper.ts'
import { resolutionOf } from '../questions/question-outcome.ts'
import { handoverWithoutRequest } from '../segments/make-handover.ts'
import { parseRunState } from '../state/read-run-state.ts'
import type { RunState } from '../state/run-state.ts'
import type { ActiveRun } from '../threads/active-runs.ts'
import type { Engine } from '../threads/engine.ts'
import { nextRunId, startSuccessor } from '../threads/recover-thread.ts'
import { resumeRun } from '../threads/resume-run.ts'
import { withRunSlot } from '../threads/run-slot.ts'
import { findAnswerable, recordAnswer, refusedAnswer } from './answer-rights.ts'
import { checkAnswer } from './check-answer.ts'

/** An answer that is not part of a run request. */
export interface AnswerRequest {
  ref: InteractionRef
  envelope: AnswerEnvelope
  scope: Scope
}

/** Validates an answer, stores it if it is the first one, and continues the run with it. */
export async function answerQuestion(engine: Engine, { ref, envelope, ...given }: AnswerRequest): Promise<AnswerResult> {
  const { agent } = engine
  const found = await findAnswerable(agent, given.scope, ref)
  if (!found) return { status: 'unknown' }
  const { scope, record } = found
  const by = given.scope.owner
  const refused = await refusedAnswer(agent, found, { by, envelope })
  if (refused) return { status: 'invalid', issues: refused }
  const checked = await checkAnswer(agent, { scope, record, by: await askedBy(engine, scope, record) }, envelope)
  if (!checked.ok && (record.state === 'open' || checked.hash === '')) return { status: 'invalid', issues: checked.issues }
  const outcome = await agent.ports.pending.answer(scope, record.id, checked.hash, checked.ok ? checked.value : { result: null })
  if (outcome.status === 'accepted') await recordAnswer(agent, { scope, record: outcome.record }, by)
  if (outcome.status === 'accepted' || outcome.status === 'repeated')
    return { status: outcome.status, run_id: await continueAfter(engine, scope, outcome.record) }
  return outcome.status === 'gone' ? { status: 'gone' } : outcome
}

async function askedBy({ agent }: Engine, scope: Scope, { id, run_id }: InteractionRecord) {
  const run = await agent.ports.storage.load(scope, run_id)
  const waiting = run && parseRunState(run.state).waiting
  return waiting?.asked?.id === id ? waiting.by : undefined
}

/**
 * Continues the run that waited for an answer, or finds the run that has continued. Waits for a run that is about to ask the question again
 * under another id.
 */
async function continueAfter(engine: Engine, scope: Scope, { id, run_id }: InteractionRecord): Promise<string> {
  const { storage } = engine.agent.ports
  let current = run_id
  let lastOccupant: ActiveRun | undefined
  while (true) {
    const record = await storage.load(scope, current)
    if (!record || record.finished || record.last_seq === 0) return current
    const saved = parseRunState(record.state)
    if (saved.status === 'moved' && saved.handover) {
      const next = await storage.load(scope, saved.handover.to)
      // The caller reads the successor as soon as it has the id.
      if (!next || next.last_seq === 0) await startSuccessor(engine, scope, { kind: 'handed_over', record, saved }, { wait: true })
      if (saved.handover.resolution || saved.waiting?.asked?.id !== id) return saved.handover.to
      current = saved.handover.to
    } else if (saved.waiting?.asked?.id !== id || saved.resolution) return current
    else if (saved.status === 'paused') {
      const { thread_id } = record
      const result = await startAfter(engine, scope, { id, paused: { run_id: current, thread_id }, saved })
      if (result.status === 'started') return result.run_id
      // The answer is stored, so any reader of the run can continue it.
      if (result.status === 'held') return current
      const occupant = result.status === 'occupied' ? engine.runs.onThread(scope, thread_id) : undefined
      if (occupant && occupant === lastOccupant) return current
      await occupant?.started
      lastOccupant = occupant
    } else if (!(await waitForNextPause(engine, scope, record))) return current
  }
}

/** Waits until a run that is about to ask again has done so or has ended. Resolves to false if its state did not change meanwhile. */
async function waitForNextPause(engine: Engine, scope: Scope, { run_id, thread_id, state_version }: RunRecord): Promise<boolean> {
  const { storage } = engine.agent.ports
  const lease = await leaseRun(storage, scope, { run_id, thread_id }, { waitMs: leaseWaitMs })
  if (lease) await storage.release(scope, lease)
  return (await storage.load(scope, run_id))?.state_version !== state_version
}

/** `held`: another process holds the lease of the run. `occupied`: another run is active on the thread in this process. */
type StartedAfter = { status: 'started'; run_id: string } | { status: 'changed' | 'held' | 'occupied' }

interface AnsweredRun {
  /** The id of the question. */
  id: string
  paused: Pick<RunRecord, 'run_id' | 'thread_id'>
  saved: RunState
}

async function startAfter(engine: Engine, scope: Scope, { id, paused, saved }: AnsweredRun): Promise<StartedAfter> {
  const to = nextRunId(engine, paused.run_id, saved)
  const decide = async (newest: RunState) => handoverWithoutRequest(newest, { to, resolution: resolutionOf(await engine.agent.ports.pending.get(scope, id)) })
  const result = await withRunSlot(engine, { scope, run_id: to, thread_id: paused.thread_id }, (slot) => resumeRun(engine, { scope, paused, to, slot, decide }))
  if ('run_id' in result) return { status: 'occupied' }
  if (result.status === 'started') return { status: 'started', run_id: to }
  return { status: result.status === 'changed' ? 'changed' : 'held' }
}
