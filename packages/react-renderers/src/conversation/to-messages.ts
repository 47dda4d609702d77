import { isRecord } from '@pf/core/internal'
import { parseJson } from '../store/model/read.ts'
import type { AssistantTurn, OutgoingMessage, ToolCallState, Turn } from '../store/model/types.ts'

interface Draft {
  id: string
  content?: string
  calls: ToolCallState[]
}

/**
 * The conversation in AG-UI form: texts and calls in the order they came, each call's result behind the message that asked. Withdrawn text,
 * half calls and failed turns are left out.
 */
export function toMessages(turns: readonly Turn[]): OutgoingMessage[] {
  return turns.flatMap((turn) => (turn.kind === 'user' ? [{ id: turn.id, role: 'user', content: turn.text }] : ofTurn(turn)))
}

function ofTurn(turn: AssistantTurn): OutgoingMessage[] {
  const drafts: Draft[] = []
  for (const part of turn.parts) {
    if (part.kind === 'text') addText(drafts, turn, part.id)
    if (part.kind === 'tool') addCall(drafts, turn, part.id)
  }
  return drafts.flatMap(write)
}

function addText(drafts: Draft[], turn: AssistantTurn, id: string) {
  const segment = turn.segments.find((candidate) => candidate.id === id)
  if (segment && !segment.withdrawn && segment.text !== '') drafts.push({ id, content: segment.text, calls: [] })
}

/** Calls go to the message they name, else to one of their own; a call without a result or with broken arguments would poison the history. */
function addCall(drafts: Draft[], turn: AssistantTurn, id: string) {
  const call = turn.toolCalls.find((candidate) => candidate.id === id)
  if (!call || call.result === undefined || call.status === 'withdrawn' || !isRecord(parseJson(call.args))) return
  const parent = call.parent_id ?? `${turn.id}:calls`
  const last = drafts.at(-1)
  if (last?.id === parent) last.calls.push(call)
  else drafts.push({ id: drafts.some((draft) => draft.id === parent) ? `${parent}:${call.id}` : parent, calls: [call] })
}

function write({ id, content, calls }: Draft): OutgoingMessage[] {
  const toolCalls = calls.map((call) => ({ id: call.id, type: 'function', function: { name: call.name, arguments: call.args } }))
  const message = { id, role: 'assistant', ...(content === undefined ? {} : { content }), ...(calls.length > 0 ? { toolCalls } : {}) }
  const results = calls.map((call) => ({ id: `result-${call.id}`, role: 'tool', toolCallId: call.id, content: call.result ?? '' }))
  return [message, ...results]
}
