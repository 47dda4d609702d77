import type { PlannerEvent, Scope } from '@pf/core'
import type { PfContext } from './context.ts'

/** How a segment of a run ended, and what it asked. */
export interface RunEnd {
  finish: PlannerEvent<'finish'>
  interactions: PlannerEvent<'pause'>['interactions']
}

/** Waits for the end of the segment behind seq `behind`; undefined where the log ends without one. */
export async function runEnd(context: PfContext, scope: Scope, { run_id, behind = 0, signal }: { run_id: string; behind?: number; signal: AbortSignal }) {
  const events = await context.agent.attach(run_id, behind, { scope, signal })
  const interactions: RunEnd['interactions'] = []
  for await (const event of events ?? []) {
    if (event.type === 'pause') interactions.push(...event.interactions)
    if (event.type === 'finish') return { finish: event, interactions }
  }
  return undefined
}
