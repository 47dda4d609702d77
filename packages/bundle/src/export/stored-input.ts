import type { AgentInput, ChatMessage, RunRecord } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import type { RecordedRequest } from '../format/bundle.ts'

/** Returns the request that began a run without a recorded one, as far as its state has it: the conversation before it. */
export function inputOfState({ run_id, thread_id, state }: RunRecord): RecordedRequest[] {
  const history = isRecord(state) && Array.isArray(state.history) ? state.history : []
  const messages = (history as unknown[]).filter(isRecord).flatMap(({ role, content }, index): ChatMessage[] => {
    if (typeof content !== 'string' || (role !== 'user' && role !== 'assistant')) return []
    return [{ id: `m${index + 1}`, role, content }]
  })
  if (messages.at(-1)?.role !== 'user') return []
  const input: AgentInput = { thread_id, run_id, messages, client_tools: [], context: [], client: {} }
  return [{ type: 'start', input }]
}
