import type { JsonObject, JsonValue, Owner, PlannerAction } from '@pf/core'
import type { ModelMessage, ReasoningEffort } from '../model/model.ts'

/** Where a hook stands in a run. */
export type HookStage = 'beforeModel' | 'afterModel' | 'beforeTool' | 'afterTool' | 'onAnswerDelta'

/** What every hook is told. Run ids are unique within an owner only. */
export interface HookInfo {
  owner: Owner
  run_id: string
  thread_id: string
  step: number
  /** Aborts when the run ends or the hook's time is over. */
  signal: AbortSignal
}

/** Goes on as it is; the same as returning nothing. */
export interface HookPass {
  verdict: 'pass'
}

/** Goes on with something else. `reason`: one line, at most 200 characters, that clients and logs may read. */
export type HookReplace<Change> = { verdict: 'replace'; reason: string } & Change

/** Ends the run with route `refusal`: what was shown of the answer is taken back, artifacts stay out of the payload. */
export interface HookStop {
  verdict: 'stop'
  reason: string
  /** The answer that the user gets; default: a sentence that says it cannot be answered. */
  message?: string
}

/** The call does not run; the model reads the reason and goes on. */
export interface HookRefuse {
  verdict: 'refuse'
  reason: string
}

/** Props of the component `confirm`; markdown in message and details. */
export interface HookQuestion {
  message: string
  title?: string
  details?: string
  confirmLabel?: string
  cancelLabel?: string
  variant?: 'info' | 'warning' | 'danger' | 'success'
}

/** Asks the user first, in the way of ui_confirm: yes lets it through, everything else (no, cancel, no answer in time) does not. */
export interface HookPause {
  verdict: 'pause'
  reason: string
  question: HookQuestion
  /** How long it waits. Default `limits.answerMs`. */
  timeoutMs?: number
}

/** One model call, before it goes out. The messages are copies. */
export interface BeforeModel extends HookInfo {
  /** `act`: the next action or answer. `reflect`: a score of an answer. `other`: what the planner asks for itself, such as a summary. */
  purpose: ModelPurpose
  messages: ModelMessage[]
  parameters: ModelParameters
}

/** What a model call is for. */
export type ModelPurpose = 'act' | 'reflect' | 'other'

/** What of a model call may be changed beside its messages. */
export interface ModelParameters {
  maxTokens?: number
  temperature?: number
  reasoningEffort?: ReasoningEffort
}

export type BeforeModelVerdict = HookPass | HookReplace<{ messages?: ModelMessage[]; parameters?: ModelParameters }> | HookStop

/** What a model call gave, before anything is done with it. */
export interface AfterModel extends HookInfo {
  purpose: ModelPurpose
  text: string
  /** As the provider names it, such as stop or length. */
  finish: string
  refusal?: string
  /** The text as an action, where it is one. */
  action?: PlannerAction
}

export type AfterModelVerdict = HookPass | HookReplace<{ text: string } | { action: PlannerAction }> | HookStop

/** One call of a tool of any kind, also inside a plan, with arguments that fit its schema. Secrets are references. */
export interface BeforeTool extends HookInfo {
  tool: string
  tool_call_id: string
  args: JsonObject
  branch?: number
}

export type BeforeToolVerdict = HookPass | HookReplace<{ args: JsonObject }> | HookRefuse | HookStop | HookPause

/** What a tool call came to, as the model would read it: redacted, shortened, without secrets. */
export interface AfterTool extends HookInfo {
  tool: string
  tool_call_id: string
  args: JsonObject
  status: 'ok' | 'error' | 'skipped' | 'unknown'
  observation: JsonValue
  branch?: number
}

export type AfterToolVerdict = HookPass | HookReplace<{ observation: JsonValue }> | HookStop | HookPause

/** A piece of the answer on its way to the user. What is left out now can be said later: the piece with `done` is the last one. */
export interface AnswerDelta extends HookInfo {
  /** Which text of a draft it is a piece of. */
  block?: 'artifact' | 'user'
  text: string
  /** All that the model has said, this piece with it. */
  answer: string
  /** All that has left. */
  shown: string
  done: boolean
}

export type AnswerDeltaVerdict = HookPass | HookReplace<{ text: string }> | HookStop

/** What a hook returns, at once or as a promise; undefined changes nothing. */
export type HookReturn<Verdict> = Verdict | undefined | Promise<Verdict | undefined>

/** A hook, or a hook with more to say about it. */
export type Hook<Input, Verdict> = ((input: Input) => HookReturn<Verdict>) | HookSpec<Input, Verdict>

export interface HookSpec<Input, Verdict> {
  run(input: Input): HookReturn<Verdict>
  /** True: nothing unchecked gets out, and a hook that throws, hangs or answers nonsense stops what it guards. Default false: a fault of it is passed over with a warning. */
  guard?: boolean
  /** Milliseconds; default 5,000. */
  timeoutMs?: number
}

/** A hook for calls, of some tools or of all. */
export type ToolHook<Input, Verdict> = ((input: Input) => HookReturn<Verdict>) | (HookSpec<Input, Verdict> & { tools?: readonly string[] })

/** Hooks that decide. What they change is told by `warning` events and counted, never done silently. */
export interface DecidingHooks {
  beforeModel?: Hook<BeforeModel, BeforeModelVerdict>
  afterModel?: Hook<AfterModel, AfterModelVerdict>
  /** Arguments of the tools it looks at are shown after its verdict, not while the model writes them. */
  beforeTool?: ToolHook<BeforeTool, BeforeToolVerdict>
  afterTool?: ToolHook<AfterTool, AfterToolVerdict>
  onAnswerDelta?: Hook<AnswerDelta, AnswerDeltaVerdict>
}
