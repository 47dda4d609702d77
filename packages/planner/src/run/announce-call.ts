import { awaitsVerdict } from '../hooks/awaits-verdict.ts'
import { type AnnouncedCall, announceCall } from '../log/call-events.ts'
import type { AgentTool } from '../tools/agent-tool.ts'
import type { Run } from './run.ts'

/** A call where it stands, with arguments that clients may see. */
export interface ShownCall extends Pick<AnnouncedCall, 'step' | 'tool_call_id' | 'plan_id' | 'branch'> {
  args: Record<string, unknown>
}

/** Announces a call that is final, but for those that are shown later: the front end's own once it is valid, one that a hook looks at after the verdict. */
export function announceUnlessChecked(run: Run, tool: AgentTool, call: ShownCall): void {
  if (!awaitsVerdict(run, tool.name)) announceUnconditionally(run, tool, call)
}

/** Announces a call that a hook has let through, or one that a hook would look at and that does not run. */
export function announceUnconditionally(run: Run, tool: AgentTool, { args, ...location }: ShownCall): void {
  if (tool.work.kind !== 'client') announceCall(run, { ...location, name: tool.name, interactive: tool.interactive ?? false }, args)
}
