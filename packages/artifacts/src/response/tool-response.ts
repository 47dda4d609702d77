import { PfError, type ToolContext } from '@pf/core'
import { getOwn, isRecord } from '@pf/core/internal'

/** Where and when a tool ran (spec 001, "Standard response shape"). */
export interface ExecutionMetadata {
  context_id: string
  request_id: string
  trace_id: string
  user_id: string
  tool_name: string
  /** ISO 8601. */
  executed_at: string
  skill_id?: string
}

/** What an artifact tool returns. */
export interface ToolResponse<Artifact = unknown> {
  artifact_id: string
  artifact: Artifact
  _metadata: ExecutionMetadata
  mcp_execution_id?: string
}

/** What a response tells of the call it comes from. */
export type RunContext = Pick<ToolContext, 'threadId' | 'requestId' | 'traceId' | 'owner' | 'toolName'>

/** Metadata from the context a tool runs in; `now` in milliseconds since the epoch. */
export function executionMetadata(context: RunContext, now: number, skill_id?: string): ExecutionMetadata {
  return {
    context_id: context.threadId,
    request_id: context.requestId,
    trace_id: context.traceId,
    user_id: context.owner.id,
    tool_name: context.toolName,
    executed_at: new Date(now).toISOString(),
    ...(skill_id === undefined ? {} : { skill_id }),
  }
}

const texts = ['context_id', 'request_id', 'trace_id', 'user_id', 'tool_name', 'executed_at'] as const

/** Builds a response; `artifact_id` must be unique, e.g. crypto.randomUUID(). Throws PfError `invalid_input` naming each missing part. */
export function toolResponse<Artifact>(response: ToolResponse<Artifact>): ToolResponse<Artifact> {
  const { artifact_id, artifact, _metadata, mcp_execution_id } = response
  const given: Partial<ExecutionMetadata> = isRecord(_metadata) ? _metadata : {}
  const missing = [
    ...(isText(artifact_id) ? [] : ['artifact_id']),
    ...texts.filter((name) => !isText(given[name])).map((name) => `_metadata.${name}`),
    ...(isText(given.executed_at) && !isTime(given.executed_at) ? ['_metadata.executed_at as ISO 8601'] : []),
  ]
  if (missing.length > 0) throw new PfError('invalid_input', `toolResponse needs ${missing.join(', ')}.`, { fields: { missing } })
  return { artifact_id, artifact, _metadata: { ..._metadata }, ...(mcp_execution_id === undefined ? {} : { mcp_execution_id }) }
}

/** What a tool adds to its context to answer with an artifact; `now` in milliseconds since the epoch. */
export interface RespondInput<Artifact> {
  artifact_id: string
  artifact: Artifact
  now: number
  skill_id?: string
  mcp_execution_id?: string
}

/** A whole response from the context that a tool runs in. Throws as `toolResponse`. */
export function respondWith<Artifact>(context: RunContext, input: RespondInput<Artifact>): ToolResponse<Artifact> {
  const { artifact_id, artifact, now, skill_id, mcp_execution_id } = input
  const execution = mcp_execution_id === undefined ? {} : { mcp_execution_id }
  return toolResponse({ artifact_id, artifact, _metadata: executionMetadata(context, now, skill_id), ...execution })
}

const isTime = (text: unknown): boolean => /^\d{4}-\d{2}-\d{2}T/.test(String(text)) && !Number.isNaN(Date.parse(String(text)))
const isText = (value: unknown): boolean => typeof value === 'string' && value !== ''

/** True for an object with its own `artifact_id` (string), `artifact` and `_metadata` (object). */
export function isToolResponse(value: unknown): value is { artifact_id: string; artifact: unknown; _metadata: Record<string, unknown> } {
  if (!isRecord(value) || !Object.hasOwn(value, 'artifact')) return false
  return isText(getOwn(value, 'artifact_id')) && isRecord(getOwn(value, '_metadata'))
}
