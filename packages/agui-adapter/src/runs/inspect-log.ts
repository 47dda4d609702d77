import type { PlannerEvent, Scope } from '@pf/core'
import type { IsLogEnd } from '../streams/wire-batches.ts'
import type { PfContext } from './context.ts'

const timeoutMs = 1_000

/** The end of a segment, with the interactions that it announced. */
export interface SegmentEnd {
  finish: PlannerEvent<'finish'>
  interactions: PlannerEvent<'pause'>['interactions']
}

/** Waits for the end of the segment after seq `segmentAfter`. Resolves to undefined if the log ends without one. */
export async function waitForSegmentEnd(
  { agent }: PfContext,
  scope: Scope,
  { runId, segmentAfter = 0, signal }: { runId: string; segmentAfter?: number; signal: AbortSignal },
): Promise<SegmentEnd | undefined> {
  const events = await agent.attach(runId, segmentAfter, { scope, signal })
  const interactions: SegmentEnd['interactions'] = []
  for await (const event of events ?? []) {
    if (event.type === 'pause') interactions.push(...event.interactions)
    if (event.type === 'finish') return { finish: event, interactions }
  }
  return undefined
}

/** Creates a function that checks in the stored data whether a log continues after an event: in the thread for its newest run, in the log for an older run. */
export function createLogEndCheck({ agent }: Pick<PfContext, 'agent'>, scope: Scope): IsLogEnd {
  return async ({ run_id, thread_id, seq }: PlannerEvent) => {
    const view = await agent.thread(thread_id, scope)
    if (view?.last_run_id === run_id) return seq >= view.last_seq
    const rest = await agent.attach(run_id, seq, { scope, signal: AbortSignal.timeout(timeoutMs) })
    for await (const _ of rest ?? []) return false
    return true
  }
}
