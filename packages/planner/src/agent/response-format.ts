import { actionJsonSchema } from '@pf/core'
import type { ResponseFormat } from '../model/model.ts'
import type { AgentTool } from '../tools/agent-tool.ts'
import type { AgentCore } from './agent-core.ts'
import type { AgentOptions } from './agent-options.ts'

/** What the endpoint is asked for: a word, or the schema of all actions. */
export function responseFormatOf(wanted: AgentOptions['responseFormat'], tools: readonly AgentTool[], format: AgentCore['format']): ResponseFormat {
  if (wanted !== 'schema') return wanted ?? 'json_object'
  return {
    name: 'planner_action',
    schema: actionJsonSchema({
      tools: tools.map(({ name, description, input }) => ({ name, description, input })),
      mode: 'strict',
      format,
      plan: tools.length > 1,
      task: false,
    }),
  }
}

/** As the agent's, with the front end's tools in the schema. */
export function responseFormatFor({ responseFormat, tools, format }: AgentCore, more: readonly AgentTool[]): ResponseFormat {
  if (more.length === 0 || typeof responseFormat === 'string') return responseFormat
  return responseFormatOf('schema', [...tools.values(), ...more], format)
}
