import type { FinishReason, PfError, Provenance } from '@pf/core'

/** The end of a run, before its payload is built. */
export interface Outcome {
  reason: FinishReason
  /** Arguments of the final_response, for the reason `answer`. */
  args?: Record<string, unknown>
  /** The refusal of the provider, or a text of the planner; never raw model output. */
  answer?: string
  route?: string
  requires_followup?: boolean
  /** Score of the answer, 0 to 1. */
  reflection?: number
  /** True if a hook has already approved the answer. */
  admitted?: true
  /** True if the payload must not contain artifacts, sources or observations of the run. */
  bare?: true
  warnings?: string[]
  /** The origin of the figures of an answer. */
  traced?: { answer: string; provenance: Provenance }
  error?: PfError
}
