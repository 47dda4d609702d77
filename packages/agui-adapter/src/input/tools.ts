import type { AgentInput, JsonSchema } from '@pf/core'
import { isRecord, schemaFault } from '@pf/core/internal'
import { cleanJson, storable } from './clean-json.ts'
import { type Findings, field, refuse, warn } from './issues.ts'

type ClientTool = AgentInput['client_tools'][number]

const validName = /^[A-Za-z_][A-Za-z0-9_.-]{0,63}$/

/** Reads the tools of the front end. A tool with an invalid or repeated name is dropped with a warning. */
export function readTools(findings: Findings, value: unknown): ClientTool[] {
  if (value === undefined) return []
  if (!Array.isArray(value)) {
    refuse(findings, '/tools', { expected: 'a list', received: value })
    return []
  }
  const tools = new Map<string, ClientTool>()
  for (const [index, tool] of value.entries()) {
    const read = readTool(findings, tool, `/tools/${index}`)
    if (!read) continue
    if (!validName.test(read.name) || tools.has(read.name)) warn(findings, 'tool_dropped', 'A front-end tool with an invalid or repeated name was dropped.')
    else tools.set(read.name, read)
    // The agent does not offer such a tool and emits a warning in the run; this warning informs the host.
    const fault = schemaFault(read.parameters)
    if (fault !== undefined) warn(findings, 'tool_refused', `The schema of the front-end tool ${read.name.slice(0, 64)} is not valid because ${fault}.`)
  }
  return [...tools.values()]
}

function readTool(findings: Findings, tool: unknown, pointer: string): ClientTool | undefined {
  const name = isRecord(tool) ? field(findings, tool, 'name') : undefined
  const description = isRecord(tool) ? (field(findings, tool, 'description') ?? '') : undefined
  if (isRecord(tool) && typeof name === 'string' && typeof description === 'string')
    return { name, description: storable(description), parameters: readSchema(field(findings, tool, 'parameters')) }
  return refuse(findings, pointer, { expected: '{name, description, parameters}', received: tool })
}

function readSchema(value: unknown): JsonSchema {
  if (typeof value === 'boolean') return value
  const schema = cleanJson(value ?? {})
  return isRecord(schema) ? schema : { type: 'object' }
}
