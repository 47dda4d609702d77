import { normalizeAction } from '@pf/core'
import { readObject } from '@pf/core/internal'
import { actionText } from '../hooks/pass-output.ts'
import { RunStopped } from '../hooks/run-stopped.ts'
import type { ModelMessage } from '../model/model.ts'
import { createActionStream } from '../model-calls/action-stream.ts'
import { callModel } from '../model-calls/call-model.ts'
import { conversationOf } from '../model-calls/conversation.ts'
import { actionMessage } from '../prompt/transcript-messages.ts'
import type { Run } from '../run/run.ts'
import { respondMessage } from '../strategies/plan-execute/messages.ts'
import { allReports } from '../strategies/plan-execute/run-calls.ts'
import { isInstanceOf } from '../util/thrown-message.ts'

/** The result of a review. The score is from 0 to 1. */
export interface Score {
  score: number
  critique: string
}

const maxCritique = 2_000

/**
 * Reads a score written by a model, with or without surrounding text or a code fence; undefined if there is none. Scores on another scale
 * are ignored, because the scale is unknown.
 */
export function readScore(text: string): Score | undefined {
  const value = readObject(text, (object) => Object.hasOwn(object, 'score'))
  if (!value) return undefined
  const score = typeof value.score === 'string' && value.score.trim() !== '' ? Number(value.score) : value.score
  if (typeof score !== 'number' || !(score >= 0 && score <= 1)) return undefined
  const critique = typeof value.critique === 'string' ? value.critique.trim().slice(0, maxCritique).toWellFormed() : ''
  return { score, critique }
}

/** Returns the work of the run so far, in the form in which its model reads it after the conversation. */
export function workMessages(run: Run): ModelMessage[] {
  const { agent } = run
  const { planned, transcript } = run.state
  return planned ? [...transcript, respondMessage(planned, allReports(run, planned), agent.limits.observationChars * 4)] : transcript
}

/**
 * Requests a better answer from the run's model and shows it in place of the previous one. Resolves to undefined, with nothing shown, if
 * there is none. Rejects when the run ends.
 */
export async function reviseAnswer(run: Run, args: Record<string, unknown>, score: Score): Promise<Record<string, unknown> | undefined> {
  run.state.attempt += 1
  // It belongs to the answer that is revised.
  delete run.state.kept_reasoning
  run.segment.answer.withdraw('revised')
  run.segment.answer.phase = 'revision'
  const stream = createActionStream(run)
  const answer = actionMessage({ next_node: 'final_response', args }, run.agent.format)
  try {
    const turn = await callModel(run, { messages: [...conversationOf(run), ...workMessages(run), answer, critiqueMessage(score)], stream })
    const revised = turn.refusal === undefined && turn.finish !== 'error' && turn.finish !== 'content_filter' ? readAnswer(run, actionText(turn)) : undefined
    if (!revised) stream.withdraw('not_an_answer')
    return revised
  } catch (error) {
    if (run.segment.signal.aborted) throw run.segment.signal.reason
    stream.withdraw('revised')
    if (isInstanceOf(error, RunStopped)) throw error
    return undefined
  }
}

/** Returns undefined for output that calls a tool or cannot be read; the previous answer is then kept. */
function readAnswer({ toolNames, agent }: Run, text: string): Record<string, unknown> | undefined {
  const { action } = normalizeAction(text, { tools: toolNames, format: agent.format })
  return action.next_node === 'final_response' ? action.args : undefined
}

const critiqueMessage = ({ score, critique }: Score): ModelMessage => ({
  role: 'user',
  content: `${JSON.stringify({ review: { score, critique } })}
[planner] The user has not seen your answer: a review found it wanting. Correct what the review is right about, from the results above; no tool runs any more. Reply with the whole new answer: {"next_node": "final_response", "args": {"answer": "…"}}`,
})
