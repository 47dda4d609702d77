import { type JsonValue, PfError, type PlannerAction } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import { callTool, endSkippedCall } from '../calls/call-tool.ts'
import { repeatedCall, repetitionOf } from '../calls/repetition.ts'
import { actionMessage, observationMessage } from '../prompt/transcript-messages.ts'
import type { Outcome } from '../run/outcome.ts'
import type { Run } from '../run/run.ts'
import { counters } from '../telemetry/counters.ts'
import type { ToolOutcome } from '../tools/tool-outcome.ts'
import { callTask } from './call-task.ts'
import type { Decision } from './decide.ts'
import { gracefulFailure } from './graceful-failure.ts'
import { runPlan } from './run-plan.ts'

type DecidedAction = Extract<Decision, { action: PlannerAction }>

/** The status of a step in its step_complete. */
export type StepStatus = 'ok' | 'error' | 'paused'

/** The result of a step: an observation for the model, or the end of the run. */
type StepResult = { observed: ToolOutcome; note?: string } | { outcome: Outcome }

type Handler = (run: Run, decided: DecidedAction) => Promise<StepResult> | StepResult

const opcodes = new Map<string, Handler>([
  ['final_response', (_run, { action }) => ({ outcome: { reason: 'answer', args: action.args } })],
  ['plan', callPlan],
  ['task', callTask],
])

/** Performs an action. Unless it is an answer, the action and its observation are appended to the transcript. */
export async function executeAction(run: Run, decided: DecidedAction): Promise<{ outcome?: Outcome; status: StepStatus }> {
  const { action } = decided
  if (action.next_node !== 'final_response' && run.state.step === run.agent.limits.maxSteps) return { outcome: outOfSteps(run, decided), status: 'error' }
  const result = await (opcodes.get(action.next_node) ?? callTool)(run, decided)
  if ('outcome' in result) return { outcome: result.outcome, status: 'ok' }
  return completeStep(run, decided, { observed: result.observed, notes: [result.note, alternatesNote(decided.alternates)] })
}

/** Completes a step whose calls have ended: appends the action and observation to the transcript, or pauses the run if a call waits. */
export function completeStep(run: Run, decided: StepAction, { observed, notes }: StepObservation): { outcome?: Outcome; status: StepStatus } {
  if (observed.status === 'paused') return recordWaitingStep(run, decided, notes)
  appendToTranscript(run, decided, { observed, notes })
  const outcome = failAfterTooManyFaults(run, observed)
  return { ...(outcome ? { outcome } : {}), status: observed.status === 'ok' ? 'ok' : 'error' }
}

/** An action and the id of its call. */
type StepAction = Pick<DecidedAction, 'action' | 'tool_call_id'>

interface StepObservation {
  observed: ToolOutcome
  notes: (string | undefined)[]
}

const joinNotes = (notes: (string | undefined)[]) => notes.filter((text) => text !== undefined).join(' ')

/** Stores everything that another node needs to complete this step. */
function recordWaitingStep(run: Run, { action, tool_call_id }: StepAction, notes: (string | undefined)[]): { outcome: Outcome; status: StepStatus } {
  const { claim, plan } = run.segment.pause
  if (!claim) throw new TypeError('A step waits, but no question was asked.')
  const note = joinNotes(notes)
  run.state.waiting = { ...claim, action, tool_call_id, ...(note === '' ? {} : { note }), ...(plan ? { plan } : {}) }
  return { outcome: { reason: 'paused' }, status: 'paused' }
}

function appendToTranscript(run: Run, { action, tool_call_id }: StepAction, { observed, notes }: StepObservation) {
  const note = joinNotes(notes)
  const tool = action.next_node.slice(0, 64)
  const observation: JsonValue = observed.observation
  const { kept_reasoning: reasoning } = run.state
  run.state.transcript.push({ ...actionMessage(action, run.agent.format), ...(reasoning ? { reasoning } : {}) })
  delete run.state.kept_reasoning
  run.state.transcript.push(observationMessage({ tool_call_id, tool, observation, ...(note === '' ? {} : { note }) }))
  if (observed.status === 'ok') run.state.last_observation = observation
}

function alternatesNote(alternates: readonly PlannerAction[]): string | undefined {
  if (alternates.length === 0) return undefined
  const names = alternates.slice(0, 5).map(({ next_node }) => next_node.slice(0, 64))
  return `Only the first of your ${alternates.length + 1} actions ran; not run: ${names.join(', ')}. Send one action at a time, or a plan.`
}

/** Ends a run whose last step called a tool instead of answering. A call that was already shown is closed; nothing runs. */
function outOfSteps(run: Run, { tool_call_id, action }: DecidedAction): Outcome {
  const tool = run.tools.get(action.next_node)
  const outcome: ToolOutcome = { status: 'skipped', observation: { error: { code: 'budget_exhausted' } }, code: 'budget_exhausted' }
  if (tool) endSkippedCall(run, tool, { tool_call_id, outcome })
  return { reason: 'budget_exhausted', error: new PfError('budget_exhausted', `The run reached its limit of ${run.agent.limits.maxSteps} steps.`) }
}

/** Codes of outcomes that count as failures of the model, with the kind of repair that is logged for each. */
const failureKinds = new Map([
  ['tool_input_invalid', 'arguments'],
  ['unknown_tool', 'unknown_tool'],
  ['repeated_call', 'repeated_call'],
  ['task_unavailable', 'task_unavailable'],
  ['task_invalid', 'task_invalid'],
  ['plan_empty', 'plan_empty'],
  ['refused', 'refused'],
])

/** Counts consecutive failures of the model. After too many of them the run ends with a question to the user. */
function failAfterTooManyFaults(run: Run, { code: given = '', repeated }: ToolOutcome): Outcome | undefined {
  const code = repeated ? 'repeated_call' : given
  const kind = failureKinds.get(code)
  run.state.consecutive_failures = kind === undefined ? 0 : run.state.consecutive_failures + 1
  if (kind === undefined) return undefined
  if (run.state.consecutive_failures > run.agent.limits.repairAttempts) return gracefulFailure(code)
  counters.repair(kind)
  run.emit({ type: 'repair', step: run.state.step, kind, attempt: run.state.consecutive_failures })
  return undefined
}

/** Runs the plan of a step. A repeated plan is treated like a repeated call. */
async function callPlan(run: Run, { action }: { action: PlannerAction }): Promise<{ observed: ToolOutcome; note?: string }> {
  const { note, refused } = repetitionOf(run, action, isIdempotent(run, action.args))
  if (refused) return { observed: repeatedCall(note) }
  return { observed: await runPlan(run, action.args), ...(note === undefined ? {} : { note }) }
}

/** True if every tool of the plan may run twice. */
function isIdempotent({ tools }: Run, { steps, join }: Record<string, unknown>): boolean {
  const wanted: unknown[] = [...(Array.isArray(steps) ? steps : []), join]
  return wanted.every((step) => !isRecord(step) || typeof step.node !== 'string' || tools.get(step.node)?.idempotent !== false)
}
