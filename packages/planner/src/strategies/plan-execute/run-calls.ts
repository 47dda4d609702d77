import { toJson } from '@pf/artifacts'
import { type JsonObject, type JsonValue, toolCallId } from '@pf/core'
import { walkJson } from '@pf/core/internal'
import { endSkippedCall, performCall, unknownTool } from '../../calls/call-tool.ts'
import type { PlannedCall } from '../../plans/plan-types.ts'
import { readTemplate } from '../../plans/reference.ts'
import { resolveTemplates } from '../../plans/resolve-templates.ts'
import { announceUnlessChecked } from '../../run/announce-call.ts'
import { commitStep } from '../../run/commit-step.ts'
import type { Run } from '../../run/run.ts'
import type { CallFaultKind, CallReport, PlannedRun } from '../../state/planned-run.ts'
import { errorOutcome, type ToolOutcome } from '../../tools/tool-outcome.ts'
import { shownArguments } from './shown-arguments.ts'

const stages = { plan: 1, execute: 2, respond: 3 } as const

/** Returns the step number of a stage. Ids contain it, so it increases with every takeover. */
export const stageStep = (run: Pick<Run, 'state'>, stage: keyof typeof stages): number => run.state.takeovers * 3 + stages[stage]

/** Moves a run to a stage and returns the step number. */
export function enterStage(run: Run, stage: keyof typeof stages): number {
  const step = stageStep(run, stage)
  Object.assign(run.state, { step, attempt: 1 })
  return step
}

/** Runs the executing stage: the calls of the plan run one after the other, without a model, until one fails or waits. Resolves to true if a call waits. */
export async function runCalls(run: Run, planned: PlannedRun): Promise<boolean> {
  enterStage(run, 'execute')
  if (planned.errors.length > 0) return false
  while (planned.done.length < planned.calls.length && planned.done.every(({ status }) => status === 'success')) {
    const waits = await runNext(run, planned)
    if (waits) return true
    await commitStep(run)
    run.segment.signal.throwIfAborted()
  }
  return false
}

async function runNext(run: Run, planned: PlannedRun): Promise<boolean> {
  const index = planned.done.length
  const call = planned.calls[index]
  if (!call) return false
  const started = run.agent.now()
  const node = call.tool_name.slice(0, 64).toWellFormed()
  run.emit({ type: 'step_start', step: run.state.step, node, branch: index })
  const outcome = await perform(run, planned, call)
  const status = outcome.status === 'ok' || outcome.status === 'paused' ? outcome.status : 'error'
  run.emit({ type: 'step_complete', step: run.state.step, node, branch: index, status, latency_ms: Math.max(0, run.agent.now() - started) })
  if (status !== 'paused') recordCall(run, planned, outcome)
  return status === 'paused'
}

async function perform(run: Run, planned: PlannedRun, { tool_name, arguments: args }: PlannedCall): Promise<ToolOutcome> {
  const index = planned.done.length
  const tool = run.tools.get(tool_name)
  if (!tool) return unknownTool(run, tool_name)
  const tool_call_id = plannedCallId(run, index)
  const shown = shownArguments(planned, args)
  const location = { tool_call_id, plan_id: planned.plan_id, branch: index }
  announceUnlessChecked(run, tool, { ...location, step: run.state.step, args: shown })
  const resolved = resolveTemplates(
    args,
    planned.done.map(({ status }, earlier) => ({ success: status === 'success', output: planned.outputs[earlier] })),
  )
  if (resolved.ok) return performCall(run, tool, { ...location, args: resolved.value, shown })
  const templates = resolved.errors.slice(0, 20) as unknown as JsonValue[]
  const outcome = errorOutcome('template_unresolved', 'The earlier results do not contain the value that this call refers to.', { templates })
  endSkippedCall(run, tool, { tool_call_id, outcome })
  return outcome
}

/** Returns an id that is unique for every call of a plan. */
export const plannedCallId = (run: Run, index: number) => toolCallId(run.runId, stageStep(run, 'execute'), { branch: index })

/** Records the result of the next call of the plan. */
export function recordCall(run: Run, planned: PlannedRun, outcome: ToolOutcome): void {
  const index = planned.done.length
  const call = planned.calls[index]
  if (!call) return
  const ok = outcome.status === 'ok'
  const report: CallReport = {
    tool_call_id: plannedCallId(run, index),
    tool_name: call.tool_name,
    arguments: shownArguments(planned, call.arguments),
    status: ok ? 'success' : 'failed',
    output: outcome.observation,
  }
  planned.done.push(ok ? report : { ...report, kind: callFault(outcome) })
  planned.outputs.push(ok ? retainedOutput(planned, index, outcome) : null)
  if (ok) run.state.last_observation = outcome.observation
}

/** Returns one report for every call, including the calls that did not run. */
export function allReports(run: Run, planned: PlannedRun): CallReport[] {
  const left = planned.calls.slice(planned.done.length)
  const skipped = left.map(({ tool_name, arguments: args }, offset) => ({
    tool_call_id: plannedCallId(run, planned.done.length + offset),
    tool_name,
    arguments: toJson(args) as JsonObject,
    status: 'skipped' as const,
  }))
  return [...planned.done, ...skipped]
}

const kinds: ReadonlyMap<string, CallFaultKind> = new Map([
  ['template_unresolved', 'template_unresolved'],
  ['tool_input_invalid', 'invalid_arguments'],
  ['tool_output_invalid', 'output_schema_violation'],
  ['tool_output_missing', 'missing_structured_content'],
  ['tool_timeout', 'timeout'],
  ['tool_failed', 'exception'],
  ['outcome_unknown', 'outcome_unknown'],
])

/** Returns the kind of fault of a failed call. A fault that the tool itself reports is `tool_error`. */
function callFault({ code = '' }: ToolOutcome): CallFaultKind {
  return kinds.get(code) ?? 'tool_error'
}

/** Returns the unredacted output of a call if a later call refers to it, for the state; otherwise null. */
function retainedOutput({ calls }: PlannedRun, index: number, { value, observation }: ToolOutcome): JsonValue {
  const needed = calls.slice(index + 1).some(({ arguments: args }) => refersTo(args, index))
  return needed ? toJson(value === undefined ? observation : value) : null
}

function refersTo(args: unknown, index: number): boolean {
  for (const { value } of walkJson(args)) {
    const read = typeof value === 'string' ? readTemplate(value) : undefined
    if (read?.kind === 'reference' && read.reference.index === index) return true
  }
  return false
}
