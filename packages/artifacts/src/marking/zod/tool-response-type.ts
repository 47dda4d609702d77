import { iso, object, optional, string, type ZodType } from 'zod'

/** A zod type of the ToolResponse shape (spec 001) around a given artifact type; marks in it keep working. */
export function toolResponseType<Artifact extends ZodType>(artifact: Artifact) {
  return object({
    artifact_id: string().min(1),
    artifact,
    _metadata: object({
      context_id: string(),
      request_id: string(),
      trace_id: string(),
      user_id: string(),
      tool_name: string(),
      executed_at: iso.datetime({ offset: true }),
      skill_id: optional(string()),
    }),
    mcp_execution_id: optional(string()),
  })
}
