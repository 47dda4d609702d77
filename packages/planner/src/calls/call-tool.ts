import { toJson } from '@pf/artifacts'
import { type JsonObject, type PlannerAction, resultMessageId } from '@pf/core'
import { utf8Length } from '@pf/core/internal'
import { awaitsDecision } from '../approvals/awaits-decision.ts'
import { budgetError } from '../budgets/describe-budget.ts'
import { endCall } from '../log/call-events.ts'
import { maskerOf } from '../model-calls/mask-request.ts'
import { withSecrets } from '../questions/secrets.ts'
import { announceUnconditionally } from '../run/announce-call.ts'
import { commitStep } from '../run/commit-step.ts'
import type { Run } from '../run/run.ts'
import { recordInFlight } from '../state/run-state.ts'
import { taskToolNames } from '../tasks/task-tools.ts'
import type { AgentTool } from '../tools/agent-tool.ts'
import { errorOutcome, type ToolOutcome } from '../tools/tool-outcome.ts'
import { nearestNames } from '../util/nearest-names.ts'
import { scrubTexts } from '../util/scrub-texts.ts'
import { type AnnouncedArgs, hasHiddenArgs } from './announced-args.ts'
import { callFrontEnd } from './call-front-end.ts'
import { checkCall } from './check-call.ts'
import { checkResult } from './check-result.ts'
import { executeTool } from './execute-tool.ts'
import { markResult } from './mark-result.ts'
import { repeatedCall, repetitionOf } from './repetition.ts'

/** Runs the tool call of a step and ends it for the clients in every case. Rejects only if the run has ended. */
export async function callTool(
  run: Run,
  { action, tool_call_id }: { action: PlannerAction; tool_call_id: string },
): Promise<{ observed: ToolOutcome; note?: string }> {
  const tool = run.tools.get(action.next_node)
  if (!tool) return { observed: unknownTool(run, action.next_node) }
  const { note, refused } = repetitionOf(run, action, tool.idempotent)
  if (tool.work.kind === 'meta' && tool.work.ownRepeats) return callRepeatable(run, tool, { args: action.args, tool_call_id, again: note !== undefined })
  if (!refused) return { observed: await performCall(run, tool, { args: action.args, tool_call_id }), ...(note === undefined ? {} : { note }) }
  const observed = repeatedCall(note)
  endSkippedCall(run, tool, { tool_call_id, outcome: observed })
  return { observed }
}

/** Runs an announced call and ends it, unless it pauses. A call that must not run twice is recorded before it begins, for a process that takes over. */
export async function performCall(run: Run, tool: AgentTool, announced: AnnouncedArgs): Promise<ToolOutcome> {
  const masked = run.agent.masking ? await maskArguments(run, tool, announced) : announced
  const checked = await checkCall(run, tool, masked)
  if ('call' in checked) return tool.work.kind === 'client' ? callFrontEnd(run, tool, checked.call) : runCall(run, tool, checked.call)
  if (tool.work.kind !== 'client') finishCall(run, announced.tool_call_id, checked.outcome)
  return checked.outcome
}

async function runCall(run: Run, tool: AgentTool, checked: AnnouncedArgs): Promise<ToolOutcome> {
  const { args, tool_call_id, branch, answers } = checked
  const unpaid = countToolCall(run, tool, checked)
  if (unpaid) {
    finishCall(run, tool_call_id, unpaid)
    return unpaid
  }
  if (!tool.idempotent) {
    recordInFlight(run.state, { tool_call_id, tool: tool.name, args: toJson(args) as JsonObject })
    await commitStep(run)
  }
  const call = {
    run,
    step: run.state.step,
    toolCallId: tool_call_id,
    ...(branch === undefined ? {} : { branch }),
    args,
    writtenBytes: utf8Length(JSON.stringify(args)),
    ...(answers ? { answers } : {}),
    ...(hasHiddenArgs(checked) ? ({ hidden: true } as const) : {}),
  }
  const { observation, ...rest } = await executeTool(tool, withSecrets(run.segment, tool, args), call)
  const outcome = await checkResult(run, tool, { call: checked, outcome: { ...rest, observation: scrubTexts(observation, run.segment.secrets) } })
  if (run.agent.untrustedContent) await markResult(run, tool, { tool_call_id, outcome })
  const { state } = run
  const inFlight = state.in_flight.find((each) => each.tool_call_id === tool_call_id)
  if (outcome.status === 'paused') state.in_flight = state.in_flight.filter((each) => each !== inFlight)
  else {
    if (inFlight) recordInFlight(state, { ...inFlight, observation: outcome.observation })
    finishCall(run, tool_call_id, outcome)
  }
  return outcome
}

/** Counts a call of a host's tool once, or returns the outcome if the budget for calls is exhausted. In this case the run ends before its next model call. */
function countToolCall({ segment: { ledger } }: Run, tool: AgentTool, { answers }: AnnouncedArgs): ToolOutcome | undefined {
  if (!ledger || tool.work.kind !== 'host' || answers) return undefined
  const spent = ledger.exhausted('tool_calls')
  if (spent) return errorOutcome('budget_exhausted', budgetError(spent).message)
  ledger.add({ tool_calls: 1 })
  return undefined
}

/** Ends a call for the clients. */
export function finishCall(run: Run, tool_call_id: string, { status, observation, code }: ToolOutcome) {
  if (status === 'paused') return
  const content = JSON.stringify(observation)
  endCall(run, run.state.step, { tool_call_id, status, content, ...(code === undefined ? {} : { code }) })
  run.segment.threadEntries.push({ id: resultMessageId(tool_call_id), role: 'tool', run_id: run.runId, tool_call_id, text: content, ts: run.agent.now() })
}

/** Calls a tool that handles repeated calls itself. A repeated call that fails again counts as a repetition. */
async function callRepeatable(run: Run, tool: AgentTool, { again, ...call }: AnnouncedArgs & { again: boolean }): Promise<{ observed: ToolOutcome }> {
  const observed = await performCall(run, tool, call)
  return { observed: again && observed.status !== 'ok' ? { ...observed, repeated: true } : observed }
}

/** Returns the outcome of a call of an unknown tool, which lists similar and available names. */
export function unknownTool(run: Run, name: string): ToolOutcome {
  const known = run.toolNames
  const nearest = nearestNames(name, known)
  return errorOutcome('unknown_tool', `There is no tool "${name.slice(0, 64).toWellFormed()}". Use one of the listed tools.`, {
    ...(nearest.length > 0 ? { nearest } : {}),
    tools: known.slice(0, 50),
  })
}

/** Ends a call that was announced and does not run. A call that waits for a hook is shown without its arguments. */
export function endSkippedCall(run: Run, tool: AgentTool, { tool_call_id, outcome }: { tool_call_id: string; outcome: ToolOutcome }): void {
  if (tool.work.kind === 'client') return
  if (awaitsDecision(run, tool)) announceUnconditionally(run, tool, { step: run.state.step, tool_call_id, args: {} })
  finishCall(run, tool_call_id, outcome)
}

/**
 * Returns the call with placeholders in place of personal data, unless its tool may have the data. A call that was decided before has the
 * arguments that it was decided with.
 */
async function maskArguments(run: Run, tool: AgentTool, call: AnnouncedArgs): Promise<AnnouncedArgs> {
  const fields = run.agent.masking?.fieldsOf(tool.name) ?? 'all'
  if (fields === 'all' || tool.work.kind === 'meta' || taskToolNames.includes(tool.name) || call.approved || call.answers) return call
  const masker = await maskerOf(run)
  const mask = async (args: Record<string, unknown>) => (await masker.maskJson(toJson(args), fields)) as JsonObject
  return { ...call, args: await mask(call.args), ...(call.shown ? { shown: await mask(call.shown) } : {}) }
}
