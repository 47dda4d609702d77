import { type JsonSchema, PfError, type ToolContext } from '@pf/core'
import { getOwn, isRecord, metadataFields } from '@pf/core/internal'

const string = { type: 'string' }

/** Returns the output schema of a tool that returns a ToolResponse with an artifact of the given schema, including its marks. */
export function toolResponseSchema(artifact: JsonSchema = { type: 'object' }): JsonSchema {
  const metadata = { context_id: string, request_id: string, trace_id: string, user_id: string, tool_name: string, skill_id: string }
  return {
    type: 'object',
    properties: {
      artifact_id: { type: 'string', description: 'Unique identifier of the artifact' },
      mcp_execution_id: string,
      artifact,
      _metadata: { type: 'object', properties: { ...metadata, executed_at: { type: 'string', format: 'date-time' } } },
    },
    required: ['artifact_id', 'artifact', '_metadata'],
  }
}

/** Metadata of the execution of a tool. */
export interface ExecutionMetadata {
  context_id: string
  request_id: string
  trace_id: string
  user_id: string
  tool_name: string
  /** Time of the execution in ISO 8601. */
  executed_at: string
  skill_id?: string
}

/** The result of an artifact tool. */
export interface ToolResponse<Artifact = unknown> {
  artifact_id: string
  artifact: Artifact
  _metadata: ExecutionMetadata
  mcp_execution_id?: string
}

/** The parts of a tool's context that a response contains. */
export type RunContext = Pick<ToolContext, 'threadId' | 'requestId' | 'traceId' | 'owner' | 'toolName'>

/** Creates metadata from the context of a tool; `now` in milliseconds since the epoch. */
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

/** Builds a response; `artifact_id` must be unique, e.g. crypto.randomUUID(). Throws PfError `invalid_input` with the name of each missing part. */
export function toolResponse<Artifact>(response: ToolResponse<Artifact>): ToolResponse<Artifact> {
  const { artifact_id, artifact, _metadata, mcp_execution_id } = response
  const given: Partial<ExecutionMetadata> = isRecord(_metadata) ? _metadata : {}
  const missing = [
    ...(isText(artifact_id) ? [] : ['artifact_id']),
    ...metadataFields.filter((name) => !isText(given[name])).map((name) => `_metadata.${name}`),
    ...(isText(given.executed_at) && !isTime(given.executed_at) ? ['_metadata.executed_at as ISO 8601'] : []),
  ]
  if (missing.length > 0) throw new PfError('invalid_input', `toolResponse needs ${missing.join(', ')}.`, { fields: { missing } })
  return { artifact_id, artifact, _metadata: { ..._metadata }, ...(mcp_execution_id === undefined ? {} : { mcp_execution_id }) }
}

/** Data that a tool adds to its context to respond with an artifact; `now` in milliseconds since the epoch. */
export interface RespondInput<Artifact> {
  artifact_id: string
  artifact: Artifact
  now: number
  skill_id?: string
  mcp_execution_id?: string
}

/** Builds a complete response from the context of a tool. Throws the errors of `toolResponse`. */
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

/** A stored or returned artifact without its wrapper. */
export interface ReadToolResponse {
  wrapped: boolean
  /** The artifact itself. */
  data: unknown
  artifact_id?: string
  mcp_execution_id?: string
  skill_id?: string
}

/** Reads a ToolResponse. Any other value is returned unchanged, with `wrapped: false`. */
export function readToolResponse(value: unknown): ReadToolResponse {
  const skill_id = extractSkillId(value)
  const skill = skill_id === undefined ? {} : { skill_id }
  if (!isToolResponse(value)) return { wrapped: false, data: value, ...skill }
  const execution = text(value, 'mcp_execution_id')
  return { wrapped: true, data: value.artifact, artifact_id: value.artifact_id, ...(execution === undefined ? {} : { mcp_execution_id: execution }), ...skill }
}

/** Returns the skill id of an artifact: that of its top level, then (in a wrapper) that of the wrapper, then that of `_metadata`. */
export function extractSkillId(value: unknown): string | undefined {
  const inner = isToolResponse(value) ? text(value.artifact, 'skill_id') : undefined
  return inner ?? text(value, 'skill_id') ?? text(isRecord(value) ? getOwn(value, '_metadata') : undefined, 'skill_id')
}

function text(value: unknown, key: string): string | undefined {
  const found = isRecord(value) ? getOwn(value, key) : undefined
  return typeof found === 'string' && found !== '' ? found : undefined
}
