import { buildFinalPayload, toJson } from '@pf/artifacts'
import type { FinalPayload, InteractionAnnouncement, InteractionRecord, JsonObject, PlannerEventBody } from '@pf/core'
import { createAnswerGate, orStop } from '../hooks/answer-gate.ts'
import { checkTexts } from '../hooks/check-texts.ts'
import { RunStopped } from '../hooks/run-stopped.ts'
import { Fenced, type StepCommit } from '../log/run-writer-options.ts'
import { actionMessage } from '../prompt/transcript-messages.ts'
import { computationsOf, traceRun } from '../provenance/trace-run.ts'
import { snapshotState, takeStepCommit } from '../run/commit-step.ts'
import type { Outcome } from '../run/outcome.ts'
import { reportLateMessages } from '../run/read-messages.ts'
import { reportComponentFailures } from '../run/report-component-failures.ts'
import type { Run } from '../run/run.ts'
import { sealWrites } from '../tasks/seal-writes.ts'
import { isInstanceOf, isPfError } from '../util/thrown-message.ts'
import { outcomeOfError } from './outcome-of-error.ts'

/** Finish reasons after which the text streamed so far is kept as a partial answer. */
const stopped = new Set(['cancelled', 'deadline', 'budget_exhausted', 'error'])

/** Builds the payload of a finish. Never throws because of the data of a run: values that cannot be represented are omitted. */
function buildPayload(run: Run, outcome: Outcome): FinalPayload {
  const { reason, error } = outcome
  const partial = stopped.has(reason) ? run.segment.answer.text : ''
  const answer = outcome.answer ?? (partial === '' ? undefined : partial)
  const args = outcome.args || outcome.route || outcome.requires_followup !== undefined ? argsOf(outcome) : undefined
  return buildFinalPayload({
    reason,
    ...(args ? { args } : {}),
    ...(answer === undefined ? {} : { answer }),
    ...(outcome.bare ? {} : { artifacts: run.segment.collector.getAll(), sources: run.state.sources }),
    ...(showsFallback(run, outcome) ? { fallback: run.state.last_observation } : {}),
    ...(outcome.reflection === undefined ? {} : { reflection: outcome.reflection }),
    warnings: [...new Set([...run.state.warnings, ...(outcome.warnings ?? [])])],
    // The answer of a run without a path asks the user. Its error code is for the log only.
    ...(error && reason !== 'no_path' ? { error: { code: error.code, message: error.message } } : {}),
  })
}

/** True if a fallback text may contain results of the run. Text that is not streamed is not checked. */
function showsFallback({ state, agent }: Run, { reason, bare }: Outcome): boolean {
  return state.last_observation !== undefined && !bare && (reason !== 'error' || (!agent.checks.onAnswerDelta && agent.answerChecks.length === 0))
}

function argsOf({ args, route, requires_followup }: Outcome): Record<string, unknown> {
  return { ...args, ...(route === undefined ? {} : { route }), ...(requires_followup === undefined ? {} : { requires_followup }) }
}

/** True if the answer is also streamed as text. A sentence that only explains why there is no answer is part of the finish alone. */
function isStreamedAnswer({ reason }: Outcome, { route }: FinalPayload): boolean {
  return reason === 'answer' || reason === 'no_path' || ((reason === 'budget_exhausted' || reason === 'deadline') && route === 'partial')
}

/**
 * Ends a run: closes all open items, streams the answer if that has not happened yet, and commits the finish with the state and the thread
 * entry. If the payload cannot be built or the commit is refused, writes a minimal finish with the error, so that no reader waits forever.
 * Rejects only if that fails too.
 */
export async function finishRun(run: Run, outcome: Outcome): Promise<void> {
  try {
    await finishWithPayload(run, outcome)
  } catch (error) {
    if (isInstanceOf(error, Fenced)) throw error
    if (isInstanceOf(error, RunStopped)) run.segment.answer.withdraw('stopped')
    if (isInstanceOf(error, RunStopped)) return finishRun(run, outcomeOfError(error))
    if (error === run.segment.signal.reason && (outcome.reason === 'paused' || outcome.reason === 'answer')) return finishRun(run, outcomeOfError(error))
    const code = isPfError(error) ? error.code : 'internal'
    const message = 'The run ended, but its result could not be written.'
    await writeFinish(
      run,
      { reason: 'error', payload: buildFinalPayload({ reason: 'error', error: { code, message } }), error: { code, message, trace_id: run.traceId } },
      { tasks: sealWrites(run.state) },
    )
  }
}

async function finishWithPayload(run: Run, outcome: Outcome): Promise<void> {
  // No further step can inform the model, but the warnings contain the failures.
  reportComponentFailures(run)
  run.segment.failures.close()
  if (outcome.reason !== 'paused') await reportLateMessages(run)
  await flush(run)
  const payload = await withProvenance(run, outcome, withBudget(run, await admitAnswer(run, outcome)))
  run.segment.answer.close()
  if (outcome.reason === 'paused') return pauseRun(run, payload)
  if (isStreamedAnswer(outcome, payload)) run.segment.answer.completeAdmitted(payload.raw_answer)
  keepFinalReasoning(run, outcome, payload)
  const step = takeStepCommit(run)
  const thread = [...(step.thread ?? []), ...assistantEntry(run, payload)]
  await writeFinish(run, { reason: outcome.reason, payload, ...errorOf(run, outcome) }, { ...step, thread, tasks: sealWrites(run.state) })
  run.agent.tasks?.changed.notify()
}

/** Adds the answer with its reasoning items to the transcript, for the next turn of the thread, unless a hook changed the answer. */
function keepFinalReasoning({ state, agent }: Run, { reason, args }: Outcome, { raw_answer: answer }: FinalPayload): void {
  const { kept_reasoning: reasoning } = state
  delete state.kept_reasoning
  if (!reasoning || reason !== 'answer' || args?.answer !== answer) return
  state.transcript.push({ ...actionMessage({ next_node: 'final_response', args: { answer } }, agent.format), reasoning })
}

/** Adds the spending of the run and the remaining amounts to `extra.budget`. */
function withBudget({ segment: { ledger } }: Run, payload: FinalPayload): FinalPayload {
  if (!ledger) return payload
  const budget = { spent: { ...ledger.spent() }, limits: ledger.statuses().map((status) => ({ ...status })) }
  return { ...payload, extra: { ...payload.extra, budget } }
}

/** Adds the origin of the figures. An answer that was withheld keeps those of its own figures. */
async function withProvenance(run: Run, outcome: Outcome, payload: FinalPayload): Promise<FinalPayload> {
  if (run.agent.provenance === 'off' || outcome.reason === 'paused' || outcome.bare) return payload
  const { traced } = outcome
  const isSame = traced !== undefined && (outcome.route === 'refusal' || traced.answer === payload.raw_answer)
  return { ...payload, provenance: isSame ? traced.provenance : await traceRun(run, payload.raw_answer, computationsOf(outcome.args)) }
}

/** Returns the payload with the part of its answer that the hook and the checks approve. Texts of the planner and text that was already shown are not checked again. */
async function admitAnswer(run: Run, given: Outcome): Promise<FinalPayload> {
  const outcome = await checkFields(run, given)
  const payload = buildPayload(run, outcome)
  const isChecked = outcome.admitted || outcome.answer !== undefined || (outcome.args === undefined && payload.raw_answer === run.segment.answer.text)
  if (isChecked || !isStreamedAnswer(outcome, payload)) return payload
  return { ...payload, raw_answer: await run.segment.answer.admit(payload.raw_answer) }
}

/** Passes the texts of the payload other than the answer, such as suggested actions, to the answer checks. */
async function checkFields(run: Run, outcome: Outcome): Promise<Outcome> {
  const gate = createAnswerGate(run.agent.answerChecks, 'payload')
  if (!gate || !outcome.args || outcome.admitted) return outcome
  const { answer, raw_answer, ...fields } = outcome.args
  const checked = await orStop(run, checkTexts(run, gate, toJson(fields) as JsonObject))
  return { ...outcome, args: { ...checked, ...(answer === undefined ? {} : { answer }), ...(raw_answer === undefined ? {} : { raw_answer }) } }
}

/** Commits the question, the state and the end of the segment together, so that any node can process the answer to an announced question. */
async function pauseRun(run: Run, payload: FinalPayload): Promise<void> {
  const { waiting } = run.state
  if (!waiting) throw new TypeError('The run paused without a question.')
  const { asked, call } = waiting
  // A cancellation that arrived while the last events were written takes precedence.
  run.segment.signal.throwIfAborted()
  run.state.in_flight = []
  const { state: _, ...taken } = takeStepCommit(run)
  const pending = asked ? [pendingOf(run, asked, waiting.since)] : []
  for (const event of run.segment.writer.open.closers('paused', run.agent.now(), [call.tool_call_id, ...(asked ? [asked.tool_call_id] : [])])) run.emit(event)
  if (asked) run.emit({ type: 'pause', step: run.state.step, interactions: [asked] })
  run.emit({ type: 'finish', reason: 'paused', payload })
  await run.segment.writer.commit({ ...taken, state: snapshotState(run, 'paused'), pending })
}

function pendingOf({ runId, threadId }: Run, asked: InteractionAnnouncement, created: number): InteractionRecord {
  return { ...asked, run_id: runId, thread_id: threadId, created, state: 'open' }
}

async function writeFinish(run: Run, finish: PlannerEventBody['finish'], extra: StepCommit): Promise<void> {
  // Queued events must be in the log before the open items are known. Events of a batch that fails here are lost, so their items are not open.
  await flush(run)
  for (const event of run.segment.writer.open.closers(finish.error?.code ?? finish.reason, run.agent.now())) run.emit(event)
  run.emit({ type: 'finish', ...finish })
  await run.segment.writer.commit(extra)
}

async function flush(run: Run): Promise<void> {
  await run.segment.writer.commit().catch(ignoreRefusal)
}

/** Rethrows Fenced, which ends the run. After any other failure the store may still accept the finish. */
function ignoreRefusal(error: unknown) {
  if (isInstanceOf(error, Fenced)) throw error
}

function errorOf(run: Run, { reason, error }: Outcome) {
  if (!error || reason === 'answer') return {}
  return { error: { code: error.code, message: error.message, trace_id: run.traceId } }
}

function assistantEntry(run: Run, payload: FinalPayload) {
  if (payload.raw_answer === '') return []
  return [{ id: run.messageId, role: 'assistant' as const, run_id: run.runId, text: payload.raw_answer, ts: run.agent.now() }]
}
