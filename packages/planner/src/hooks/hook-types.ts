import type { JsonObject, JsonValue, Owner, PlannerAction } from '@pf/core'
import type { ModelMessage, ReasoningEffort } from '../model/model.ts'

/** The stage of a run at which a hook is called. */
export type HookStage = 'beforeModel' | 'afterModel' | 'beforeTool' | 'afterTool' | 'onAnswerDelta'

/** Information that every hook receives. Run ids are unique only within an owner. */
export interface HookInfo {
  owner: Owner
  runId: string
  threadId: string
  step: number
  /** Aborts when the run ends or the time limit of the hook is reached. */
  signal: AbortSignal
}

/** Continues without a change, like returning nothing. */
export interface HookPass {
  verdict: 'pass'
}

/** Continues with a replacement. `reason` is one line of at most 200 characters that clients and logs may contain. */
export type HookReplace<Change> = { verdict: 'replace'; reason: string } & Change

/** Ends the run with route `refusal`. The answer text that was shown is withdrawn, and the payload contains no artifacts. */
export interface HookStop {
  verdict: 'stop'
  reason: string
  /** The answer for the user. Defaults to a sentence that the request cannot be answered. */
  message?: string
}

/** Refuses the call. The model reads the reason and continues. */
export interface HookRefuse {
  verdict: 'refuse'
  reason: string
}

/** Props of the component `confirm`. `message` and `details` may contain markdown. */
export interface HookQuestion {
  message: string
  title?: string
  details?: string
  confirmLabel?: string
  cancelLabel?: string
  variant?: 'info' | 'warning' | 'danger' | 'success'
}

/** Asks the user first, like ui_confirm. Only a confirmation allows the call; a refusal, a cancellation or a missing answer does not. */
export interface HookPause {
  verdict: 'pause'
  reason: string
  question: HookQuestion
  /** Milliseconds for which the question waits for an answer. Default `limits.answerMs`. */
  timeoutMs?: number
}

/** One model call before it is sent. The messages are copies. */
export interface BeforeModel extends HookInfo {
  /** `act`: the next action or answer. `reflect`: a score of an answer. `other`: a request of the planner itself, such as a summary. */
  purpose: ModelPurpose
  messages: ModelMessage[]
  parameters: ModelParameters
}

/** The purpose of a model call. */
export type ModelPurpose = 'act' | 'reflect' | 'other'

/** Parameters of a model call that a hook may change in addition to its messages. */
export interface ModelParameters {
  maxTokens?: number
  temperature?: number
  reasoningEffort?: ReasoningEffort
}

export type BeforeModelVerdict = HookPass | HookReplace<{ messages?: ModelMessage[]; parameters?: ModelParameters }> | HookStop

/** The output of a model call before it is processed. */
export interface AfterModel extends HookInfo {
  purpose: ModelPurpose
  text: string
  /** The finish reason of the provider, such as stop or length. */
  finish: string
  refusal?: string
  /** The text as an action, if it is one. */
  action?: PlannerAction
}

export type AfterModelVerdict = HookPass | HookReplace<{ text: string } | { action: PlannerAction }> | HookStop

/** One call of a tool of any kind, including calls inside a plan, with arguments that fit its schema. Secrets are passed as references. */
export interface BeforeTool extends HookInfo {
  tool: string
  toolCallId: string
  args: JsonObject
  branch?: number
}

export type BeforeToolVerdict = HookPass | HookReplace<{ args: JsonObject }> | HookRefuse | HookStop | HookPause

/** The result of a tool call as the model would read it: redacted, shortened and without secrets. */
export interface AfterTool extends HookInfo {
  tool: string
  toolCallId: string
  args: JsonObject
  status: 'ok' | 'error' | 'skipped' | 'unknown'
  observation: JsonValue
  branch?: number
}

export type AfterToolVerdict = HookPass | HookReplace<{ observation: JsonValue }> | HookStop | HookPause

/** A part of the answer before it is sent to the user. Omitted text can be sent with a later part. The last part has `done`. */
export interface AnswerDelta extends HookInfo {
  /** The text of a draft that the part belongs to. */
  block?: 'artifact' | 'user'
  text: string
  /** The complete text of the model so far, including this part. */
  answer: string
  /** The text that has been sent so far. */
  shown: string
  done: boolean
}

export type AnswerDeltaVerdict = HookPass | HookReplace<{ text: string }> | HookStop

/** The return value of a hook or a promise of it. Undefined changes nothing. */
export type HookReturn<Verdict> = Verdict | undefined | Promise<Verdict | undefined>

/** A hook function, or a hook with options. */
export type Hook<Input, Verdict> = ((input: Input) => HookReturn<Verdict>) | HookSpec<Input, Verdict>

export interface HookSpec<Input, Verdict> {
  run(input: Input): HookReturn<Verdict>
  /**
   * If true, unchecked content is never sent, and a hook that throws, times out or returns an invalid verdict stops the guarded operation.
   * Default false: a fault of the hook is ignored with a warning.
   */
  guard?: boolean
  /** Time limit in milliseconds. Default 5,000. */
  timeoutMs?: number
}

/** A hook for the calls of some or all tools. */
export type ToolHook<Input, Verdict> = ((input: Input) => HookReturn<Verdict>) | (HookSpec<Input, Verdict> & { tools?: readonly string[] })

/** Hooks that return verdicts. Every change they make is reported as a `warning` event and counted. */
export interface DecidingHooks {
  beforeModel?: Hook<BeforeModel, BeforeModelVerdict>
  afterModel?: Hook<AfterModel, AfterModelVerdict>
  /** Arguments of the tools that this hook checks are shown after its verdict, not while the model writes them. */
  beforeTool?: ToolHook<BeforeTool, BeforeToolVerdict>
  afterTool?: ToolHook<AfterTool, AfterToolVerdict>
  onAnswerDelta?: Hook<AnswerDelta, AnswerDeltaVerdict>
}
