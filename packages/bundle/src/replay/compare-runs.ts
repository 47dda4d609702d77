import type { FinalPayload, JsonValue, PlannerEvent } from '@pf/core'
import type { Bundle } from '../format/bundle.ts'

/** What a run did, in the terms in which two runs are compared. */
export interface RunOutline {
  /** The tools that were called, in order. */
  actions: string[]
  /** The components that were shown, in order. */
  components: string[]
  answer: string | null
  finish: string | null
  /** Sums over all model calls, as far as providers reported them. */
  tokens: { input: number; output: number }
  model_calls: number
  repairs: number
}

/** Two outlines, and the members in which they differ. */
export interface RunComparison {
  equal: boolean
  differing: (keyof RunOutline)[]
  left: RunOutline
  right: RunOutline
}

/** Returns what the runs of a bundle, or the events of a replay, did. */
export function outlineOf(events: readonly PlannerEvent[], modelCalls: number): RunOutline {
  const finish = events.findLast((event) => event.type === 'finish')
  const payload: FinalPayload | undefined = finish?.payload
  const sum = (member: 'input' | 'output') => events.reduce((total, event) => total + (event.type === 'usage' ? (event[member] ?? 0) : 0), 0)
  return {
    actions: events.flatMap((event) => (event.type === 'tool_call_start' ? [event.name] : [])),
    components: events.flatMap((event) => (event.type === 'artifact_chunk' && event.artifact_type === 'ui_component' ? [componentOf(event.chunk)] : [])),
    answer: payload?.raw_answer ?? null,
    finish: finish?.reason ?? null,
    tokens: { input: sum('input'), output: sum('output') },
    model_calls: modelCalls,
    repairs: events.filter(({ type }) => type === 'repair').length,
  }
}

const componentOf = (chunk: JsonValue) => (typeof chunk === 'object' && chunk !== null && 'component' in chunk ? String(chunk.component) : 'unknown')

export const outlineOfBundle = ({ runs }: Bundle): RunOutline =>
  outlineOf(
    runs.flatMap((run) => run.events),
    runs.reduce((sum, run) => sum + run.model_calls.length, 0),
  )

/** Compares what two runs did. */
export function compareOutlines(left: RunOutline, right: RunOutline): RunComparison {
  const differing = (Object.keys(left) as (keyof RunOutline)[]).filter((key) => JSON.stringify(left[key]) !== JSON.stringify(right[key]))
  return { equal: differing.length === 0, differing, left, right }
}

/** Compares what the runs of two bundles did. */
export const compareRuns = (left: Bundle, right: Bundle): RunComparison => compareOutlines(outlineOfBundle(left), outlineOfBundle(right))
