import { type JsonObject, type JsonValue, toolCallId } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import { performCall, unknownTool } from '../calls/call-tool.ts'
import { announceUnlessChecked } from '../run/announce-call.ts'
import type { Run } from '../run/run.ts'
import { errorOutcome, pausedOutcome, type ToolOutcome } from '../tools/tool-outcome.ts'
import { clampJson } from '../util/clamp-json.ts'
import { type BranchResult, injectResults, type JoinInput } from './inject.ts'
import { remainingPlan } from './remaining-plan.ts'

interface Branch {
  node: string
  args: Record<string, unknown>
}

const opcodes = new Set(['plan', 'task', 'final_response'])

/**
 * Runs the branches of a plan concurrently and joins them. An invalid or failing branch does not affect the others. A missing or invalid
 * join never fails the plan; the model then receives all results.
 */
export async function runPlan(run: Run, args: Record<string, unknown>): Promise<ToolOutcome> {
  const wanted = Array.isArray(args.steps) ? (args.steps as unknown[]) : []
  if (wanted.length === 0) return errorOutcome('plan_empty', 'A plan needs "steps": a list of {"node": tool, "args": {…}}.')
  const { planBranches, planConcurrency } = run.agent.limits
  const plan_id = `p:${toolCallId(run.runId, run.state.step, { attempt: run.state.attempt }).slice('tc:'.length)}`
  const branches = await runLimited(wanted.slice(0, planBranches), planConcurrency, (step, branch) => runBranch(run, { plan_id, branch, ...toBranch(step) }))
  return endPlan(run, { plan_id, join: args.join, branches, planned: wanted.length })
}

/** Joins the branches of a plan. If a branch or the join waits, the completed branches are stored for later. */
export async function endPlan(run: Run, plan: JoinInput): Promise<ToolOutcome> {
  const waits = (joining: boolean) => {
    run.segment.pause.plan = remainingPlan(plan, joining)
    return pausedOutcome
  }
  if (plan.branches.some(({ outcome }) => outcome.status === 'paused')) return waits(false)
  const join = await runJoin(run, plan)
  return join?.status === 'paused' ? waits(true) : planOutcome(run, plan, join)
}

/** Completes a plan whose join waited and now has a result. */
export function endJoin(run: Run, plan: JoinInput, outcome: ToolOutcome): ToolOutcome {
  if (outcome.status === 'paused') {
    run.segment.pause.plan = remainingPlan(plan, true)
    return pausedOutcome
  }
  const node = isRecord(plan.join) ? String(plan.join.node).slice(0, 64).toWellFormed() : ''
  return planOutcome(run, plan, joined(node, outcome))
}

function planOutcome(run: Run, { branches, planned }: JoinInput, join: Joined): ToolOutcome {
  const { planBranches, observationChars } = run.agent.limits
  const left = planned - branches.length
  const observation: JsonObject = {
    branches: branches.map((branch) => report(branch, join?.status !== 'ok')),
    ...(join ? { join: join.report } : {}),
    ...(left > 0 ? { not_run: `${left} steps; a plan has at most ${planBranches}.` } : {}),
  }
  return { status: 'ok', observation: clampJson(observation, observationChars * 2).value }
}

function toBranch(step: unknown): Branch {
  if (!isRecord(step)) return { node: '', args: {} }
  return { node: typeof step.node === 'string' ? step.node : '', args: isRecord(step.args) ? step.args : {} }
}

async function runBranch(run: Run, { plan_id, branch, node, args }: Branch & { plan_id: string; branch: number }): Promise<BranchResult> {
  const { step, attempt } = run.state
  const started = run.agent.now()
  const name = node.slice(0, 64).toWellFormed()
  run.emit({ type: 'step_start', step, node: name, branch })
  const tool = run.tools.get(node)
  let outcome: ToolOutcome
  if (tool) {
    const tool_call_id = toolCallId(run.runId, step, { branch, attempt })
    announceUnlessChecked(run, tool, { step, tool_call_id, plan_id, branch, args })
    outcome = await performCall(run, tool, { args, tool_call_id, branch, plan_id })
  } else outcome = opcodes.has(node) ? errorOutcome('not_in_plan', `"${node}" cannot be a step of a plan; only tools can.`) : unknownTool(run, node)
  const status = outcome.status === 'ok' ? 'ok' : 'error'
  const eventStatus = outcome.status === 'paused' ? 'paused' : status
  run.emit({ type: 'step_complete', step, node: name, branch, status: eventStatus, latency_ms: Math.max(0, run.agent.now() - started) })
  return { branch, node: name, status, outcome }
}

type Joined = { status: 'ok' | 'error' | 'skipped' | 'paused'; report: JsonValue } | undefined

const joined = (node: string, { status, observation }: ToolOutcome) => {
  const ended = status === 'ok' || status === 'paused' ? status : 'error'
  return { status: ended, report: { node, status: ended, observation } } as const
}

async function runJoin(run: Run, { plan_id, join, branches, planned, lost }: JoinInput): Promise<Joined> {
  if (!isRecord(join) || typeof join.node !== 'string') return undefined
  const node = join.node.slice(0, 64).toWellFormed()
  const tool = run.tools.get(join.node)
  const skipped = (reason: string) => ({ status: 'skipped', report: { node, status: 'skipped', reason } }) as const
  if (tool?.work.kind !== 'host') return skipped('A join is one of the tools.')
  if (lost) return skipped('The results were too large to be kept while the plan waited.')
  const injected = injectResults(
    { args: (isRecord(join.args) ? join.args : {}) as JsonObject, inject: isRecord(join.inject) ? join.inject : {} },
    branches,
    planned,
  )
  if (!injected.ok) return skipped(injected.problem)
  const { step, attempt } = run.state
  const branch = branches.length
  const tool_call_id = toolCallId(run.runId, step, { branch, attempt })
  const shown = clampJson(injected.shown as JsonObject, run.agent.limits.observationChars).value as JsonObject
  announceUnlessChecked(run, tool, { step, tool_call_id, plan_id, branch, args: shown })
  return joined(node, await performCall(run, tool, { args: injected.args, shown, tool_call_id, branch, plan_id }))
}

/** After a successful join, the branches are only listed, because the join contains their results. */
function report({ branch, node, status, outcome }: BranchResult, whole: boolean): JsonObject {
  return { branch, node, status, ...(whole || status === 'error' ? { observation: outcome.observation } : {}) }
}

/**
 * Calls `work` for all items, at most `limit` at a time, and returns the results in the order of the items. After a rejection nothing new
 * starts, and the promise rejects once everything that had started has ended, so that no work continues unnoticed.
 */
async function runLimited<T, R>(items: readonly T[], limit: number, work: (item: T, index: number) => Promise<R>): Promise<R[]> {
  const results = new Array<R>(items.length)
  const queue = items.entries()
  const failures: unknown[] = []
  const worker = async () => {
    for (const [index, item] of queue) {
      if (failures.length > 0) return
      await work(item, index).then(
        (result) => {
          results[index] = result
        },
        (error: unknown) => failures.push(error),
      )
    }
  }
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, worker))
  if (failures.length > 0) throw failures[0]
  return results
}
