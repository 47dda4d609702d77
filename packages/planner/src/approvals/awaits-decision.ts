import type { Masking } from '../guardrails/masking.ts'
import type { Checks } from '../hooks/compile-hooks.ts'
import { awaitsVerdict } from '../hooks/compile-hooks.ts'
import type { AgentTool } from '../tools/agent-tool.ts'
import type { ApprovalRules } from './rules.ts'

interface DecidingAgent {
  readonly checks: Checks
  readonly answerChecks: readonly unknown[]
  readonly approvals: ApprovalRules | undefined
  readonly masking: Masking | undefined
}

/**
 * True if calls of a tool are checked by `beforeTool`, by approval rules, or, for components, questions and front-end tools, by the answer checks, or if their
 * arguments are masked. Such calls are shown after that.
 */
export function awaitsDecision(run: { agent: DecidingAgent }, tool: AgentTool): boolean {
  const { approvals, answerChecks, masking } = run.agent
  if (awaitsVerdict(run, tool.name) || approvals?.concerns(tool)) return true
  const isMasked = tool.work.kind !== 'meta' && masking !== undefined && masking.fieldsOf(tool.name) !== 'all'
  return isMasked || (tool.work.kind !== 'host' && answerChecks.length > 0)
}
