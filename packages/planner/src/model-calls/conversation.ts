import type { ModelMessage } from '../model/model.ts'
import { compactMessages } from '../prompt/compact-messages.ts'
import type { Run } from '../run/run.ts'
import { stateMessages } from '../shared-state/state-message.ts'

/** Returns the conversation before this run in the form that the model reads, starting with the system prompt and the shared state. */
export const conversationOf = (run: Run): ModelMessage[] => [{ role: 'system', content: run.systemPrompt }, ...stateMessages(run), ...run.state.history]

/** Shortens the history and transcript of a run in place. */
export function compactConversation(run: Run): void {
  const { history, transcript } = compactMessages([{ role: 'system', content: run.systemPrompt }, ...run.state.history], run.state.transcript)
  Object.assign(run.state, { history: history.slice(1), transcript })
}
