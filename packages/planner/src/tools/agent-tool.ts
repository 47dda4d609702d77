import type { Marks } from '@pf/artifacts'
import type { JsonObject, JsonSchema, ToolDefinition, ValidationIssue } from '@pf/core'
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
}

/** What a meta-tool answers: the observation as the model gets it, and whether it counts as done. */
export interface MetaResult {
  ok: boolean
  observation: JsonObject
  code?: string
  /** Nothing happened, since the step before had done the same. */
  repeated?: true
}

/** How a tool does its work: host tools go through validate, collect and redact; meta-tools of the planner answer with small JSON of their own. */
export type ToolWork = { kind: 'host'; definition: ToolDefinition; output?: SchemaCheck; marks: Marks } | MetaWork

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
  /** Arguments reach the client while the model writes them. */
  streamArgs: boolean
  /** False: an identical second call is refused, and a commit is written before each call. */
  idempotent: boolean
  timeoutMs: number
  work: ToolWork
}
