import { toJson } from '@pf/artifacts'
import type { JsonObject } from '@pf/core'
import type { WaitingCall } from '../state/waiting.ts'
import type { ToolCall } from '../tools/agent-tool.ts'

/** The form in which a call is stored while it waits. */
export function waitingCall(tool: string, { args, tool_call_id, branch, hidden }: Pick<ToolCall, 'args' | 'tool_call_id' | 'branch' | 'hidden'>): WaitingCall {
  return { tool, args: toJson(args) as JsonObject, tool_call_id, ...(branch === undefined ? {} : { branch }), ...(hidden ? { hidden } : {}) }
}
