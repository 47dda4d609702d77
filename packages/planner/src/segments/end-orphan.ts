import { buildFinalPayload } from '@pf/artifacts'
import { type InteractionRecord, type Lease, PfError, type PlannerEvent, type RunRecord, type Scope } from '@pf/core'
import type { EventDraft } from '../log/open-items.ts'
import { readLog } from '../log/read-log.ts'
import { createRunWriter, type RunWriter } from '../log/run-writer.ts'
import type { CompiledAgent } from '../run/compiled-agent.ts'
import { readRunState } from '../state/read-run-state.ts'
import type { RunState } from '../state/run-state.ts'
import { sealWrites } from '../tasks/seal-writes.ts'
import { fromTraceparent } from '../telemetry/trace-context.ts'

/** A run that no process works on, and the lease for writing it. */
export interface Orphan {
  record: RunRecord
  lease: Lease
  /** The reason for the end of the run. A PfError `cancelled` ends it with that reason, any other error with the reason `error`. */
  error: PfError
}

/** The error of a run whose process ended and that is not continued. */
export const processEnded = new PfError('internal', 'The run was interrupted because its process ended.')

/**
 * Ends a run that no process works on. Its open items are closed and its finish contains the reason, so that readers of its log end. A
 * paused run gets an additional segment for this, and its question can no longer be answered.
 */
export async function endOrphan(agent: CompiledAgent, scope: Scope, { record, lease, error }: Orphan): Promise<void> {
  const { storage, events, pending } = agent.ports
  const run = { run_id: record.run_id, thread_id: record.thread_id }
  const from = { last_seq: record.last_seq, state_version: record.state_version }
  const writer = createRunWriter({ storage, scope, run, agent: agent.name, lease: () => lease, now: agent.now, onFailure: () => undefined, from })
  const log = await readLog(events, scope, run.run_id)
  const read = readRunState(record.state)
  const saved = read.ok ? read.state : undefined
  await observeCalls(agent, { scope, writer, runs: saved?.turn.runs.filter((run_id) => run_id !== run.run_id) ?? [] })
  for (const event of log) writer.open.observe(event)
  const asked = saved?.status === 'paused' ? saved.waiting?.asked : undefined
  const question = asked && (await pending.get(scope, asked.id))
  if (saved?.status === 'paused') for (const event of lastSegment(log, saved)) writer.emit(event)
  for (const event of writer.open.closers(error.code, agent.now())) writer.emit(event)
  writer.emit(finishEvent(error, log, fromTraceparent(saved?.trace)?.traceId ?? agent.newId()))
  await writer.commit({ ...(question?.state === 'open' ? { pending: [cancelled(question)] } : {}), tasks: saved ? sealWrites(saved) : [] })
}

/** Feeds the calls of earlier runs of the turn to the writer's open items, because they may still be open. */
async function observeCalls(agent: CompiledAgent, { scope, writer, runs }: { scope: Scope; writer: RunWriter; runs: readonly string[] }): Promise<void> {
  for (const run_id of runs)
    for (const event of await readLog(agent.ports.events, scope, run_id)) if (event.type.startsWith('tool_call_')) writer.open.observe(event)
}

const cancelled = (question: InteractionRecord): InteractionRecord => ({ ...question, state: 'cancelled' })

function lastSegment(log: readonly PlannerEvent[], { waiting }: RunState): EventDraft[] {
  const start = log.findLast((event) => event.type === 'run_start')
  if (start?.type !== 'run_start') return []
  const { registry_version, registry_digest, message_id, client } = start
  const begin: EventDraft = { type: 'run_start', registry_version, registry_digest, message_id, client }
  return waiting?.asked ? [begin, { type: 'resume', interaction_id: waiting.asked.id, status: 'cancelled' }] : [begin]
}

function finishEvent({ code, message }: PfError, log: readonly PlannerEvent[], trace_id: string) {
  const reason = code === 'cancelled' ? 'cancelled' : 'error'
  const payload = buildFinalPayload({ reason, error: { code, message } })
  const step = log.at(-1)?.step
  return { type: 'finish', ...(step === undefined ? {} : { step }), reason, payload, error: { code, message, trace_id } } as const
}
