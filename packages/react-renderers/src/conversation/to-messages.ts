import type { MessageFile } from '@pf/core'
import { isRecord, parseJson } from '@pf/core/internal'
import type { AssistantTurn, OutgoingMessage, ToolCallState, Turn, UserTurn } from '../store/model/types.ts'

interface MessageParts {
  id: string
  content?: string
  calls: ToolCallState[]
}

/**
 * Returns the conversation as AG-UI messages: texts and calls in their order, and the result of each call after the message with the call.
 * Withdrawn text, incomplete calls and failed turns are omitted.
 */
export function toMessages(turns: readonly Turn[]): OutgoingMessage[] {
  return turns.flatMap((turn) => (turn.kind === 'user' ? [userMessage(turn)] : turnMessages(turn)))
}

/** Returns the message of a user, with its files as parts that refer to stored artifacts or to addresses. */
function userMessage({ id, text, files = [] }: UserTurn): OutgoingMessage {
  if (files.length === 0) return { id, role: 'user', content: text }
  return { id, role: 'user', content: [...(text === '' ? [] : [{ type: 'text', text }]), ...files.map(filePart)] }
}

function filePart({ kind, media_type: mimeType, name, artifact_id, url = '' }: MessageFile) {
  const source = artifact_id === undefined ? { type: 'url', value: url, mimeType } : { type: 'file', provider: 'pf', value: artifact_id, mimeType }
  return { type: kind, source, ...(name === undefined ? {} : { metadata: { filename: name } }) }
}

function turnMessages(turn: AssistantTurn): OutgoingMessage[] {
  const messages: MessageParts[] = []
  for (const part of turn.parts) {
    if (part.kind === 'text') addText(messages, turn, part.id)
    if (part.kind === 'tool') addCall(messages, turn, part.id)
  }
  // The place of a message among the calls of its turn is not known, so messages precede them.
  const read = (turn.messages ?? []).filter(({ status, text }) => status === 'read' && text !== '')
  return [...read.map(({ id, text }) => ({ id, role: 'user', content: text })), ...messages.flatMap(toOutgoing)]
}

function addText(messages: MessageParts[], turn: AssistantTurn, id: string) {
  const segment = turn.segments.find((candidate) => candidate.id === id)
  if (segment && !segment.withdrawn && segment.text !== '') messages.push({ id, content: segment.text, calls: [] })
}

/**
 * Adds a call to the message that it names, otherwise to a message of its own. Calls without a result or with invalid arguments are
 * omitted, because providers refuse a history with them.
 */
function addCall(messages: MessageParts[], turn: AssistantTurn, id: string) {
  const call = turn.toolCalls.find((candidate) => candidate.id === id)
  if (!call || call.result === undefined || call.status === 'withdrawn' || !isRecord(parseJson(call.args))) return
  const parent = call.parent_id ?? `${turn.id}:calls`
  const last = messages.at(-1)
  if (last?.id === parent) last.calls.push(call)
  else messages.push({ id: messages.some((message) => message.id === parent) ? `${parent}:${call.id}` : parent, calls: [call] })
}

function toOutgoing({ id, content, calls }: MessageParts): OutgoingMessage[] {
  const toolCalls = calls.map((call) => ({ id: call.id, type: 'function', function: { name: call.name, arguments: call.args } }))
  const message = { id, role: 'assistant', ...(content === undefined ? {} : { content }), ...(calls.length > 0 ? { toolCalls } : {}) }
  const results = calls.map((call) => ({ id: `result-${call.id}`, role: 'tool', toolCallId: call.id, content: call.result ?? '' }))
  return [message, ...results]
}
