import { type EmitArtifact, type JsonObject, PfError, type ToolContext, type ToolDefinition } from '@pf/core'
import { equalJson } from '@pf/core/internal'
import type { ToolExecution, ToolOperation } from '../format/bundle.ts'

/** Tools that return what was recorded. */
export interface RecordedTools {
  tools: ToolDefinition[]
  /** The executions that no call has used yet. */
  unused(): readonly ToolExecution[]
}

/**
 * Returns the tools with their recorded results in place of their code. A call receives the first unused execution of its tool with equal
 * arguments; other arguments fail with `tool_failed`, and the message says so.
 */
export function createRecordedTools(tools: readonly ToolDefinition[], executions: readonly ToolExecution[]): RecordedTools {
  const unused = [...executions]
  const take = (tool: string, args: JsonObject): ToolExecution => {
    const at = unused.findIndex((execution) => execution.tool === tool && equalJson(execution.args, args))
    const [taken] = at < 0 ? [] : unused.splice(at, 1)
    if (taken) return taken
    const left = unused.filter((execution) => execution.tool === tool).length
    throw new PfError('tool_failed', `No result of ${tool} was recorded for these arguments; ${left} results for other arguments are left.`)
  }
  return {
    tools: tools.map((tool) => ({
      ...tool,
      run: (args: JsonObject, context: ToolContext) => repeat(take(tool.name, JSON.parse(JSON.stringify(args))), context),
    })),
    unused: () => unused,
  }
}

async function repeat({ tool, operations, end }: ToolExecution, context: ToolContext): Promise<unknown> {
  for (const operation of operations) await perform(operation, context)
  switch (end.type) {
    case 'value':
      return structuredClone(end.value)
    case 'nothing':
      return undefined
    case 'error':
      throw new PfError(end.code as PfError['code'], end.message)
    case 'paused':
      throw new PfError('tool_failed', `The recorded execution of ${tool} waited for an answer, and this one does not.`)
    default:
      throw new PfError('tool_failed', `The result of ${tool} was not recorded: ${end.reason}.`)
  }
}

async function perform(operation: ToolOperation, context: ToolContext): Promise<void> {
  switch (operation.type) {
    case 'emit':
      return context.emitArtifact(structuredClone(operation.emission) as EmitArtifact)
    case 'progress': {
      const { type: _, ...update } = operation
      return context.progress(update)
    }
    case 'set_state':
      return context.setState(structuredClone(operation.state))
    case 'pause': {
      const { timeout_ms, ...request } = operation.request
      await context.pause({ ...structuredClone(request), ...(timeout_ms === undefined ? {} : { timeoutMs: timeout_ms }) })
      return
    }
  }
}
