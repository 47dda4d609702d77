import type { FinishReason, PfError } from '@pf/core'

/** How a run ended, before its payload is built. */
export interface Outcome {
  reason: FinishReason
  /** Arguments of the final_response, for reason `answer`. */
  args?: Record<string, unknown>
  /** The provider's refusal, or a text of ours; never raw model output. */
  answer?: string
  route?: string
  requires_followup?: boolean
  /** Score of the answer, 0 to 1. */
  reflection?: number
  /** A hook has let the answer out already. */
  admitted?: true
  /** The payload carries nothing of what the run has found. */
  bare?: true
  warnings?: string[]
  error?: PfError
}
