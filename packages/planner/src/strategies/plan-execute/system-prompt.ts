import { buildToolList } from '@pf/core/internal'
import type { AgentTool } from '../../tools/agent-tool.ts'
import { outputPaths } from './output-paths.ts'

const rules = `You work in two turns. First you plan: you answer at once, or you name tool calls that run one after the other without you. Then you read their results and answer. You are told which turn it is.`

/** What the system prompt of this strategy says of turns and tools; both model calls get the same. */
export function planExecutePrompt(tools: readonly AgentTool[]): string {
  const listed = tools.map(({ name, description, input, interactive, work }) => {
    const output = work.kind === 'host' ? work.definition.output : undefined
    return { name, description, input, outputs: interactive ? ['$N.output (what the user answers)'] : outputPaths(output) }
  })
  return `${rules}\n\n${buildToolList(listed)}`
}
