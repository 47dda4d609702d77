import type { JsonObject, JsonValue } from '@pf/core'
import { isRecord, toolCallId } from '@pf/core'
import { announceCall } from '../run/call-events.ts'
import type { Run } from '../run/run.ts'
import { runLimited } from '../run/run-limited.ts'
import { clampJson } from '../tools/clamp-json.ts'
import { errorOutcome, type ToolOutcome } from '../tools/tool-outcome.ts'
import type { BranchResult } from './branch-result.ts'
import { performCall, unknownTool } from './call-tool.ts'
import { injectResults } from './inject.ts'

interface Branch {
  node: string
  args: Record<string, unknown>
}

const opcodes = new Set(['plan', 'task', 'final_response'])

/**
 * Runs the branches of a plan side by side and joins them. A branch that is invalid or fails fails alone; a missing or wrong join never
 * fails the plan: all results go back to the model then.
 */
export async function runPlan(run: Run, args: Record<string, unknown>): Promise<ToolOutcome> {
  const wanted = Array.isArray(args.steps) ? (args.steps as unknown[]) : []
  if (wanted.length === 0) return errorOutcome('plan_empty', 'A plan needs "steps": a list of {"node": tool, "args": {…}}.')
  const { planBranches, planConcurrency, observationChars } = run.agent.limits
  const plan_id = `p:${toolCallId(run.run_id, run.place.step, { attempt: run.place.attempt }).slice('tc:'.length)}`
  const branches = await runLimited(wanted.slice(0, planBranches), planConcurrency, (step, branch) => runBranch(run, { plan_id, branch, ...toBranch(step) }))
  const join = await runJoin(run, { plan_id, join: args.join, branches, planned: wanted.length })
  const left = wanted.length - branches.length
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
  const { step, attempt } = run.place
  const started = run.agent.now()
  const name = node.slice(0, 64)
  run.emit({ type: 'step_start', step, node: name, branch })
  const tool = run.agent.tools.get(node)
  let outcome: ToolOutcome
  if (tool) {
    const tool_call_id = toolCallId(run.run_id, step, { branch, attempt })
    announceCall(run, { step, tool_call_id, name: node, plan_id, branch }, args)
    outcome = await performCall(run, tool, { args, tool_call_id, branch })
  } else outcome = opcodes.has(node) ? errorOutcome('not_in_plan', `"${node}" cannot be a step of a plan; only tools can.`) : unknownTool(run, node)
  const status = outcome.status === 'ok' ? 'ok' : 'error'
  run.emit({ type: 'step_complete', step, node: name, branch, status, latency_ms: Math.max(0, run.agent.now() - started) })
  return { branch, node: name, status, outcome }
}

interface JoinInput {
  plan_id: string
  join: unknown
  branches: readonly BranchResult[]
  planned: number
}

type Joined = { status: 'ok' | 'error' | 'skipped'; report: JsonValue } | undefined

async function runJoin(run: Run, { plan_id, join, branches, planned }: JoinInput): Promise<Joined> {
  if (!isRecord(join) || typeof join.node !== 'string') return undefined
  const node = join.node.slice(0, 64)
  const tool = run.agent.tools.get(join.node)
  if (!tool || tool.work.kind === 'meta') return { status: 'skipped', report: { node, status: 'skipped', reason: 'A join is one of the tools.' } }
  const injected = injectResults(
    { args: (isRecord(join.args) ? join.args : {}) as JsonObject, inject: isRecord(join.inject) ? join.inject : {} },
    branches,
    planned,
  )
  if (!injected.ok) return { status: 'skipped', report: { node, status: 'skipped', reason: injected.problem } }
  const { step, attempt } = run.place
  const branch = branches.length
  const tool_call_id = toolCallId(run.run_id, step, { branch, attempt })
  announceCall(
    run,
    { step, tool_call_id, name: tool.name, plan_id, branch },
    clampJson(injected.shown as JsonObject, run.agent.limits.observationChars).value as JsonObject,
  )
  const outcome = await performCall(run, tool, { args: injected.args, tool_call_id, branch })
  const status = outcome.status === 'ok' ? 'ok' : 'error'
  return { status, report: { node, status, observation: outcome.observation } }
}

/** After a good join the branches are only named; their results are in it. */
function report({ branch, node, status, outcome }: BranchResult, whole: boolean): JsonObject {
  return { branch, node, status, ...(whole || status === 'error' ? { observation: outcome.observation } : {}) }
}
