import type { InteractionAnnouncement, JsonObject, JsonValue, PauseAnswer, PlannerAction } from '@pf/core'

/** The call that waits, to be ended, or run again, when the answer is there. */
export interface WaitingCall {
  tool: string
  args: JsonObject
  tool_call_id: string
  branch?: number
  /** The arguments hold what the model may not see. */
  hidden?: true
}

/** A question that a tool has asked: what was asked, as a hash, and where its answer lies. */
export interface AskedQuestion {
  key: string
  interaction_id: string
}

/** A branch of a plan that is done. `value` is the real result, kept for a join. */
export interface CompletedBranch {
  branch: number
  node: string
  status: 'ok' | 'error'
  observation: JsonValue
  code?: string
  value?: JsonValue
}

/** What is left of a plan in which a call waits. */
export interface RemainingPlan {
  plan_id: string
  planned: number
  join?: JsonValue
  branches: CompletedBranch[]
  /** The join itself waits. */
  joining: boolean
  /** The results were too large to be kept for the join. */
  lost?: boolean
}

/** What a call came to, kept until the user lets it through. */
export interface UnapprovedResult {
  status: 'ok' | 'error' | 'skipped' | 'unknown'
  observation: JsonValue
  code?: string
  value?: JsonValue
}

/** What claims the pause of a run: the model's question, one of a tool, a call of the front end's own tool, or a hook that wants the user's leave for a call. */
export interface Claim {
  by: 'model' | 'tool' | 'client' | 'hook'
  call: WaitingCall
  /** The question; a call of the front end has none. */
  asked?: InteractionAnnouncement
  /** Questions of the same call in order, the open one last. */
  questions: AskedQuestion[]
  /** The result that waits for leave; without it, the call itself does. */
  held?: UnapprovedResult
  /** Milliseconds since the epoch. */
  since: number
}

/** A step that waits, with everything another node needs to end it. */
export interface Waiting extends Claim {
  action: PlannerAction
  tool_call_id: string
  note?: string
  plan?: RemainingPlan
}

/** What became of what a run waited for. `lost`: the front end went on without answering its call. */
export interface Resolution {
  status: PauseAnswer['status'] | 'lost'
  /** Result of a front end's own call, as it sent it. */
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
