import type { Marks } from '@pf/artifacts'
import type { JsonObject, JsonSchema, PauseAnswer, ToolDefinition, ValidationIssue } from '@pf/core'
import type { QuestionRef } from '../state/waiting.ts'
import type { SchemaCheck } from './schema-check.ts'
import type { ToolRun } from './tool-run.ts'

/** One call of a tool inside a run. */
export interface ToolCall {
  run: ToolRun
  step: number
  branch?: number
  tool_call_id: string
  /** Aborted on cancel, deadline and time-out. */
  signal: AbortSignal
  /** Bytes of the arguments as the model wrote them. */
  writtenBytes: number
  /** The arguments as they came, for a call that has to run again. */
  args: Record<string, unknown>
  /** They hold what the model may not see. */
  hidden?: true
  /** Questions that this call asked before, with what became of them. */
  answers?: readonly EarlierAnswer[]
}

/** A question of an earlier run of the same call. */
export interface EarlierAnswer extends QuestionRef {
  answer: PauseAnswer
}

/** The result of a meta-tool: the observation for the model, and whether the call succeeded. */
export interface MetaResult {
  ok: boolean
  observation: JsonObject
  code?: string
  /** True when nothing happened because the previous step had done the same. */
  repeated?: true
  /** True when the call waits for the user and has no observation yet. */
  paused?: true
}

/** How a tool does its work: host tools go through validate, collect and redact; meta-tools of the planner answer with small JSON of their own; the front end's own tools run there. */
export type ToolWork = { kind: 'host'; definition: ToolDefinition; output?: SchemaCheck; marks: Marks } | MetaWork | { kind: 'client' }

/** The work of a meta-tool; `refuse` answers arguments that do not fit, where that needs more than an error. */
export interface MetaWork {
  kind: 'meta'
  answer(args: Record<string, unknown>, call: ToolCall): Promise<MetaResult> | MetaResult
  refuse?(issues: ValidationIssue[], call: ToolCall): MetaResult
  /** Notices identical calls itself and answers them in its own way. */
  ownRepeats?: true
}

/** A compiled tool. */
export interface AgentTool {
  name: string
  description: string
  input: JsonSchema
  inputCheck: SchemaCheck
  /** True when the tool asks the user, for whom the run waits. */
  interactive?: true
  /** Whether the arguments are sent to clients while the model writes them. */
  streamArgs: boolean
  /** False: an identical second call is refused, and a commit is written before each call. */
  idempotent: boolean
  timeoutMs: number
  work: ToolWork
}
