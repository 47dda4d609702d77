import type { JsonSchema } from '@pf/core'

const string = { type: 'string' }

/** Output schema of a tool that returns a ToolResponse with an artifact of the given schema; marks in it keep working. */
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
