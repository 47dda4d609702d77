import type { AgentInput, Scope, StartResult } from '@pf/core'
import type { PfContext } from './context.ts'

const cancelTimeoutMs = 5_000

/** Starts a run. When the thread is busy with a run that its third-party client has left, that run is cancelled first. */
export async function startRun(context: PfContext, input: AgentInput, scope: Scope): Promise<StartResult> {
  const first = await context.agent.start(input, scope)
  if (first.status !== 'busy' || !(await context.presence.isAbandoned(scope, first.run_id, context.limits.leaveMs))) return first
  await cancelRun(context, first.run_id, scope)
  return context.agent.start(input, scope)
}

/** Cancels a run and waits up to five seconds until its log has ended. Never rejects; errors are passed to `onError`. */
export async function cancelRun(context: PfContext, runId: string, scope: Scope): Promise<void> {
  try {
    await context.agent.cancel(runId, scope)
    const events = await context.agent.attach(runId, 0, { scope, signal: AbortSignal.timeout(cancelTimeoutMs) })
    for await (const event of events ?? []) if (event.type === 'finish' && event.reason !== 'paused') break
  } catch (error) {
    context.onError(error)
  }
  context.presence.markEnded(scope, runId)
}
