import type { FinishReason, JsonObject, Provenance } from '@pf/core'

/** A component as it was at the end of a run. */
export interface ShownComponent {
  id: string
  component: string
  title?: string
  /** The props that the page received: references are resolved, or point to stored data. */
  props: JsonObject
  /** The props as the model wrote them. */
  written: JsonObject
  question: boolean
}

/** What happened in a run, as far as it is scored. */
export interface Observation {
  finish: FinishReason
  error?: { code: string; message: string }
  answer: string
  shown: ShownComponent[]
  rejected: { component: string; codes: string[] }[]
  provenance?: Provenance
  measures: {
    input_tokens?: number
    output_tokens?: number
    cached_tokens?: number
    ms: number
    model_calls: number
    repairs: number
  }
}
