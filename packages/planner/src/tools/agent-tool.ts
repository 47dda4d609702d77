import type { Marks } from '@pf/artifacts'
import type { JsonObject, JsonSchema, PauseAnswer, ToolDefinition, ValidationIssue } from '@pf/core'
import type { AskedQuestion } from '../state/waiting.ts'
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
export interface EarlierAnswer extends AskedQuestion {
  answer: PauseAnswer
}

/** What a meta-tool answers: the observation as the model gets it, and whether it counts as done. */
export interface MetaResult {
  ok: boolean
  observation: JsonObject
  code?: string
  /** Nothing happened, since the step before had done the same. */
  repeated?: true
  /** The call waits for the user; there is no observation yet. */
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

/** A tool as an agent holds it: schemas compiled once. */
export interface AgentTool {
  name: string
  description: string
  input: JsonSchema
  inputCheck: SchemaCheck
  /** It asks the user; the run waits. */
  interactive?: true
  /** Arguments reach the client while the model writes them. */
  streamArgs: boolean
  /** False: an identical second call is refused, and a commit is written before each call. */
  idempotent: boolean
  timeoutMs: number
  work: ToolWork
}
