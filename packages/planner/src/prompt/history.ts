import type { ActionFormat, AgentInput, ChatMessage, JsonValue } from '@pf/core'
import { isRecord, parseJson, parseJsonOrText } from '@pf/core/internal'
import type { ModelMessage } from '../model/model.ts'
import { clampJson } from '../util/clamp-json.ts'
import { userMessage } from './file-text.ts'
import { actionMessage, observationMessage } from './transcript-messages.ts'

type Assistant = Extract<ChatMessage, { role: 'assistant' }>
type ToolMessage = Extract<ChatMessage, { role: 'tool' }>

interface HistoryOptions {
  format: ActionFormat
  observationChars: number
}

/**
 * Returns the conversation in the form that the model reads. Earlier answers and calls become canonical actions, and results become
 * observations that directly follow their calls, regardless of their order in the input. A call without a result and a result without a
 * call are marked as such. System and developer messages and the context of the input come from a client, so they are passed as data and
 * never as a system message.
 */
export function historyMessages(input: Pick<AgentInput, 'messages' | 'context'>, options: HistoryOptions): ModelMessage[] {
  const results = resultsByCall(input.messages)
  const called = new Set<string>()
  const last = input.messages.findLastIndex((message) => message.role === 'user')
  const context = contextMessage(input.context)
  const table = {
    system: (message: ChatMessage) => [clientNote(message.content)],
    developer: (message: ChatMessage) => [clientNote(message.content)],
    user: (message: ChatMessage) => [userMessage(message)],
    assistant: (message: ChatMessage) => assistantMessages(message as Assistant, { ...options, results, called }),
    tool: (message: ChatMessage) => strayResult(message as ToolMessage, { ...options, called }),
  } satisfies Record<ChatMessage['role'], (message: ChatMessage) => ModelMessage[]>
  const parts = input.messages.map((message) => table[message.role](message))
  if (context) parts.splice(last < 0 ? parts.length : last, 0, [context])
  return parts.flat()
}

/** Returns the last result of each call, because some clients answer a call twice. */
function resultsByCall(messages: readonly ChatMessage[]): Map<string, ToolMessage> {
  return new Map(messages.flatMap((message) => (message.role === 'tool' ? [[message.tool_call_id, message] as const] : [])))
}

type CallOptions = HistoryOptions & { results: Map<string, ToolMessage>; called: Set<string> }

function assistantMessages(message: Assistant, options: CallOptions): ModelMessage[] {
  const calls = (message.tool_calls ?? []).flatMap(({ id, name, arguments: text }) => {
    options.called.add(id)
    const result = options.results.get(id)
    const observation = result ? resultValue(result, options.observationChars) : { error: { code: 'unanswered', message: 'This call has no result.' } }
    return [actionMessage({ next_node: name, args: parseArgs(text) }, options.format), observationMessage({ tool_call_id: id, tool: name, observation })]
  })
  if (message.content.trim() === '') return calls
  return [...calls, actionMessage({ next_node: 'final_response', args: { answer: message.content.toWellFormed() } }, options.format)]
}

function strayResult(message: ToolMessage, options: HistoryOptions & { called: Set<string> }): ModelMessage[] {
  if (options.called.has(message.tool_call_id)) return []
  return [observationMessage({ tool_call_id: message.tool_call_id, tool: 'unknown', observation: resultValue(message, options.observationChars) })]
}

function resultValue(message: ToolMessage, maxChars: number): JsonValue {
  if (message.error !== undefined) return { error: { message: message.error.slice(0, 1_000) } }
  return clampJson(parseJsonOrText(message.content), maxChars).value
}

function parseArgs(text: string): Record<string, unknown> {
  const value = parseJson(text)
  return isRecord(value) ? value : {}
}

/** A note about the request or the page, passed to the model as data. */
export const clientNote = (content: string): ModelMessage => ({ role: 'user', content: JSON.stringify({ client_note: content.toWellFormed() }) })

function contextMessage(context: AgentInput['context']): ModelMessage | undefined {
  return context.length === 0 ? undefined : { role: 'user', content: JSON.stringify({ context }) }
}
