import type { PlannerEvent, Scope } from '@pf/core'
import type { PfContext } from './context.ts'

const patienceMs = 1_000

/** Whether a run is known, its thread's newest, and without an end: somebody is at work on it. */
export async function isAtWork({ agent }: Pick<PfContext, 'agent'>, scope: Scope, run_id: string): Promise<boolean> {
  const eventBehind = async (seq: number) => firstOf(await agent.attach(run_id, seq, { scope, signal: AbortSignal.timeout(patienceMs) }))
  const first = await eventBehind(0)
  const view = first && (await agent.thread(first.thread_id, scope))
  if (view?.last_run_id !== run_id) return false
  return (await eventBehind(view.last_seq - 1))?.type !== 'finish'
}

async function firstOf(events: AsyncIterable<PlannerEvent> = none): Promise<PlannerEvent | undefined> {
  for await (const event of events) return event
  return undefined
}

const none: AsyncIterable<never> = { [Symbol.asyncIterator]: () => ({ next: async () => ({ done: true, value: undefined }) }) }
