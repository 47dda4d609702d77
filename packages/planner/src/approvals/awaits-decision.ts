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
 * True if calls of a tool are checked by `beforeTool`, by approval rules, or, for components and questions, by the answer checks, or if their
 * arguments are masked. Such calls are shown after that.
 */
export function awaitsDecision(run: { agent: DecidingAgent }, tool: AgentTool): boolean {
  const { approvals, answerChecks, masking } = run.agent
  if (awaitsVerdict(run, tool.name) || approvals?.concerns(tool)) return true
  return tool.work.kind === 'meta' ? answerChecks.length > 0 : masking !== undefined && masking.fieldsOf(tool.name) !== 'all'
}
