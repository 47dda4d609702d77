import type { Checks } from '../hooks/compile-hooks.ts'
import { awaitsVerdict } from '../hooks/compile-hooks.ts'
import type { AgentTool } from '../tools/agent-tool.ts'
import type { ApprovalRules } from './rules.ts'

/** True if calls of a tool are checked by `beforeTool` or by approval rules. Such calls are shown after the decision. */
export function awaitsDecision(run: { agent: { readonly checks: Checks; readonly approvals: ApprovalRules | undefined } }, tool: AgentTool): boolean {
  return awaitsVerdict(run, tool.name) || (run.agent.approvals?.concerns(tool) ?? false)
}
