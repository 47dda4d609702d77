/** Limits of a run. All values are integers, times are in milliseconds, sizes in characters. */
export interface AgentLimits {
  /** Number of model calls that act. The last one may only answer. Default 12. */
  maxSteps: number
  /** Duration of a run until its finish or its next question, without the time spent waiting for answers. Default 300,000. */
  deadlineMs: number
  /** Input and output tokens of all model calls of a run. After this number, the model is not called again. Default 2,000,000. */
  maxTokens: number
  /**
   * Tokens of one prompt. Beyond this limit, older steps are summarized and long observations are shortened. Default 100,000, or the context of
   * the model (`Model.contextTokens`) if that is smaller.
   */
  contextTokens: number
  /** Maximum time without output of the model. Default 60,000. */
  modelIdleMs: number
  /** Time limit of tools without their own. Default 60,000. */
  toolTimeoutMs: number
  /** Length of one observation in the form that the model reads. Default 16,000. */
  observationChars: number
  /** Repeated prompts after output that is not a usable action. Default 3. */
  repairAttempts: number
  /** Retries of a call whose stream was cut. Default 1. */
  modelRetries: number
  /** Length of the output of one model call. Default 8,000,000. */
  modelOutputChars: number
  /** Branches of one plan. Further ones are reported as not run. Default 16. */
  planBranches: number
  /** Branches that run at the same time. Default 4. */
  planConcurrency: number
  /** Time for which a question waits for the user, unless a tool specifies another. Default 86,400,000 (one day). */
  answerMs: number
}

/** The default values. */
export const defaultLimits: Readonly<AgentLimits> = Object.freeze({
  maxSteps: 12,
  deadlineMs: 300_000,
  maxTokens: 2_000_000,
  contextTokens: 100_000,
  modelIdleMs: 60_000,
  toolTimeoutMs: 60_000,
  observationChars: 16_000,
  repairAttempts: 3,
  modelRetries: 1,
  modelOutputChars: 8_000_000,
  planBranches: 16,
  planConcurrency: 4,
  answerMs: 86_400_000,
})
