import { unlessStopped } from '../hooks/run-stopped.ts'
import type { ModelMessage } from '../model/model.ts'
import { withoutReasoning } from '../prompt/compact-messages.ts'
import { routeOf } from '../run/route-of.ts'
import type { Run } from '../run/run.ts'
import { compactConversation, conversationOf } from './conversation.ts'
import { charsOf } from './count-model-call.ts'
import { summarise } from './summarise.ts'

/** Number of messages that are kept unchanged: about the last two steps. */
const keptMessages = 4
/** Maximum length of one step in the input of the summary, in characters. */
const stepChars = 3_000
const allStepsChars = 60_000

/** Shortens a conversation that does not fit into `limits.contextTokens`, or into the context of the model, before a call. */
export async function fitContext(run: Run): Promise<void> {
  if (fits(run)) return
  await summariseSteps(run)
  if (!fits(run)) compactConversation(run)
  run.emit({ type: 'warning', step: run.state.step, code: 'context_shortened', text: 'The conversation was shortened to fit into the context of the model.' })
}

/** Summarizes and compacts the conversation after an endpoint has reported an overflow. */
export async function compressContext(run: Run): Promise<void> {
  await summariseSteps(run)
  compactConversation(run)
}

function fits(run: Run): boolean {
  return (charsOf(conversationOf(run)) + charsOf(run.state.transcript)) / run.state.chars_per_token <= contextLimit(run)
}

/** Returns the limit of the host, otherwise the default one, or the context of the model if that is smaller. */
function contextLimit(run: Run): number {
  const { limits, limitsContext } = run.agent
  return limitsContext ? limits.contextTokens : Math.min(limits.contextTokens, routeOf(run).model.contextTokens ?? limits.contextTokens)
}

/** Replaces all but the last steps by a summary. If summarizing fails, the steps are kept. */
async function summariseSteps(run: Run): Promise<void> {
  const cut = cutOf(run.state.transcript)
  if (cut < 2) return
  const steps = clip(run.state.transcript.slice(0, cut))
  const summary = await summarise(run, { purpose: 'steps', data: { steps } }).catch(unlessStopped)
  run.segment.signal.throwIfAborted()
  if (summary === undefined) return
  const message: ModelMessage = { role: 'user', content: JSON.stringify({ summary_of_earlier_steps: summary }) }
  run.state.transcript = [message, ...run.state.transcript.slice(cut).map(withoutReasoning)]
}

/** Returns the start of the kept part. It begins with an action, so that every result has its call. */
function cutOf(transcript: readonly ModelMessage[]): number {
  let cut = Math.max(0, transcript.length - keptMessages)
  while (cut > 0 && transcript[cut]?.role !== 'assistant') cut -= 1
  return cut
}

/** Selects messages within the limit, newest first. */
function clip(messages: readonly ModelMessage[]): string[] {
  let left = allStepsChars
  const kept: string[] = []
  for (const { content } of messages.toReversed()) {
    const text = content.length > stepChars ? `${content.slice(0, stepChars).toWellFormed()}…` : content
    left -= text.length
    if (left < 0) break
    kept.unshift(text)
  }
  return kept
}
