/** Where a run stands. Ids are made of step and attempt, so an attempt number is used once. */
export interface Place {
  step: number
  attempt: number
  /** Model calls of the run so far, `action_seq` of what they stream. */
  modelCalls: number
}
