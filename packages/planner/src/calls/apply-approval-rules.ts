import { toJson } from '@pf/artifacts'
import type { JsonObject } from '@pf/core'
import { hashJson } from '@pf/core/internal'
import { approvalPrompt, maxShownChars } from '../approvals/approval-question.ts'
import type { ApprovalDecision } from '../approvals/rules.ts'
import type { Run } from '../run/run.ts'
import type { AgentTool } from '../tools/agent-tool.ts'
import { checkArgs } from '../tools/check-args.ts'
import type { ToolOutcome } from '../tools/tool-outcome.ts'
import type { AnnouncedArgs } from './announced-args.ts'
import { askApprovalByRule } from './ask-approval.ts'
import { refuseCall } from './refuse-call.ts'

/** A call that may run, or the outcome of a call that does not run. */
export type CheckedCall = { call: AnnouncedArgs } | { outcome: ToolOutcome }

/** Applies the approval rules to the final arguments. Pauses if a rule requires an approval and no grant covers the call. */
export async function applyApprovalRules(run: Run, tool: AgentTool, call: AnnouncedArgs): Promise<CheckedCall> {
  const { approvals, ports } = run.agent
  // A hook may have changed the arguments. The rules evaluate the arguments that the tool receives.
  const checked = checkArgs(tool, call.args)
  if (!approvals || !checked.ok) return { call }
  const decision = approvals.decide({
    tool,
    args: checked.args,
    owner: run.scope.owner,
    untrusted: run.state.untrusted === true || run.state.background !== undefined,
  })
  if (decision.decision === 'allow') return { call }
  const args_hash = await hashJson(toJson(checked.args))
  const about = { run_id: run.runId, tool_call_id: call.tool_call_id, tool: tool.name, rule: decision.rule, args_hash }
  if (decision.decision === 'deny') {
    await ports.audit?.append(run.scope, { type: 'decided', ...about, decision: 'denied' })
    return { outcome: refuseCall(run, tool, { ...call, reason: decision.reason }) }
  }
  if (await isGranted(run, tool.name, decision)) {
    await ports.audit?.append(run.scope, { type: 'decided', ...about, decision: 'granted' })
    return { call }
  }
  const prompt = approvalPrompt(tool.name, toJson(call.shown ?? checked.args) as JsonObject, decision)
  if (!prompt)
    return { outcome: refuseCall(run, tool, { ...call, reason: `its arguments have more than ${maxShownChars} characters and cannot be shown for approval` }) }
  return { outcome: await askApprovalByRule(run, tool, { call, prompt, decision, args_hash }) }
}

async function isGranted({ agent, scope, threadId }: Run, tool: string, { rule, scopes }: Extract<ApprovalDecision, { decision: 'ask' }>): Promise<boolean> {
  if (!agent.ports.grants || scopes.every((each) => each === 'once')) return false
  const grants = await agent.ports.grants.list(scope)
  return grants.some((grant) => {
    const held = grant.thread_id === undefined ? 'always' : 'thread'
    return grant.rule === rule && grant.tool === tool && scopes.includes(held) && (held === 'always' || grant.thread_id === threadId)
  })
}
