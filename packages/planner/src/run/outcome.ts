import type { FinishReason, PfError } from '@pf/core'

/** How a run ended, before its payload is built. */
export interface Outcome {
  reason: FinishReason
  /** Arguments of the final_response, for reason `answer`. */
  args?: Record<string, unknown>
  /** The refusal of the provider, or a text of the planner; never raw model output. */
  answer?: string
  route?: string
  requires_followup?: boolean
  /** Score of the answer, 0 to 1. */
  reflection?: number
  /** True when a hook has already approved the answer. */
  admitted?: true
  /** True when the payload must not contain artifacts, sources or observations of the run. */
  bare?: true
  warnings?: string[]
  error?: PfError
}
