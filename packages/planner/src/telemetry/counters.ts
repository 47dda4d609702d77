import { metrics } from '@opentelemetry/api'
import { getComponent, type Policy } from '@pf/registry'

const meter = () => metrics.getMeter('@pf/planner')

/** A request for a component: its name, the bytes written by the model, and the result. */
export interface ComponentOutcome {
  component: string
  bytes: number
  verdict: 'ok' | 'rejected' | 'duplicate'
  /** The policy that determines the known components. */
  policy: Policy | undefined
}

/**
 * Metrics about the tolerant reading of actions and about requested components. Names invented by a model are counted as `unknown`. The
 * meter is requested each time, so that one that is registered later is still used.
 */
export const counters = {
  /** Counts deviations from the canonical action form that were corrected without another prompt. */
  tolerated: (kind: string) => meter().createCounter('pf.action.tolerated').add(1, { kind }),
  /** Counts repeated prompts. */
  repair: (kind: string) => meter().createCounter('pf.action.repair').add(1, { kind }),
  /** Counts parameters and roles that were given up because the endpoint of a model refused them. */
  adapted: (model: string, change: string) => meter().createCounter('pf.model.adapted').add(1, { 'gen_ai.request.model': model, change }),
  /** Counts results of reviews. */
  reflection: (verdict: 'passed' | 'wanting' | 'failed') => meter().createCounter('pf.reflection').add(1, { verdict }),
  /** Counts verdicts of deciding hooks, except passes. */
  hook: (stage: string, verdict: string) => meter().createCounter('pf.hook').add(1, { stage, verdict }),
  /** Counts replies without the required form, second attempts, and packaging calls that changed a text. */
  draft: (kind: 'violation' | 'retry' | 'packaging_refused', reason: string) => meter().createCounter('pf.draft').add(1, { kind, reason }),
  /** Measures the time until the first character of the artifact, and until the complete reply. */
  draftLatency: (until: 'first' | 'whole', ms: number) => meter().createHistogram('pf.draft.latency', { unit: 'ms' }).record(ms, { until }),
  component: ({ component, bytes, verdict, policy }: ComponentOutcome) =>
    meter()
      .createHistogram('pf.component.bytes', { unit: 'By' })
      .record(bytes, { component: getComponent(component, policy) ? component : 'unknown', verdict }),
} as const
