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
  toolCallId: string
  /** Aborted when the run is cancelled or reaches its deadline, and when the tool times out. */
  signal: AbortSignal
  /** Number of bytes of the arguments as written by the model. */
  writtenBytes: number
  /** The original arguments, for a call that has to run again. */
  args: Record<string, unknown>
  /** True if the arguments contain values that the model may not see. */
  hidden?: true
  /** Earlier questions of this call, with their outcomes. */
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
  /** True if nothing happened because the previous step had done the same. */
  repeated?: true
  /** True if the call waits for the user and has no observation yet. */
  paused?: true
}

/**
 * The implementation of a tool. Results of host tools are validated, collected and redacted; meta-tools of the planner return small JSON;
 * front-end tools run in the front end.
 */
export type ToolWork = { kind: 'host'; definition: ToolDefinition; output?: SchemaCheck; marks: Marks } | MetaWork | { kind: 'client' }

/** The implementation of a meta-tool. `refuse` handles invalid arguments if an error is not sufficient. */
export interface MetaWork {
  kind: 'meta'
  answer(args: Record<string, unknown>, call: ToolCall): Promise<MetaResult> | MetaResult
  refuse?(issues: ValidationIssue[], call: ToolCall): MetaResult
  /** True if the tool detects and handles identical calls itself. */
  ownRepeats?: true
}

/** A compiled tool. */
export interface AgentTool {
  name: string
  description: string
  input: JsonSchema
  inputCheck: SchemaCheck
  /** True if the tool asks the user, and the run waits for the answer. */
  interactive?: true
  /** True if the arguments are sent to clients while the model writes them. */
  streamArgs: boolean
  /** If false, an identical second call is refused, and a commit is written before each call. */
  idempotent: boolean
  timeoutMs: number
  work: ToolWork
}
