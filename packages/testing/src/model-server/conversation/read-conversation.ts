import { isRecord } from '@pf/core'
import type { ChatRequest } from '../http/parse-chat-request.ts'
import type { Conversation, ConversationMessage, ToolResult } from '../story.ts'
import { parseJson, readObservation } from './read-observation.ts'

interface Turn {
  question: string
  results: ToolResult[]
  notes: string[]
  /** The assistant's last message since the question. */
  spoken?: ConversationMessage
}

/**
 * Finds the last question and what came after it. A user message is a tool result when it reads as one and the assistant has
 * spoken since the question; it is a planner's note when the assistant's last message was no finished answer; else a question.
 */
export function readConversation(request: ChatRequest, model: string): Conversation {
  const turns: Turn[] = [{ question: '', results: [], notes: [] }]
  for (const message of request.messages) read(message, turns)
  const { question, results, notes } = turns.at(-1) ?? { question: '', results: [], notes: [] }
  return {
    messages: request.messages,
    system: request.messages.flatMap(({ role, content }) => (role === 'system' || role === 'developer' ? [content] : [])).join('\n\n'),
    lastUser: question,
    earlierUsers: turns.slice(1, -1).map((turn) => turn.question),
    toolResults: results,
    notes,
    step: results.length + 1,
    attempt: notes.length + 1,
    model,
    request: request.body,
  }
}

function read(message: ConversationMessage, turns: Turn[]): void {
  const turn = turns.at(-1)
  if (!turn) return
  if (message.role === 'assistant') turn.spoken = message
  else if (message.role === 'tool' || message.role === 'function') addResult(turn, fromToolMessage(message, turn.spoken))
  else if (message.role === 'user') readUser(message.content, turn, turns)
}

function readUser(content: string, turn: Turn, turns: Turn[]): void {
  const observation = turn.spoken && readObservation(content)
  if (observation) addResult(turn, { ...nameOf(turn.spoken), ...observation })
  else if (isNote(content, turn)) turn.notes.push(content)
  else turns.push({ question: content, results: [], notes: [] })
}

function addResult(turn: Turn, result: ToolResult): void {
  turn.results.push(result)
  turn.notes = []
}

function fromToolMessage({ content, tool_call_id }: ConversationMessage, spoken: ConversationMessage | undefined): ToolResult {
  const call = spoken?.tool_calls?.find(({ id }) => id === tool_call_id)
  const own = readObservation(content) ?? { content: parseJson(content) ?? content }
  return { ...(call ? { name: call.name } : nameOf(spoken)), ...(tool_call_id ? { tool_call_id } : {}), ...own }
}

/** What a planner writes to the model, and people seldom do. */
const plannerWords = /next_node|final_response|"args"|not valid JSON/i

function isNote(content: string, { spoken }: Turn): boolean {
  if (!spoken) return false
  const action = parseJson(spoken.content)
  if (isRecord(action)) return typeof action.next_node === 'string' && action.next_node !== 'final_response'
  return /^\s*(?:[{[]|```)/.test(spoken.content) || spoken.content.trim() === '' || plannerWords.test(content)
}

function nameOf(spoken: ConversationMessage | undefined): { name?: string } {
  const action = spoken && parseJson(spoken.content)
  return isRecord(action) && typeof action.next_node === 'string' ? { name: action.next_node } : {}
}
