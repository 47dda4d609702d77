import type { ChatMessage } from '@pf/core'
import { type Findings, warn } from './issues.ts'

type Tool = Extract<ChatMessage, { role: 'tool' }>

/**
 * Puts a history in the order that model providers ask for: each result directly behind its call, one a call, the newest one.
 * Clients insert late answers anywhere and answer twice after a repeated question; a result without a call is left out.
 */
export function orderHistory(findings: Findings, messages: readonly ChatMessage[]): ChatMessage[] {
  const results = new Map<string, Tool>()
  for (const message of messages) if (message.role === 'tool') results.set(message.tool_call_id, message)
  const placed = new Set<string>()
  const ordered = messages.flatMap((message): ChatMessage[] => {
    if (message.role === 'tool') return []
    if (message.role !== 'assistant') return [message]
    const answers = (message.tool_calls ?? []).flatMap(({ id }) => take(results, placed, id))
    return [message, ...answers]
  })
  if (placed.size < results.size) warn(findings, 'orphan_result', 'A tool message without its call was left out.')
  return ordered
}

function take(results: ReadonlyMap<string, Tool>, placed: Set<string>, id: string): Tool[] {
  const result = results.get(id)
  if (!result || placed.has(id)) return []
  placed.add(id)
  return [result]
}
