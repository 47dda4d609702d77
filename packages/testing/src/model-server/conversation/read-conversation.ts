import { isRecord, parseJson } from '@pf/core/internal'
import type { ChatRequest } from '../request/parse-chat-request.ts'
import type { Conversation, ConversationMessage, ToolResult } from '../story/story.ts'

interface Turn {
  question: string
  results: ToolResult[]
  notes: string[]
  /** Number of replies since the last result that the planner refused. */
  failures: number
  /** The assistant's last message since the question. */
  spoken?: ConversationMessage
}

/**
 * Finds the last question and the messages after it. A user message is a tool result if it has that form and the assistant has answered
 * since the question. It is a note of the planner if it has that form or directly follows a reply that was not a finished answer. Data that
 * a host adds (`client_note`, `context`) is neither. Every other user message is a question.
 */
export function readConversation(request: ChatRequest, model: string): Conversation {
  const turns: Turn[] = [newTurn('')]
  request.messages.forEach((message, index) => {
    read(message, turns, request.messages[index - 1])
  })
  const turn = turns.at(-1) ?? newTurn('')
  return {
    messages: request.messages,
    system: request.messages.flatMap(({ role, content }) => (role === 'system' || role === 'developer' ? [content] : [])).join('\n\n'),
    lastUser: turn.question,
    earlierUsers: turns.slice(1, -1).map(({ question }) => question),
    toolResults: turn.results,
    notes: turn.notes,
    step: turn.results.length + 1,
    attempt: turn.failures + 1,
    model,
    request: request.body,
  }
}

const newTurn = (question: string): Turn => ({ question, results: [], notes: [], failures: 0 })

function read(message: ConversationMessage, turns: Turn[], before: ConversationMessage | undefined): void {
  const turn = turns.at(-1)
  if (!turn) return
  if (message.role === 'assistant') turn.spoken = message
  else if (message.role === 'tool' || message.role === 'function') addResult(turn, fromToolMessage(message, turn.spoken))
  else if (message.role === 'user' && !isHostData(message.content)) readUser(message.content, turns, before)
}

function readUser(content: string, turns: Turn[], before: ConversationMessage | undefined): void {
  const turn = turns.at(-1) ?? newTurn('')
  const observation = turn.spoken && readObservation(content)
  if (observation) addResult(turn, { ...nameOf(turn.spoken), ...observation })
  else if (isNote(content, turns, before)) addNote(turn, content, before)
  else turns.push(newTurn(content))
}

function addResult(turn: Turn, result: ToolResult): void {
  turn.results.push(result)
  turn.notes = []
  turn.failures = 0
}

/** Adds a note. A note directly after a reply refuses that reply; other notes only inform. */
function addNote(turn: Turn, content: string, before: ConversationMessage | undefined): void {
  turn.notes.push(content)
  if (before?.role === 'assistant') turn.failures += 1
}

function fromToolMessage({ content, tool_call_id }: ConversationMessage, spoken: ConversationMessage | undefined): ToolResult {
  const call = spoken?.tool_calls?.find(({ id }) => id === tool_call_id)
  const own = readObservation(content) ?? { content: parseJson(content) ?? content }
  return { ...(call ? { name: call.name } : nameOf(spoken)), ...(tool_call_id ? { tool_call_id } : {}), ...own }
}

function isHostData(content: string): boolean {
  if (!/^\{"(?:client_note|context)":/.test(content)) return false
  const value = parseJson(content)
  return isRecord(value) && Object.keys(value).length === 1
}

/** Text that planners write to the model, but users rarely. */
const plannerWords = /\{"next_node"|"final_response"|not valid JSON/i

function isNote(content: string, turns: readonly Turn[], before: ConversationMessage | undefined): boolean {
  if (turns.length > 1 && plannerWords.test(content)) return true
  if (before?.role !== 'assistant') return false
  const action = parseJson(before.content)
  if (isRecord(action)) return typeof action.next_node === 'string' && action.next_node !== 'final_response'
  return /^\s*(?:[{[]|```)/.test(before.content) || before.content.trim() === ''
}

function nameOf(spoken: ConversationMessage | undefined): { name?: string } {
  const action = spoken && parseJson(spoken.content)
  return isRecord(action) && typeof action.next_node === 'string' ? { name: action.next_node } : {}
}

const label = /^\s*(?:observation|tool result)s?\s*:?\s*/i
const marked = /\n<untrusted (\w+)>\n([^\n]*)\n<\/untrusted \1>$/
const truncated = /^\{\s*"(?:observation|tool|tool_call_id)"\s*:/

/** Reads a tool result from a user message: `{"tool_call_id"?, "tool"?, "observation", "note"?}` as JSON, which may be truncated, have a label before it, or stand between marks. */
function readObservation(content: string): ToolResult | undefined {
  const text = (marked.exec(content)?.[2] ?? content).replace(label, '')
  const value = parseJson(text)
  if (isRecord(value) && Object.hasOwn(value, 'observation')) return fromRecord(value)
  if (value !== undefined || !truncated.test(text)) return undefined
  return { content: text, ...optional('name', /"tool"\s*:\s*"([^"\\]*)"/.exec(text)?.[1]) }
}

function fromRecord({ observation, tool, tool_call_id, note }: Record<string, unknown>): ToolResult {
  const content = typeof observation === 'string' ? (parseJson(observation) ?? observation) : observation
  return { content, ...optional('name', tool), ...optional('tool_call_id', tool_call_id), ...optional('note', note) }
}

const optional = (key: string, value: unknown) => (typeof value === 'string' ? { [key]: value } : {})
