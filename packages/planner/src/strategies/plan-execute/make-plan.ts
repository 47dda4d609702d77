import { createPartialJson, PfError, toolCallId } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import { type ActionStream, createActionStream } from '../../model-calls/action-stream.ts'
import { callModel } from '../../model-calls/call-model.ts'
import { compactConversation, conversationOf } from '../../model-calls/conversation.ts'
import { fitContext } from '../../model-calls/fit-context.ts'
import type { PlanTool } from '../../plans/plan-types.ts'
import { validatePlan } from '../../plans/validate-plan.ts'
import { commitStep } from '../../run/commit-step.ts'
import type { Outcome } from '../../run/outcome.ts'
import type { Run } from '../../run/run.ts'
import type { PlannedRun } from '../../state/planned-run.ts'
import type { AgentTool } from '../../tools/agent-tool.ts'
import { isPfError } from '../../util/thrown-message.ts'
import { planningMessage, planningName, planningTool } from './messages.ts'
import { type Planning, readPlanning } from './read-planning.ts'
import { enterStage, stageStep } from './run-calls.ts'

/** Shows the planning call while it is written: its reasoning, and the answer if no tools are needed. Calls are shown when they run. */
function createPlanningStream(run: Run): ActionStream {
  const inner = createActionStream(run)
  let args = newReader()
  let node = ''
  return {
    get thought() {
      return inner.thought
    },
    reasoning: inner.reasoning,
    complete: inner.complete,
    withdraw: inner.withdraw,
    feed: (events) => {
      for (const event of events) {
        if (event.type === 'node') {
          node = event.node
          args = newReader()
        } else if (event.type === 'args_delta') {
          if (node === planningName) run.segment.answer.append(args(event.text))
        } else inner.feed([event])
      }
    },
  }
}

/** Creates a function that reads the arguments in chunks and returns the text that each chunk adds to the content of a direct response. */
function newReader(): (delta: string) => string {
  const json = createPartialJson()
  let shown = 0
  return (delta) => {
    try {
      json.feed(delta)
    } catch {
      return ''
    }
    const { value } = json
    if (!isRecord(value) || value.type !== 'direct_response' || typeof value.content !== 'string') return ''
    const added = value.content.slice(shown)
    shown += added.length
    return added
  }
}

/** Runs the planning stage: one model call. Returns an outcome if the run ends with it; otherwise the plan or its fault is in `run.state.planned`. */
export async function makePlan(run: Run): Promise<Outcome | undefined> {
  const step = enterStage(run, 'plan')
  const started = run.agent.now()
  run.emit({ type: 'step_start', step, node: planningName })
  await fitContext(run)
  const planning = await askForPlan(run)
  const failed = planning.kind === 'unreadable'
  run.emit({ type: 'step_complete', step, node: planningName, status: failed ? 'error' : 'ok', latency_ms: Math.max(0, run.agent.now() - started) })
  if (planning.kind === 'refused') return { reason: 'answer', args: { answer: planning.text }, route: 'refusal' }
  if (planning.kind === 'answer') return { reason: 'answer', args: planning.args }
  run.state.planned = checked(run, planning)
  await commitStep(run)
  return undefined
}

type PlanningResult = Planning | { kind: 'refused'; text: string }

async function askForPlan(run: Run): Promise<PlanningResult> {
  const stream = createPlanningStream(run)
  try {
    const turn = await callModel(run, {
      messages: [...conversationOf(run), ...run.state.transcript, planningMessage],
      stream,
      tool: planningTool(run.toolNames),
    })
    if (turn.refusal !== undefined) {
      stream.withdraw('refusal')
      return { kind: 'refused', text: turn.refusal }
    }
    if (turn.finish === 'content_filter') throw new PfError('model_refused', "The provider's content filter stopped the output.")
    const planning = turn.finish === 'error' ? cut : readPlanning(turn, run.tools)
    if (planning.kind !== 'answer') stream.withdraw('not_an_answer')
    return planning
  } catch (error) {
    if (run.segment.signal.aborted) throw run.segment.signal.reason
    stream.withdraw(isPfError(error) ? error.code : 'internal')
    if (!isPfError(error) || !isAnswerable(error.code)) throw error
    if (error.code === 'context_overflow') compactConversation(run)
    return error.code === 'model_cut' ? cut : { kind: 'unreadable', message: `The planning call failed (${error.code}).` }
  }
}

/** True for errors of the planning call after which the responding call can still answer. */
const isAnswerable = (code: string) => code.startsWith('model_') || code === 'context_overflow'
const cut: Planning = { kind: 'unreadable', message: 'The plan was cut off before it was complete.' }

function checked(run: Run, planning: Exclude<Planning, { kind: 'answer' }>): PlannedRun {
  const plan_id = `p:${toolCallId(run.runId, stageStep(run, 'execute'), {}).slice('tc:'.length)}`
  const empty = { plan_id, reasoning: '', calls: [], done: [], outputs: [] }
  if (planning.kind === 'unreadable') return { ...empty, errors: [{ kind: 'plan_unreadable', message: planning.message }] }
  const { reasoning, calls } = planning
  const { planBranches } = run.agent.limits
  if (calls.length > planBranches)
    return { ...empty, reasoning, errors: [{ kind: 'too_many_calls', message: `${calls.length} calls; a plan has at most ${planBranches}.` }] }
  const { errors, warnings } = validatePlan({ calls }, [...run.tools.values()].map(toPlanTool))
  for (const { tool_index, argument } of warnings)
    run.emit({
      type: 'warning',
      step: stageStep(run, 'plan'),
      code: 'embedded_reference',
      text: `Call ${tool_index}, ${argument.slice(0, 100)}: a reference inside a longer text is treated as text.`,
    })
  return { ...empty, reasoning, calls, errors }
}

/** Questions and front-end calls have no declared output, because users answer them. Every reference to them is allowed. */
function toPlanTool({ name, input, interactive, work }: AgentTool): PlanTool {
  const output = work.kind === 'host' ? work.definition.output : interactive || work.kind === 'client' ? true : undefined
  return { name, inputSchema: input, ...(output === undefined ? {} : { outputSchema: output }) }
}
