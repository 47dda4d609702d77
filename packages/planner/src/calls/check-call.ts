import { toJson } from '@pf/artifacts'
import type { JsonObject } from '@pf/core'
import { awaitsDecision } from '../approvals/awaits-decision.ts'
import { AnswerRefused, createAnswerGate } from '../hooks/answer-gate.ts'
import { askHook, emitVerdict } from '../hooks/ask-hook.ts'
import { checkTexts } from '../hooks/check-texts.ts'
import { awaitsVerdict } from '../hooks/compile-hooks.ts'
import { announceUnconditionally } from '../run/announce-call.ts'
import type { Run } from '../run/run.ts'
import type { AgentTool } from '../tools/agent-tool.ts'
import { checkArgs } from '../tools/check-args.ts'
import { isInstanceOf } from '../util/thrown-message.ts'
import type { AnnouncedArgs } from './announced-args.ts'
import { applyApprovalRules, type CheckedCall } from './apply-approval-rules.ts'
import { askApprovalOfCall } from './ask-approval.ts'
import { locateCall, refuseCall, shownArgs } from './refuse-call.ts'

/**
 * Passes a call to `beforeTool`, the texts of components, questions and front-end tools to the answer checks, applies the approval rules to the result, and announces the arguments that clients may see. A call that
 * was already approved is not asked about again; the approval of a hook's question does not replace the approval required by a rule.
 */
export async function checkCall(run: Run, tool: AgentTool, call: AnnouncedArgs): Promise<CheckedCall> {
  if (!awaitsDecision(run, tool) || call.answers || call.approved === 'rule') return { call }
  const checked = checkArgs(tool, call.args)
  // The schema of the tool rejects invalid arguments. They were not checked by a hook, so clients do not see them.
  if (!checked.ok) {
    if (!call.approved) announceUnconditionally(run, tool, { ...locateCall(run, call), args: {} })
    return { call }
  }
  const judged = call.approved ? { call } : await askBeforeTool(run, tool, { call, args: checked.args })
  if ('outcome' in judged) return judged
  const checkedTexts = await checkTextsOf(run, tool, judged.call)
  if ('outcome' in checkedTexts) return checkedTexts
  const ruled = await applyApprovalRules(run, tool, checkedTexts.call)
  if ('call' in ruled && !call.approved) announceUnconditionally(run, tool, { ...locateCall(run, call), args: ruled.call.shown ?? ruled.call.args })
  return ruled
}

/** Passes the texts that a component, a question or a tool of the front end shows to the answer checks. A refused text refuses the call alone. */
async function checkTextsOf(run: Run, tool: AgentTool, call: AnnouncedArgs): Promise<CheckedCall> {
  const gate = tool.work.kind === 'host' ? undefined : createAnswerGate(run.agent.answerChecks, 'component')
  if (!gate) return { call }
  try {
    const now = await checkTexts(run, gate, toJson(call.args) as JsonObject)
    return { call: { ...call, args: now, ...(call.shown ? { shown: shownArgs(call, now) } : {}) } }
  } catch (error) {
    if (!isInstanceOf(error, AnswerRefused)) throw error
    return { outcome: refuseCall(run, tool, { ...call, reason: error.reason }) }
  }
}

async function askBeforeTool(run: Run, tool: AgentTool, { call, args }: { call: AnnouncedArgs; args: Record<string, unknown> }): Promise<CheckedCall> {
  if (!awaitsVerdict(run, tool.name)) return { call: { ...call, args } }
  const { tool_call_id, branch } = call
  const input = { tool: tool.name, toolCallId: tool_call_id, args: toJson(args) as JsonObject, ...(branch === undefined ? {} : { branch }) }
  const judged = await askHook(run, 'beforeTool', input)
  if (judged.verdict === 'refuse' || judged.verdict === 'failed') return { outcome: refuseCall(run, tool, { ...call, reason: judged.reason }) }
  const now = judged.verdict === 'replace' ? judged.args : args
  const passed = { ...call, args: now, ...(call.shown ? { shown: shownArgs({ ...call, args }, now) } : {}) }
  if (judged.verdict === 'pause') return { outcome: await askApprovalOfCall(run, tool, { call: passed, pause: judged }) }
  if (judged.verdict === 'replace')
    emitVerdict(run, 'beforeTool', { verdict: 'replaced', text: `the arguments of ${tool.name} were replaced (${judged.reason})` })
  return { call: passed }
}
