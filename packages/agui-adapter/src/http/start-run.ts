import type { AgentInput, Scope, StartResult } from '@pf/core'
import type { PfContext } from './context.ts'

const drainMs = 5_000

/** Starts a run. One that its stock client has left is no reason for `busy`: it is stopped and the new one takes its place. */
export async function startRun(context: PfContext, input: AgentInput, scope: Scope): Promise<StartResult> {
  const first = await context.agent.start(input, scope)
  if (first.status !== 'busy' || !(await context.presence.isLeft(scope, first.run_id, context.limits.leaveMs))) return first
  await stopRun(context, first.run_id, scope)
  return context.agent.start(input, scope)
}

/** Cancels a run and waits until its log has ended, five seconds at most. Rejects nothing: what fails is told to `onError`. */
export async function stopRun(context: PfContext, run_id: string, scope: Scope): Promise<void> {
  try {
    await context.agent.cancel(run_id, scope)
    const events = await context.agent.attach(run_id, 0, { scope, signal: AbortSignal.timeout(drainMs) })
    for await (const event of events ?? []) if (event.type === 'finish' && event.reason !== 'paused') break
  } catch (error) {
    context.onError(error)
  }
  context.presence.ended(scope, run_id)
}
