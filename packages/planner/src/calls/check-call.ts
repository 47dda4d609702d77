import { toJson } from '@pf/artifacts'
import type { JsonObject } from '@pf/core'
import { askHook, emitVerdict } from '../hooks/ask-hook.ts'
import { awaitsVerdict } from '../hooks/compile-hooks.ts'
import { announceUnconditionally } from '../run/announce-call.ts'
import type { Run } from '../run/run.ts'
import type { AgentTool } from '../tools/agent-tool.ts'
import { checkArgs } from '../tools/check-args.ts'
import type { ToolOutcome } from '../tools/tool-outcome.ts'
import type { AnnouncedArgs } from './announced-args.ts'
import { askApprovalOfCall } from './ask-approval.ts'
import { locateCall, refuseCall, shownArgs } from './refuse-call.ts'

/** A call that may run, or the outcome of a call that does not run. */
export type CheckedCall = { call: AnnouncedArgs } | { outcome: ToolOutcome }

/** Asks `beforeTool` about a call and announces what clients may see of it. Calls that were approved before are not checked again. */
export async function checkCall(run: Run, tool: AgentTool, call: AnnouncedArgs): Promise<CheckedCall> {
  if (!awaitsVerdict(run, tool.name) || call.answers || call.approved) return { call }
  const checked = checkArgs(tool, call.args)
  // The schema of the tool rejects invalid arguments. The hook has not checked them, so clients do not see them.
  if (!checked.ok) {
    announceUnconditionally(run, tool, { ...locateCall(run, call), args: {} })
    return { call }
  }
  const args = toJson(checked.args) as JsonObject
  const { tool_call_id, branch } = call
  const judged = await askHook(run, 'beforeTool', { tool: tool.name, tool_call_id, args, ...(branch === undefined ? {} : { branch }) })
  if (judged.verdict === 'refuse' || judged.verdict === 'failed') return { outcome: refuseCall(run, tool, { ...call, reason: judged.reason }) }
  const now = judged.verdict === 'replace' ? judged.args : checked.args
  const passed = { ...call, args: now, ...(call.shown ? { shown: shownArgs({ ...call, args: checked.args }, now) } : {}) }
  if (judged.verdict === 'pause') return { outcome: await askApprovalOfCall(run, tool, { call: passed, pause: judged }) }
  if (judged.verdict === 'replace')
    emitVerdict(run, 'beforeTool', { verdict: 'replaced', text: `the arguments of ${tool.name} were replaced (${judged.reason})` })
  announceUnconditionally(run, tool, { ...locateCall(run, call), args: passed.shown ?? passed.args })
  return { call: passed }
}
