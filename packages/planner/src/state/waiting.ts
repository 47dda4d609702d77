import type { ApprovalScope, InteractionAnnouncement, JsonObject, JsonValue, PauseAnswer, PlannerAction } from '@pf/core'

/** The waiting call. It is completed, or run again, after the answer has arrived. */
export interface WaitingCall {
  tool: string
  args: JsonObject
  tool_call_id: string
  branch?: number
  /** True if the arguments contain values that the model may not see. */
  hidden?: true
}

/** A question that a tool has asked: a hash of the question, and the id under which its answer is stored. */
export interface QuestionRef {
  key: string
  interaction_id: string
}

/** A completed branch of a plan. `value` is the unredacted result, which is kept for a join. */
export interface CompletedBranch {
  branch: number
  node: string
  status: 'ok' | 'error'
  observation: JsonValue
  code?: string
  value?: JsonValue
}

/** The rest of a plan that contains a waiting call. */
export interface RemainingPlan {
  plan_id: string
  planned: number
  join?: JsonValue
  branches: CompletedBranch[]
  /** True if the join itself waits. */
  joining: boolean
  /** True if the results were too large to be kept for the join. */
  lost?: boolean
}

/** The result of a call that is kept until the user approves it. */
export interface UnapprovedResult {
  status: 'ok' | 'error' | 'skipped' | 'unknown'
  observation: JsonValue
  code?: string
  value?: JsonValue
}

/**
 * The cause of a pause: a question of the model, a question of a tool, a call of a front-end tool, a hook that requires the approval of the
 * user for a call, or the start of a background task.
 */
export interface Claim {
  by: 'model' | 'tool' | 'client' | 'hook' | 'task'
  call: WaitingCall
  /** The question. A front-end call has none. */
  asked?: InteractionAnnouncement
  /** All questions of the same call in order. The open one is last. */
  questions: QuestionRef[]
  /** Present if a rule asked: the scopes of approval that can be chosen. */
  scopes?: ApprovalScope[]
  /** The result that waits for approval. Absent if the call itself waits for it. */
  held?: UnapprovedResult
  /** Milliseconds since the epoch. */
  since: number
}

/** A step that waits, with everything that another node needs to complete it. */
export interface Waiting extends Claim {
  action: PlannerAction
  tool_call_id: string
  note?: string
  plan?: RemainingPlan
}

/** The outcome of a pause. `lost` means that the front end continued without answering its call. */
export interface Resolution {
  status: PauseAnswer['status'] | 'lost'
  /** Result of a front-end call, as the front end sent it. */
  content?: JsonValue
}

/** A call that must not run twice. */
export interface InFlightCall {
  tool_call_id: string
  tool: string
  args: JsonObject
  /** Present once the call has ended. */
  observation?: JsonValue
}
