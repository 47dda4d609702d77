import { toJson } from '@pf/artifacts'
import type { JsonObject } from '@pf/core'
import { askHook, emitVerdict } from '../hooks/ask-hook.ts'
import type { Run } from '../run/run.ts'
import type { UnapprovedResult } from '../state/waiting.ts'
import type { AgentTool } from '../tools/agent-tool.ts'
import { errorOutcome, pausedOutcome, type ToolOutcome } from '../tools/tool-outcome.ts'
import { clampJson } from '../util/clamp-json.ts'
import { scrubTexts } from '../util/scrub-texts.ts'
import type { AnnouncedArgs } from './announced-args.ts'
import { askApprovalOfResult } from './ask-approval.ts'

/** Returns the outcome of a call after `afterTool`, for the model, the log and clients. A join receives a replaced result as well. */
export async function checkResult(run: Run, tool: AgentTool, { call, outcome }: { call: AnnouncedArgs; outcome: ToolOutcome }): Promise<ToolOutcome> {
  const { afterTool } = run.agent.checks
  if (!afterTool || outcome.status === 'paused' || afterTool.tools?.has(tool.name) === false) return outcome
  const { tool_call_id, args, branch } = call
  const { status, observation, code } = outcome
  const about = { tool: tool.name, toolCallId: tool_call_id, args: toJson(args) as JsonObject, status, ...(branch === undefined ? {} : { branch }) }
  const judged = await askHook(run, 'afterTool', { ...about, observation: structuredClone(observation) })
  if (judged.verdict === 'pass') return outcome
  if (judged.verdict === 'failed') return withhold(run, tool, judged.reason)
  if (judged.verdict === 'replace') {
    emitVerdict(run, 'afterTool', { verdict: 'replaced', text: `the result of ${tool.name} was replaced (${judged.reason})` })
    const clean = scrubTexts(clampJson(judged.observation, run.agent.limits.observationChars).value, run.segment.secrets)
    return { status, observation: clean, ...(code === undefined ? {} : { code }) }
  }
  const asked = await askApprovalOfResult(run, tool, { call, pause: judged, held: toUnapprovedResult(outcome, branch) })
  return asked === 'paused' ? pausedOutcome : withhold(run, tool, `${judged.reason}; the user could not be asked`)
}

/** Withholds the result of a call that has run. */
export function withhold(run: Run, tool: Pick<AgentTool, 'name'>, reason: string): ToolOutcome {
  emitVerdict(run, 'afterTool', { verdict: 'withheld', text: `the result of ${tool.name} was withheld (${reason})` })
  return errorOutcome('withheld', `This call has run, and its result is withheld: ${reason}. Do not run it again; continue without it, or tell the user.`)
}

/** Keeps the unredacted value only inside a plan, because only a join of the plan can need it later. */
function toUnapprovedResult({ status, observation, code, value }: ToolOutcome, branch: number | undefined): UnapprovedResult {
  const kept = branch === undefined || value === undefined ? {} : { value: toJson(value) }
  return { status: status === 'paused' ? 'error' : status, observation, ...(code === undefined ? {} : { code }), ...kept }
}
