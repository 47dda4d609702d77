import { metrics } from '@opentelemetry/api'

const meter = () => metrics.getMeter('@pf/planner')

/** Counts what shows whether the tolerant path is worth its code, and what components were asked for; made anew each time so that a meter set up late still counts. */
export const counters = {
  /** Deviations from the canonical action form that were put right without asking again. */
  tolerated: (kind: string) => meter().createCounter('pf.action.tolerated').add(1, { kind }),
  /** Prompts that asked the model again. */
  repair: (kind: string) => meter().createCounter('pf.action.repair').add(1, { kind }),
  /** Component requests by name and verdict. */
  component: (name: string, verdict: 'ok' | 'rejected' | 'duplicate') => meter().createCounter('pf.component.requests').add(1, { name, verdict }),
} as const
