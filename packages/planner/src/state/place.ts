/** Where a run stands. Ids are made of step and attempt, so an attempt number is used once. */
export interface Place {
  step: number
  attempt: number
  /** Model calls of the run so far, `action_seq` of what they stream. */
  modelCalls: number
  /** Tokens of all model calls of the run so far, in and out. */
  tokens: number
  /** How long tokens are, as the endpoint's own counts teach. */
  charsPerToken: number
}
