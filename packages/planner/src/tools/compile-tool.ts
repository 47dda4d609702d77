import { compileMarks } from '@pf/artifacts'
import type { JsonSchema, ToolDefinition } from '@pf/core'
import type { AgentTool, MetaWork } from './agent-tool.ts'
import { compileCheck } from './schema-check.ts'

// The host's own tools may be large, and may use patterns that only the JavaScript engine supports.
const compileInput = (schema: JsonSchema) => compileCheck(schema, { trusted: true, defaults: true, allErrors: true })
// The first error is sufficient for a person, and a result of 50 MB must not produce a long list of errors.
const compileOutput = (schema: JsonSchema) => compileCheck(schema, { trusted: true })

/** Compiles a tool's schemas and marks once. Throws PfError `invalid_config` for a schema that is refused. */
export function compileTool(definition: ToolDefinition, timeoutMs: number): AgentTool {
  const { name, description, input, output } = definition
  const work = { kind: 'host', definition, marks: compileMarks(output) } as const
  return {
    name,
    description,
    input,
    inputCheck: compileInput(input),
    streamArgs: definition.streamArgs ?? false,
    idempotent: definition.idempotent ?? true,
    timeoutMs: definition.timeoutMs ?? timeoutMs,
    work: output === undefined ? work : { ...work, output: compileOutput(output) },
  }
}

/** A meta-tool before it is compiled. `checked` is the schema for its arguments, if it is wider than the one described to the model. */
export interface MetaToolParts {
  name: string
  description: string
  input: JsonSchema
  checked?: JsonSchema
  streamArgs?: boolean
  interactive?: boolean
  work: Omit<MetaWork, 'kind'>
}

/** Compiles a meta-tool of the planner. */
export function compileMetaTool({ name, description, input, checked = input, streamArgs = false, interactive = false, work }: MetaToolParts): AgentTool {
  return {
    name,
    description,
    input,
    inputCheck: compileInput(checked),
    ...(interactive ? { interactive } : {}),
    streamArgs,
    idempotent: true,
    timeoutMs: 30_000,
    work: { kind: 'meta', ...work },
  }
}
