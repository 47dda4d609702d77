import { buildFinalPayload } from '@pf/artifacts'
import type { PlannerEvent, RunRecord, Scope } from '@pf/core'
import { leaseTtlMs } from '../run/lease-keeper.ts'
import { createRunWriter } from '../run/run-writer.ts'
import type { AgentCore } from './agent-core.ts'
import { readLog } from './read-log.ts'

/**
 * The run of a thread that another process is working on; undefined when the thread is free. A run whose process died is ended first:
 * its open items are closed and its finish says that it broke off, so that readers of its log come to an end.
 */
export async function findUnfinished(agent: AgentCore, scope: Scope, thread_id: string): Promise<string | undefined> {
  const { last_run_id } = await agent.ports.threads.summary(scope, thread_id)
  const record = last_run_id === undefined ? undefined : await agent.ports.storage.load(scope, last_run_id)
  if (!record || record.finished || record.last_seq === 0) return undefined
  return (await endOrphan(agent, scope, record)) ? undefined : record.run_id
}

/** True when the run is ended; false while somebody holds its lease. */
export async function endOrphan(agent: AgentCore, scope: Scope, record: RunRecord, code: 'internal' | 'cancelled' = 'internal'): Promise<boolean> {
  const { storage } = agent.ports
  const run = { run_id: record.run_id, thread_id: record.thread_id }
  const lease = await storage.lease(scope, run, leaseTtlMs)
  if (!lease) return (await storage.load(scope, run.run_id))?.finished ?? true
  const from = { last_seq: record.last_seq, state_version: record.state_version }
  const writer = createRunWriter({ storage, scope, run, lease: () => lease, now: agent.now, onFailure: () => undefined, from })
  const log = await readLog(agent.ports.events, scope, run.run_id)
  for (const event of log) writer.open.observe(event)
  for (const event of writer.open.closers(code, agent.now())) writer.emit(event)
  writer.emit(finishEvent(agent, code, log))
  await writer.commit()
  return true
}

function finishEvent(agent: AgentCore, code: 'internal' | 'cancelled', log: readonly PlannerEvent[]) {
  const message = code === 'cancelled' ? 'The run was cancelled.' : 'The run broke off: the process that worked on it ended.'
  const reason = code === 'cancelled' ? 'cancelled' : 'error'
  const payload = buildFinalPayload({ reason, error: { code, message } })
  const step = log.at(-1)?.step
  return { type: 'finish', ...(step === undefined ? {} : { step }), reason, payload, error: { code, message, trace_id: agent.newId() } } as const
}
