import type { AgentInput, Scope, StartResult } from '@pf/core'
import type { PfContext } from './context.ts'

const cancelTimeoutMs = 5_000

/**
 * Starts a run. If the thread is busy with a run that its third-party client has left, that run is cancelled first. The readers of a run
 * are known only in the process that serves them; that process cancels the run, and any other one waits for it.
 */
export async function startRun(context: PfContext, input: AgentInput, scope: Scope): Promise<StartResult> {
  const { agent, presence, limits } = context
  const first = await agent.start(input, scope)
  if (first.status !== 'busy') return first
  if (await presence.isAbandoned(scope, first.run_id, limits.leaveMs)) await cancelRun(context, first.run_id, scope)
  // A request with an answer joins the run that continues with it.
  else if (input.client.pf || input.answers || !context.cancelsOrphans || presence.isKnown(scope, first.run_id)) return first
  else if (!(await endsElsewhere(context, first.run_id, scope))) return first
  return agent.start(input, scope)
}

/** Waits until a run of a third-party client has ended, at most for as long as such a run continues without a reader. */
async function endsElsewhere({ agent, limits }: PfContext, runId: string, scope: Scope): Promise<boolean> {
  const events = await agent.attach(runId, 0, { scope, signal: AbortSignal.timeout(limits.orphanMs + limits.leaveMs) })
  for await (const event of events ?? []) {
    if (event.type === 'run_start' && event.client.pf) return false
    if (event.type === 'finish') return true
  }
  return false
}

/** Cancels a run and waits up to five seconds until its log has ended. Never rejects; errors are passed to `onError`. */
export async function cancelRun(context: PfContext, runId: string, scope: Scope): Promise<void> {
  try {
    await context.agent.cancel(runId, scope)
    const events = await context.agent.attach(runId, 0, { scope, signal: AbortSignal.timeout(cancelTimeoutMs) })
    for await (const event of events ?? []) if (event.type === 'finish' && event.reason !== 'paused') break
  } catch (error) {
    context.onError(error, { runId })
  }
  context.presence.markEnded(scope, runId)
}
