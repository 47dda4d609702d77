import type { JsonObject, JsonSchema, ToolDefinition } from '@pf/core'
import type { BriefTool } from '../briefs/brief.ts'
import { rowsOfTool } from '../briefs/rows-of-tool.ts'

/** Makes the tool that a brief describes. It takes an optional query, which it ignores, and returns the same data every time. */
export function agentTool(tool: BriefTool): ToolDefinition {
  const { name, description, preview_rows, facts, artifacts } = tool
  const rows = rowsOfTool(tool)
  const table: JsonObject = rows ? { columns: Object.keys(rows[0] ?? {}), row_count: rows.length, preview: rows.slice(0, preview_rows), rows } : {}
  const hidden = [...Object.keys(artifacts), ...(rows ? ['rows'] : [])]
  const properties: Record<string, JsonSchema> = Object.fromEntries(hidden.map((key) => [key, { artifact: true }]))
  return {
    name,
    description,
    input: { type: 'object', properties: { query: { type: 'string', description: 'What is needed, in a few words.' } } },
    output: { type: 'object', properties, additionalProperties: true },
    sideEffects: 'read',
    run: () => ({ ...facts, ...artifacts, ...table }),
  }
}
