import { normalizeAction } from '@pf/core'
import { RunStopped } from '../hooks/run-stopped.ts'
import type { ModelMessage } from '../model/model.ts'
import { createActionStream } from '../model-calls/action-stream.ts'
import { callModel } from '../model-calls/call-model.ts'
import { conversationOf } from '../model-calls/conversation.ts'
import { actionMessage } from '../prompt/action-message.ts'
import type { Run } from '../run/run.ts'
import { isInstanceOf } from '../util/is-instance-of.ts'
import type { Score } from './read-score.ts'
import { workMessages } from './work-messages.ts'

/**
 * Asks the run's model for a better answer and shows it instead of the one before. Undefined, with nothing shown, when none came; rejects when
 * the run ends.
 */
export async function reviseAnswer(run: Run, args: Record<string, unknown>, score: Score): Promise<Record<string, unknown> | undefined> {
  run.state.attempt += 1
  run.segment.answer.withdraw('revised')
  run.segment.answer.phase = 'revision'
  const stream = createActionStream(run)
  const answer = actionMessage({ next_node: 'final_response', args }, run.agent.format)
  try {
    const turn = await callModel(run, { messages: [...conversationOf(run), ...workMessages(run), answer, critiqueMessage(score)], stream })
    const revised = turn.refusal === undefined && turn.finish !== 'error' && turn.finish !== 'content_filter' ? readAnswer(run, turn.text) : undefined
    if (!revised) stream.withdraw('not_an_answer')
    return revised
  } catch (error) {
    if (run.segment.signal.aborted) throw run.segment.signal.reason
    stream.withdraw('revised')
    if (isInstanceOf(error, RunStopped)) throw error
    return undefined
  }
}

/** Output that calls a tool, or cannot be read, leaves the answer as it was. */
function readAnswer({ toolNames, agent }: Run, text: string): Record<string, unknown> | undefined {
  const { action } = normalizeAction(text, { tools: toolNames, format: agent.format })
  return action.next_node === 'final_response' ? action.args : undefined
}

const critiqueMessage = ({ score, critique }: Score): ModelMessage => ({
  role: 'user',
  content: `${JSON.stringify({ review: { score, critique } })}
[planner] The user has not seen your answer: a review found it wanting. Correct what the review is right about, from the results above; no tool runs any more. Reply with the whole new answer: {"next_node": "final_response", "args": {"answer": "…"}}`,
})
