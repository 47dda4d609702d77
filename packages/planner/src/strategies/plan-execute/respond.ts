import { ActionError, normalizeAction, PfError } from '@pf/core'
import { createActionStream } from '../../model-calls/action-stream.ts'
import { callModel } from '../../model-calls/call-model.ts'
import { conversationOf } from '../../model-calls/conversation.ts'
import { outOfTokens } from '../../model-calls/out-of-tokens.ts'
import type { Outcome } from '../../run/outcome.ts'
import type { Run } from '../../run/run.ts'
import type { PlannedRun } from '../../state/planned-run.ts'
import { gracefulFailure } from '../../steps/graceful-failure.ts'
import { isInstanceOf } from '../../util/is-instance-of.ts'
import { isPfError } from '../../util/is-pf-error.ts'
import { respondMessage } from './messages.ts'
import { allReports } from './run-calls.ts'
import { enterStage } from './stage-step.ts'

/** The responding stage: one model call writes the answer from the conversation and the results. */
export async function respond(run: Run, planned: PlannedRun): Promise<Outcome> {
  const step = enterStage(run, 'respond')
  const started = run.agent.now()
  run.emit({ type: 'step_start', step })
  const outcome = outOfTokens(run) ?? (await askForAnswer(run, planned))
  const status = outcome.reason === 'answer' ? 'ok' : 'error'
  run.emit({ type: 'step_complete', step, node: 'final_response', status, latency_ms: Math.max(0, run.agent.now() - started) })
  return outcome
}

async function askForAnswer(run: Run, planned: PlannedRun): Promise<Outcome> {
  const stream = createActionStream(run)
  const message = respondMessage(planned, allReports(run, planned), run.agent.limits.observationChars * 4)
  try {
    const turn = await callModel(run, { messages: [...conversationOf(run), ...run.state.transcript, message], stream })
    if (turn.refusal !== undefined) {
      stream.withdraw('refusal')
      return { reason: 'answer', args: { answer: turn.refusal }, route: 'refusal' }
    }
    if (turn.finish === 'error') throw new PfError('model_cut', 'The provider broke the answer off with an error; ask again.')
    if (turn.finish === 'content_filter') throw new PfError('model_refused', "The provider's content filter stopped the output.")
    const args = readAnswer(run, turn.text)
    if (args) return { reason: 'answer', args }
    stream.withdraw('not_an_answer')
    return gracefulFailure('unknown_tool')
  } catch (error) {
    if (run.segment.signal.aborted) throw run.segment.signal.reason
    if (isInstanceOf(error, ActionError)) {
      stream.withdraw(error.code)
      return gracefulFailure(error.code)
    }
    if (isPfError(error)) return { reason: 'error', error }
    stream.withdraw('internal')
    throw error
  }
}

/** Returns undefined for output that calls a tool. Plain text is accepted as an answer, because nothing else was requested. */
function readAnswer(run: Run, text: string): Record<string, unknown> | undefined {
  try {
    const { action } = normalizeAction(text, { tools: run.toolNames, format: run.agent.format })
    return action.next_node === 'final_response' ? action.args : undefined
  } catch (error) {
    if (!isInstanceOf(error, ActionError) || error.code !== 'missing_next_node' || /[{}]/.test(text) || text.trim() === '') throw error
    return { answer: text.trim() }
  }
}
