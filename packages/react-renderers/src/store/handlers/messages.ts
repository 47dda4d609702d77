import { isRecord } from '@pf/core/internal'
import { addTurn, currentTurn, emptyTurn, findTurn, type Handler, type Model, patchTurn, putCall, putSegment } from '../model/model.ts'
import { contentText, list, name, text } from '../model/read.ts'
import type { AssistantTurn, SegmentState } from '../model/types.ts'

type Message = Record<string, unknown>

/**
 * MESSAGES_SNAPSHOT: the server's view of the conversation. Known text is corrected, unknown messages are added,
 * text of the current turn that it leaves out is withdrawn. Turns that stand on their own stay: a snapshot may be partial.
 */
export const messagesSnapshot: Handler = (model, { fields }) => {
  const messages = list(fields.messages).filter(isRecord)
  for (const message of messages) applyMessage(model, message)
  const ids = new Set(messages.map((message) => message.id))
  const turn = currentTurn(model)
  const isMissing = (segment: SegmentState) => !ids.has(segment.id) && !segment.withdrawn && segment.text !== ''
  if (!turn.segments.some(isMissing)) return
  patchTurn(model, turn, { segments: turn.segments.map((segment) => (isMissing(segment) ? { ...segment, done: true, withdrawn: true } : segment)) })
}

function applyMessage(model: Model, message: Message) {
  const id = name(message.id)
  if (id === undefined) return
  if (message.role === 'user') addUserTurn(model, id, contentText(message.content))
  if (message.role === 'assistant') applyAssistantMessage(model, id, message)
  if (message.role === 'tool') applyToolResult(model, message)
}

function addUserTurn(model: Model, id: string, content: string) {
  if (model.turns.some((turn) => turn.id === id)) return
  // A snapshot inside a run tells of what came before it.
  const at = model.turns.findIndex((turn) => turn.kind === 'assistant' && turn.runs.includes(model.source))
  const turn = { kind: 'user' as const, id, text: content }
  model.turns = at < 0 ? [...model.turns, turn] : model.turns.toSpliced(at, 0, turn)
}

const findOwner = (model: Model, id: string) =>
  findTurn(model, (turn) => turn.segments.some((segment) => segment.id === id) || turn.toolCalls.some((call) => call.parent_id === id))

function applyAssistantMessage(model: Model, id: string, message: Message) {
  const content = contentText(message.content)
  const known = findOwner(model, id)
  if (known) return correctText(model, known, id, content)
  if (content === '') return
  const turn = model.run.status === 'running' ? currentTurn(model) : addTurn(model, { ...emptyTurn(id, id), status: 'done' })
  correctText(model, turn, id, content)
}

function correctText(model: Model, turn: AssistantTurn, id: string, content: string) {
  const segment = turn.segments.find((candidate) => candidate.id === id)
  if (segment ? segment.text !== content : content !== '') putSegment(model, turn, { id, text: content, done: segment?.done ?? true })
}

function applyToolResult(model: Model, message: Message) {
  const id = text(message.toolCallId)
  const turn = findTurn(model, ({ toolCalls }) => toolCalls.some((call) => call.id === id))
  const call = turn?.toolCalls.find((candidate) => candidate.id === id)
  if (!turn || !call || call.result !== undefined) return
  putCall(model, turn, { ...call, status: name(message.error) === undefined ? 'ok' : 'error', result: contentText(message.content) })
}
