import { type ActionFormat, actionJsonSchema } from '@pf/core'
import type { ResponseFormat } from '../model/model.ts'
import type { AgentOptions } from '../options/agent-options.ts'
import type { TaskSettings } from '../options/task-options.ts'
import type { AgentTool } from '../tools/agent-tool.ts'
import type { Offer } from './tool-access.ts'

interface Taught {
  format: ActionFormat
  /** True if background tasks are described. */
  task: boolean
}

/** Returns the format requested from the endpoint: a keyword, or the schema of all actions. */
export function responseFormatOf(wanted: AgentOptions['responseFormat'], tools: readonly AgentTool[], { format, task }: Taught): ResponseFormat {
  if (wanted !== 'schema') return wanted ?? 'json_object'
  return {
    name: 'planner_action',
    schema: actionJsonSchema({
      tools: tools.map(({ name, description, input }) => ({ name, description, input })),
      mode: 'strict',
      format,
      plan: tools.length > 1,
      task,
    }),
  }
}

/** Returns the format of the agent, with the front-end tools in the schema. */
export function responseFormatFor(
  { format, tasks }: { readonly format: ActionFormat; readonly tasks: TaskSettings | undefined },
  { responseFormat, tools }: Offer,
  more: readonly AgentTool[],
): ResponseFormat {
  if (more.length === 0 || typeof responseFormat === 'string') return responseFormat
  const named = new Map([...tools.values(), ...more].map((tool) => [tool.name, tool]))
  return responseFormatOf('schema', [...named.values()], { format, task: tasks !== undefined })
}
