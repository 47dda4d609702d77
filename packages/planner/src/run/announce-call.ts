import { awaitsDecision } from '../approvals/awaits-decision.ts'
import { type AnnouncedCall, announceCall } from '../log/call-events.ts'
import type { AgentTool } from '../tools/agent-tool.ts'
import type { Run } from './run.ts'

/** A call with its position in the run and the arguments that clients may see. */
export interface ShownCall extends Pick<AnnouncedCall, 'step' | 'tool_call_id' | 'plan_id' | 'branch'> {
  args: Record<string, unknown>
}

/** Announces a final call, unless it is announced later: a front-end call after it was validated, and a call that a hook checks after the verdict. */
export function announceUnlessChecked(run: Run, tool: AgentTool, call: ShownCall): void {
  if (!awaitsDecision(run, tool)) announceUnconditionally(run, tool, call)
}

/** Announces a call that a hook has approved, or a call that a hook would check but that does not run. */
export function announceUnconditionally(run: Run, tool: AgentTool, { args, ...location }: ShownCall): void {
  if (tool.work.kind !== 'client') announceCall(run, { ...location, name: tool.name, interactive: tool.interactive ?? false }, args)
}
