import type { Checks } from '../hooks/compile-hooks.ts'
import { awaitsVerdict } from '../hooks/compile-hooks.ts'
import type { AgentTool } from '../tools/agent-tool.ts'
import type { ApprovalRules } from './rules.ts'

interface DecidingAgent {
  readonly checks: Checks
  readonly answerChecks: readonly unknown[]
  readonly approvals: ApprovalRules | undefined
}

/**
 * True if calls of a tool are checked by `beforeTool`, by approval rules, or, for components and questions, by the answer checks. Such calls
 * are shown after the decision.
 */
export function awaitsDecision(run: { agent: DecidingAgent }, tool: AgentTool): boolean {
  const { approvals, answerChecks } = run.agent
  return awaitsVerdict(run, tool.name) || (approvals?.concerns(tool) ?? false) || (tool.work.kind === 'meta' && answerChecks.length > 0)
}
