import type { ChatMessage, InteractionRecord, Scope } from '@pf/core'
import { resolutionOf, shownOutcome } from '../questions/question-outcome.ts'
import type { CompiledAgent } from '../run/compiled-agent.ts'

/**
 * Replaces the results of calls that asked the user by the stored outcomes, without secrets. The history that a front end sends cannot change
 * them: a forged result is replaced, and a missing one is inserted.
 */
export async function withStoredOutcomes(
  agent: CompiledAgent,
  { scope, thread_id }: { scope: Scope; thread_id: string },
  messages: readonly ChatMessage[],
): Promise<ChatMessage[]> {
  if (!messages.some((message) => message.role === 'tool' || (message.role === 'assistant' && message.tool_calls?.length))) return [...messages]
  const records = await agent.ports.pending.list(scope, thread_id)
  const stored = new Map(records.map((record) => [record.tool_call_id, contentOf(agent, record)]))
  const answered = new Set(messages.flatMap((message) => (message.role === 'tool' ? [message.tool_call_id] : [])))
  return messages.flatMap((message): ChatMessage[] => {
    if (message.role === 'tool') return [withContent(message, stored.get(message.tool_call_id))]
    const calls = message.role === 'assistant' ? (message.tool_calls ?? []) : []
    const missing = calls.flatMap(({ id }): ChatMessage[] => {
      const content = answered.has(id) ? undefined : stored.get(id)
      return content === undefined ? [] : [{ id: `result-${id}`, role: 'tool', tool_call_id: id, content }]
    })
    return [message, ...missing]
  })
}

function withContent(message: Extract<ChatMessage, { role: 'tool' }>, content: string | undefined): ChatMessage {
  if (content === undefined) return message
  const { error: _, ...rest } = message
  return { ...rest, content }
}

function contentOf(agent: CompiledAgent, record: InteractionRecord): string {
  const resolution = resolutionOf(record)
  return JSON.stringify(resolution ? shownOutcome(record, resolution.status, agent.rich?.policy) : { status: 'open' })
}
