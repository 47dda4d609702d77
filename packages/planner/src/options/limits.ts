/** Bounds of a run; all whole numbers, times in milliseconds, sizes in characters. */
export interface AgentLimits {
  /** Model turns that act; the last one may only answer. Default 12. */
  maxSteps: number
  /** A run until its finish or its next question; waiting for an answer does not count. Default 300,000. */
  deadlineMs: number
  /** Tokens of all model calls of a run together, in and out; once they are used up no call follows. Default 2,000,000. */
  maxTokens: number
  /** Tokens of one prompt; beyond them older steps are summed up and long observations cut. Default 100,000. */
  contextTokens: number
  /** Longest silence of the model. Default 60,000. */
  modelIdleMs: number
  /** Where a tool does not say. Default 60,000. */
  toolTimeoutMs: number
  /** One observation as the model sees it. Default 16,000. */
  observationChars: number
  /** Re-prompts after output that is no usable action. Default 3. */
  repairAttempts: number
  /** New tries of a call whose stream broke. Default 1. */
  modelRetries: number
  /** Output of one model call. Default 8,000,000. */
  modelOutputChars: number
  /** Branches of one plan; further ones are reported back as not run. Default 16. */
  planBranches: number
  /** Branches that run at the same time. Default 4. */
  planConcurrency: number
  /** How long a question waits for the user, where a tool does not say. Default 86,400,000 (a day). */
  answerMs: number
}

/** The documented defaults. */
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
