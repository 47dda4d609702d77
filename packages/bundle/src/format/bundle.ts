import type { AgentInput, AnswerEnvelope, JsonObject, JsonSchema, JsonValue, PauseRequest, PlannerEvent } from '@pf/core'
import type { ModelExchange } from '@pf/planner/recording'

/** A request to the agent: the input of a run, or an answer to one of its questions. The question is identified by the call that asked it. */
export type RecordedRequest = { type: 'start'; input: AgentInput } | { type: 'answer'; tool_call_id: string; envelope: AnswerEnvelope }

/** An operation of a tool on its context, in the order of its calls. */
export type ToolOperation =
  | {
      type: 'emit'
      emission: { stream_id: string; chunk: JsonValue; done?: boolean; mode?: 'replace' | 'append' | 'merge'; artifact_type?: string; meta?: JsonObject }
    }
  | { type: 'progress'; fraction?: number; text?: string }
  | { type: 'pause'; request: { component: string; props: JsonObject; timeout_ms?: number } }
  | { type: 'set_state'; state: JsonValue }

/** The end of a tool: its value, its error, or that it waits for an answer. `unrecorded` is a value that is not JSON or is too large. */
export type ToolEnd =
  | { type: 'value'; value: JsonValue }
  | { type: 'nothing' }
  | { type: 'error'; code: string; message: string }
  | { type: 'paused' }
  | { type: 'unrecorded'; reason: string }

/** One execution of a tool. A tool that asks the user has one execution for each answer. */
export interface ToolExecution {
  tool: string
  tool_call_id: string
  args: JsonObject
  operations: ToolOperation[]
  end: ToolEnd
}

/** A tool as the model sees it. */
export interface ToolDescription {
  name: string
  description: string
  input: JsonSchema
  output?: JsonSchema
  tags?: string[]
  side_effects?: 'none' | 'read' | 'write' | 'external'
  idempotent?: boolean
  timeout_ms?: number
  stream_args?: boolean
  source?: 'trusted' | 'untrusted'
}

/** The configuration of an agent that is plain data. `not_described` names the options that are code, which a replay has to be given. */
export interface AgentDescription {
  options: JsonObject
  rich_output?: JsonObject
  tools: ToolDescription[]
  not_described: string[]
}

/** One run: its log, its last state, and what was recorded while it ran. */
export interface BundledRun {
  run_id: string
  events: PlannerEvent[]
  state: JsonValue
  requests: RecordedRequest[]
  model_calls: ModelExchange[]
  tool_executions: ToolExecution[]
}

/** An artifact that the runs stored. `data` is base64; without it, `omitted` says why. */
export interface BundledArtifact {
  artifact_id: string
  media_type: string
  bytes: number
  sha256: string
  source_tool: string
  data?: string
  omitted?: 'policy' | 'too_large' | 'missing'
}

/** A run with the runs that it continues, in one document. */
export interface Bundle {
  format: 'pf-bundle'
  version: 1
  /** Milliseconds since the epoch. */
  created: number
  versions: { node?: string; packages: Record<string, string> }
  registry: { version: string; digest: string }
  agent?: AgentDescription
  thread_id: string
  /** The run that was exported. */
  run_id: string
  /** In the order in which they ran. */
  runs: BundledRun[]
  artifacts: BundledArtifact[]
  /** The number of texts that were replaced, and whether the messages of model requests were omitted. */
  redaction: { replaced: number; requests_omitted: boolean }
}

/** A pause request in the names of the stored form. */
export const toStoredPause = ({ component, props, timeoutMs }: PauseRequest) => ({
  component,
  props,
  ...(timeoutMs === undefined ? {} : { timeout_ms: timeoutMs }),
})
