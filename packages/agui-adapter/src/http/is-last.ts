import type { PlannerEvent, Scope } from '@pf/core'
import type { IsLast } from '../agui/wire-batches.ts'
import type { PfContext } from './context.ts'

const patienceMs = 1_000

/** Tells whether a log goes on behind an event, from what is stored: the thread says it of its newest run, of an older one its log does. */
export function isLastIn({ agent }: Pick<PfContext, 'agent'>, scope: Scope): IsLast {
  return async ({ run_id, thread_id, seq }: PlannerEvent) => {
    const view = await agent.thread(thread_id, scope)
    if (view?.last_run_id === run_id) return seq >= view.last_seq
    const rest = await agent.attach(run_id, seq, { scope, signal: AbortSignal.timeout(patienceMs) })
    for await (const _ of rest ?? []) return false
    return true
  }
}
