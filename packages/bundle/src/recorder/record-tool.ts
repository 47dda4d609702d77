import { type JsonObject, PfError, type ToolContext, type ToolDefinition } from '@pf/core'
import { type ToolEnd, type ToolExecution, type ToolOperation, toStoredPause } from '../format/bundle.ts'
import { jsonCopy } from './json-copy.ts'
import type { RunRecorder } from './run-recorder.ts'

/** Wraps a tool so that each execution is recorded: its arguments, what it did with its context, and its end. Nothing else changes. */
export function recordTool(tool: ToolDefinition, add: RunRecorder['add'], maxValueBytes: number): ToolDefinition {
  const run = async (args: Record<string, unknown>, context: ToolContext) => {
    const operations: ToolOperation[] = []
    let recorded = false
    const end = async (ended: ToolEnd) => {
      if (recorded) return
      recorded = true
      const execution: ToolExecution = { tool: tool.name, tool_call_id: context.toolCallId, args: copiedArgs(args), operations, end: ended }
      await add(context.owner, context.runId, { type: 'tool_execution', execution })
    }
    try {
      const value: unknown = await (tool.run as (args: unknown, context: ToolContext) => unknown)(args, watched(context, operations, end))
      await end(endOf(value, maxValueBytes))
      return value
    } catch (thrown) {
      await end(errorOf(thrown))
      throw thrown
    }
  }
  return { ...tool, run }
}

const copiedArgs = (args: Record<string, unknown>) => {
  const copy = jsonCopy(args)
  return copy.ok ? (copy.value as JsonObject) : {}
}

function endOf(value: unknown, maxBytes: number): ToolEnd {
  if (value === undefined) return { type: 'nothing' }
  const copy = jsonCopy(value, maxBytes)
  return copy.ok ? { type: 'value', value: copy.value } : { type: 'unrecorded', reason: copy.reason }
}

/** A message of code of the host may contain anything; it is recorded because the model received it too, and redacted at the export. */
function errorOf(thrown: unknown): ToolEnd {
  if (PfError.isInstance(thrown)) return { type: 'error', code: thrown.code, message: thrown.message }
  return { type: 'error', code: 'tool_failed', message: thrown instanceof Error ? thrown.message : String(thrown) }
}

function watched(context: ToolContext, operations: ToolOperation[], end: (ended: ToolEnd) => Promise<void>): ToolContext {
  const note = (operation: ToolOperation) => {
    const copy = jsonCopy(operation)
    if (copy.ok) operations.push(copy.value as unknown as ToolOperation)
  }
  const own: Partial<ToolContext> = {
    emitArtifact: (emission) => {
      note({ type: 'emit', emission: emission as never })
      context.emitArtifact(emission)
    },
    progress: (update) => {
      note({ type: 'progress', ...update })
      context.progress(update)
    },
    pause: async (request) => {
      note({ type: 'pause', request: toStoredPause(request) })
      // If the question is open, the call ends here: its signal aborts and the promise never resolves.
      const onAbort = () => void end({ type: 'paused' }).catch(() => undefined)
      context.signal.addEventListener('abort', onAbort, { once: true })
      const answer = await context.pause(request)
      context.signal.removeEventListener('abort', onAbort)
      return answer
    },
    setState: (next) => {
      context.setState(next)
      note({ type: 'set_state', state: context.state })
    },
  }
  // Getters such as `state` stay live, so the context is the prototype and not copied.
  return Object.assign(Object.create(context) as ToolContext, own)
}
