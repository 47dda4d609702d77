import { ActionError, type NormalizedAction, normalizeAction, PfError, type PlannerAction } from '@pf/core'
import { placeArguments } from '../calls/place-arguments.ts'
import { RunStopped } from '../hooks/run-stopped.ts'
import type { ModelMessage } from '../model/model.ts'
import { createActionStream } from '../model-calls/action-stream.ts'
import { callModel } from '../model-calls/call-model.ts'
import { conversationOf } from '../model-calls/conversation.ts'
import { compressContext, fitContext } from '../model-calls/fit-context.ts'
import { outOfTokens } from '../model-calls/out-of-tokens.ts'
import { type RepairKind, repairKind, repairMessages } from '../prompt/action-message.ts'
import type { Outcome } from '../run/outcome.ts'
import type { Run } from '../run/run.ts'
import { counters } from '../telemetry/counters.ts'
import { isInstanceOf, isPfError } from '../util/thrown-message.ts'
import { gracefulFailure } from './graceful-failure.ts'

/** The next action of the model, or the outcome of a run that ends without one. */
export type Decision = { action: PlannerAction; tool_call_id: string; alternates: readonly PlannerAction[]; thought: string } | { outcome: Outcome }

/** The result of one attempt: a decision, or a fault and the text that contained it. */
type Attempt = Decision | { fault: ActionError; text: string }

interface Budget {
  repairs: number
  retries: number
  compactions: number
}

/** Asks the model for the next action. Prompts it again after invalid output, retries after a cut stream, and shortens the context after an overflow. */
export async function decide(run: Run): Promise<Decision> {
  const { limits } = run.agent
  const spent = outOfTokens(run)
  if (spent) return { outcome: spent }
  await fitContext(run)
  const left: Budget = { repairs: limits.repairAttempts, retries: limits.modelRetries, compactions: 1 }
  let behind: ModelMessage[] = run.state.step === limits.maxSteps ? [lastStepMessage] : []
  while (true) {
    const attempt = await attemptAction(run, behind).catch((error: unknown) => recover(run, error, left))
    if (attempt && !('fault' in attempt)) return attempt
    if (attempt) {
      const kind = repairKind(attempt.fault.code)
      if (left.repairs === 0) return { outcome: gracefulFailure(attempt.fault.code) }
      left.repairs -= 1
      behind = repairMessages(kind, { code: attempt.fault.code, output: attempt.text })
      announceRepair(run, kind)
    }
    run.state.attempt += 1
  }
}

async function attemptAction(run: Run, behind: readonly ModelMessage[]): Promise<Attempt> {
  const stream = createActionStream(run)
  let text = ''
  try {
    const turn = await callModel(run, { messages: [...conversationOf(run), ...run.state.transcript, ...behind], stream })
    text = turn.text
    if (turn.refusal !== undefined) {
      stream.withdraw('refusal')
      return { outcome: { reason: 'answer', args: { answer: turn.refusal }, route: 'refusal' } }
    }
    if (turn.finish === 'error') throw new PfError('model_cut', 'The provider broke the output off with an error; ask again.')
    if (turn.finish === 'content_filter') throw new PfError('model_refused', "The provider's content filter stopped the output.")
    const normalized = normalizeAction(text, { tools: run.toolNames, format: run.agent.format })
    assertCertain(run, normalized, turn.finish)
    const action = placeArguments(normalized, run.tools)
    countTolerated(normalized)
    if (normalized.reasoning !== undefined && stream.thought === '') stream.feed([{ type: 'reasoning_delta', text: normalized.reasoning }])
    const tool_call_id = stream.complete(action) ?? ''
    return { action, tool_call_id, alternates: normalized.alternates, thought: stream.thought }
  } catch (error) {
    // Text that is shown when a run is stopped stays; only text that will be generated again is withdrawn.
    if (run.segment.signal.aborted) throw run.segment.signal.reason
    stream.withdraw(isInstanceOf(error, RunStopped) ? 'stopped' : isPfError(error) ? error.code : 'internal')
    if (isInstanceOf(error, ActionError)) return { fault: error, text }
    throw error
  }
}

/** Throws ActionError for a call that may lack an argument because the output was cut, and for one that may have been a thought of a tool that must not run twice. */
function assertCertain({ tools }: Run, { action, alternates, ignored, repairs }: NormalizedAction, finish: string): void {
  if (action.next_node === 'final_response') return
  if (finish === 'length' && repairs.some(({ kind }) => kind === 'missing_closer'))
    throw new ActionError('incomplete', 'The output limit was reached inside the action.')
  if (alternates.length > 0 && ignored?.prefix !== undefined && tools.get(action.next_node)?.idempotent === false)
    throw new ActionError('unparseable', 'Several actions stand between texts, so it is not clear which one is meant.')
}

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

function announceRepair(run: Run, kind: RepairKind | 'model_cut' | 'context_overflow') {
  counters.repair(kind)
  run.emit({ type: 'repair', step: run.state.step, kind, attempt: run.state.attempt + 1 })
}

function countTolerated(normalized: NormalizedAction) {
  for (const { kind } of normalized.repairs) counters.tolerated(kind)
}

/** Sent before the last step, so that a run at its limit ends with an answer. */
const lastStepMessage: ModelMessage = {
  role: 'user',
  content:
    'This is your last step; no tool will run any more. Reply with {"next_node": "final_response", "args": {"answer": "…"}} from what you know, and say what is missing.',
}
