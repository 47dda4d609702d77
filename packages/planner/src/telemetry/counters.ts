import { metrics } from '@opentelemetry/api'
import { getComponent, type Policy } from '@pf/registry'

const meter = () => metrics.getMeter('@pf/planner')

/** A request for a component: its name, the bytes the model wrote for it, and what came of it. */
export interface ComponentRequest {
  component: string
  bytes: number
  verdict: 'ok' | 'rejected' | 'duplicate'
  /** Which components there are. */
  policy: Policy | undefined
}

/**
 * Metrics: what shows whether the tolerant path is worth its code, and which components were asked for. Names that a model made up count
 * as `unknown`. The meter is asked for each time, so that one that is set up late still counts.
 */
export const counters = {
  /** Deviations from the canonical action form that were put right without asking again. */
  tolerated: (kind: string) => meter().createCounter('pf.action.tolerated').add(1, { kind }),
  /** Prompts that asked the model again. */
  repair: (kind: string) => meter().createCounter('pf.action.repair').add(1, { kind }),
  /** What a look at an answer came to. */
  reflection: (verdict: 'passed' | 'wanting' | 'failed') => meter().createCounter('pf.reflection').add(1, { verdict }),
  /** What deciding hooks did, passes left out. */
  hook: (stage: string, verdict: string) => meter().createCounter('pf.hook').add(1, { stage, verdict }),
  /** Replies out of form, second attempts, packaging calls that changed a text. */
  draft: (kind: 'violation' | 'retry' | 'packaging_refused', reason: string) => meter().createCounter('pf.draft').add(1, { kind, reason }),
  /** Until the first character of the artifact, and until the whole reply. */
  draftLatency: (until: 'first' | 'whole', ms: number) => meter().createHistogram('pf.draft.latency', { unit: 'ms' }).record(ms, { until }),
  component: ({ component, bytes, verdict, policy }: ComponentRequest) =>
    meter()
      .createHistogram('pf.component.bytes', { unit: 'By' })
      .record(bytes, { component: getComponent(component, policy) ? component : 'unknown', verdict }),
} as const
