import { ActionError, type NormalizedAction, PfError, type PlannerAction } from '@pf/core'
import { isSameAction } from '@pf/core/internal'
import { placeArguments } from '../calls/place-arguments.ts'
import { assertCertain, readAction } from '../calls/read-action.ts'
import { RunStopped } from '../hooks/run-stopped.ts'
import type { ModelMessage } from '../model/model.ts'
import { type ActionStream, createActionStream } from '../model-calls/action-stream.ts'
import { callModel } from '../model-calls/call-model.ts'
import { conversationOf } from '../model-calls/conversation.ts'
import { compressContext, fitContext } from '../model-calls/fit-context.ts'
import { outOfBudget } from '../model-calls/out-of-budget.ts'
import { continuationMessages, joinRest } from '../prompt/continuation.ts'
import { type RepairKind, repairKind, repairMessages, unclearProse } from '../prompt/repair-messages.ts'
import type { Outcome } from '../run/outcome.ts'
import type { Run } from '../run/run.ts'
import { counters } from '../telemetry/counters.ts'
import { isInstanceOf, isPfError } from '../util/thrown-message.ts'
import { gracefulFailure, partialAnswerOutcome } from './graceful-failure.ts'
import { isClearAnswer, proseOf, proseOutcome } from './prose-answer.ts'

/** The next action of the model, or the outcome of a run that ends without one. */
export type Decision = { action: PlannerAction; tool_call_id: string; alternates: readonly PlannerAction[]; thought: string } | { outcome: Outcome }

/** The result of one attempt: a decision, or a fault and the text that contained it. */
type Attempt = Decision | { fault: ActionError; text: string; finish: string; isCut: boolean }

interface Budget {
  repairs: number
  retries: number
  compactions: number
}

/** Requests the next action from the model. Prompts it again after invalid output, retries after a cut stream, and shortens the context after an overflow. */
export async function decide(run: Run): Promise<Decision> {
  const { limits } = run.agent
  const spent = await outOfBudget(run)
  if (spent) return { outcome: spent }
  await fitContext(run)
  const left: Budget = { repairs: limits.repairAttempts, retries: limits.modelRetries, compactions: 1 }
  let behind: ModelMessage[] = run.state.step === limits.maxSteps ? [lastStepMessage] : []
  let cut = ''
  let longest = ''
  /** Prose that may be an answer or the announcement of a call. */
  let unclear = ''
  while (true) {
    const attempt = await attemptAction(run, behind, cut).catch((error: unknown) => recover(run, error, left))
    if (attempt && !('fault' in attempt)) return attempt
    if (attempt) {
      const { fault, text, isCut } = attempt
      const prose = cut === '' ? proseOf(run, attempt) : undefined
      // Whoever does not act on a second request has answered.
      if (prose !== undefined && (unclear !== '' || left.repairs === 0 || isClearAnswer(run, prose)))
        return { outcome: proseOutcome(prose.length < unclear.length ? unclear : prose) }
      unclear = prose ?? unclear
      const partialAnswer = isStuck(text) ? '' : (fault.partialAnswer ?? '')
      if (partialAnswer.length > longest.length) longest = partialAnswer
      if (left.repairs === 0) return { outcome: longest === '' ? gracefulFailure(fault.code, { isCut }) : partialAnswerOutcome(longest) }
      left.repairs -= 1
      cut = isCut && partialAnswer !== '' ? text : ''
      const kind = cut === '' ? repairKind(fault.code) : 'rest'
      behind = kind === 'rest' ? continuationMessages(text) : repairMessages(kind, { code: prose === undefined ? fault.code : unclearProse, output: text })
      announceRepair(run, kind)
    }
    run.state.attempt += 1
  }
}

/** Makes one model call. `cut` is an output whose rest is requested; the rest is not an action on its own and is shown with the entire output. */
async function attemptAction(run: Run, behind: readonly ModelMessage[], cut: string): Promise<Attempt> {
  const stream = createActionStream(run)
  let text = ''
  let finish = ''
  let isCut = false
  try {
    const messages = [...conversationOf(run), ...run.state.transcript, ...behind]
    const turn = await callModel(run, {
      messages,
      stream: cut === '' ? stream : withoutShowing(stream),
      ...(cut === '' ? {} : { responseFormat: 'text' }),
      // The state contains no repair prompts, so only the first attempt is the same call in another process.
      resumable: cut === '' && behind.every((message) => message === lastStepMessage),
    })
    // Output that continues until the planner's own limit stops it is not worth continuing.
    finish = turn.finish
    isCut = turn.finish === 'length' && turn.text.length < run.agent.limits.modelOutputChars
    const joined = cut === '' ? turn.text : joinRest(cut, turn.text, { tools: run.toolNames, format: run.agent.format })
    text = joined ?? cut
    if (turn.refusal !== undefined) {
      stream.withdraw('refusal')
      return { outcome: { reason: 'answer', args: { answer: turn.refusal }, route: 'refusal' } }
    }
    if (turn.finish === 'error') throw new PfError('model_cut', 'The provider ended the output with an error; ask again.')
    if (turn.finish === 'content_filter') throw new PfError('model_refused', "The provider's content filter stopped the output.")
    if (joined === undefined) throw new ActionError('incomplete', 'It is not clear whether the output continues the one that was cut or replaces it.')
    const output = cut === '' ? turn : { text }
    const normalized = readAction(output, { tools: run.toolNames, format: run.agent.format })
    assertNotCut(normalized, turn.finish)
    assertCertain(normalized, run.tools)
    const action = placeArguments(normalized, run.tools)
    countTolerated(normalized)
    if (normalized.reasoning !== undefined && stream.thought === '') stream.feed([{ type: 'reasoning_delta', text: normalized.reasoning }])
    // Later requests do not contain the prompts that led to a repaired output, and providers refuse reasoning behind another conversation.
    if (turn.reasoning && behind.length === 0) run.state.kept_reasoning = turn.reasoning
    const tool_call_id = stream.complete(action) ?? ''
    const alternates = normalized.alternates.filter((other, index, all) => !isSameAction(other, all[index - 1] ?? normalized.action))
    return { action, tool_call_id, alternates, thought: stream.thought }
  } catch (error) {
    // Text that was shown before a run is stopped is kept. Only text that will be generated again is withdrawn.
    if (run.segment.signal.aborted) throw run.segment.signal.reason
    stream.withdraw(isInstanceOf(error, RunStopped) ? 'stopped' : isPfError(error) ? error.code : 'internal')
    if (isInstanceOf(error, ActionError)) return { fault: error, text, finish, isCut }
    throw error
  }
}

/** Throws ActionError for a call that may lack an argument because the output was cut. */
function assertNotCut({ action, repairs }: NormalizedAction, finish: string): void {
  if (action.next_node !== 'final_response' && finish === 'length' && repairs.some(({ kind }) => kind === 'missing_closer'))
    throw new ActionError('incomplete', 'The output limit was reached inside the action.')
}

/** True if the output ends in white space, which models in JSON mode may write until the limit is reached. Such output is neither kept nor continued. */
const isStuck = (text: string) => text.slice(-20).trim() === ''

/** Returns undefined when the attempt can be repeated. Rethrows an error from which the run cannot recover. */
async function recover(run: Run, error: unknown, left: Budget): Promise<undefined> {
  if (run.segment.signal.aborted || !isPfError(error)) throw error
  if (error.code === 'model_cut' && left.retries > 0) {
    left.retries -= 1
    announceRepair(run, 'model_cut')
    return undefined
  }
  if (error.code === 'context_overflow' && left.compactions > 0) {
    left.compactions -= 1
    await compressContext(run)
    announceRepair(run, 'context_overflow')
    return undefined
  }
  throw error
}

function announceRepair(run: Run, kind: RepairKind | 'rest' | 'model_cut' | 'context_overflow') {
  counters.repair(kind)
  run.emit({ type: 'repair', step: run.state.step, kind, attempt: run.state.attempt + 1 })
}

/** Returns a stream for a call whose output is shown only as a part of an entire output. */
function withoutShowing(stream: ActionStream): ActionStream {
  return { ...stream, reasoning: () => undefined, raw: () => undefined, thought: '' }
}

function countTolerated(normalized: NormalizedAction) {
  for (const { kind } of normalized.repairs) counters.tolerated(kind)
}

/** Sent before the last step, so that a run at its limit ends with an answer. */
const lastStepMessage: ModelMessage = {
  role: 'user',
  content:
    'This is your last step; no further tool will run. Reply with {"next_node": "final_response", "args": {"answer": "…"}} from what you know, and say what is missing.',
}
