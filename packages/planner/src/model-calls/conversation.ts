import type { ModelMessage } from '../model/model.ts'
import { compactMessages } from '../prompt/compact-messages.ts'
import type { Run } from '../run/run.ts'

/** Returns the conversation before this run in the form that the model reads, starting with the system prompt. */
export const conversationOf = ({ systemPrompt, state }: Run): ModelMessage[] => [{ role: 'system', content: systemPrompt }, ...state.history]

/** Shortens the history and transcript of a run in place. */
export function compactConversation(run: Run): void {
  const { history, transcript } = compactMessages(conversationOf(run), run.state.transcript)
  Object.assign(run.state, { history: history.slice(1), transcript })
}
