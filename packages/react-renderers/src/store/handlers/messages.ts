import { isRecord } from '@pf/core'
import { currentTurn, emptyTurn, type Handler, type Model, patchTurn, upsert, withPart } from '../model.ts'
import { list, name, object, text } from '../read.ts'
import type { AssistantTurn, SegmentState } from '../types.ts'

type Message = Record<string, unknown>

/**
 * MESSAGES_SNAPSHOT: the server's view of the conversation. Known text is corrected, unknown messages are added,
 * text of the current turn that it leaves out is withdrawn. Turns that stand on their own stay: a snapshot may be partial.
 */
export const messagesSnapshot: Handler = (model, { fields }) => {
  const messages = list(fields.messages).filter(isRecord)
  for (const message of messages) place(model, message)
  const ids = new Set(messages.map((message) => message.id))
  const turn = currentTurn(model)
  const gone = (segment: SegmentState) => !ids.has(segment.id) && !segment.withdrawn && segment.text !== ''
  if (!turn.segments.some(gone)) return
  patchTurn(model, turn, { segments: turn.segments.map((segment) => (gone(segment) ? { ...segment, done: true, withdrawn: true } : segment)) })
}

function place(model: Model, message: Message) {
  const id = name(message.id)
  if (id === undefined) return
  if (message.role === 'user') placeUser(model, id, contentOf(message))
  if (message.role === 'assistant') placeAssistant(model, id, message)
  if (message.role === 'tool') placeResult(model, message)
}

const contentOf = (message: Message) =>
  text(message.content) ||
  list(message.content)
    .map((part) => text(object(part).text))
    .join('')

function placeUser(model: Model, id: string, content: string) {
  if (model.turns.some((turn) => turn.id === id)) return
  // A snapshot inside a run tells of what came before it.
  const at = model.turns.findIndex((turn) => turn.kind === 'assistant' && turn.runs.includes(model.source))
  const turn = { kind: 'user' as const, id, text: content }
  model.turns = at < 0 ? [...model.turns, turn] : model.turns.toSpliced(at, 0, turn)
}

function owner(model: Model, id: string): AssistantTurn | undefined {
  return model.turns.findLast(
    (turn): turn is AssistantTurn =>
      turn.kind === 'assistant' && (turn.segments.some((segment) => segment.id === id) || turn.toolCalls.some((call) => call.parent_id === id)),
  )
}

function placeAssistant(model: Model, id: string, message: Message) {
  const content = contentOf(message)
  const known = owner(model, id)
  if (known) return correct(model, known, id, content)
  if (content === '') return
  const running = model.run.status === 'running'
  const turn = running ? currentTurn(model) : emptyTurn(id, id)
  if (!running) model.turns = [...model.turns, { ...turn, status: 'done' }]
  correct(model, running ? turn : { ...turn, status: 'done' }, id, content)
}

function correct(model: Model, turn: AssistantTurn, id: string, content: string) {
  const segment = turn.segments.find((candidate) => candidate.id === id)
  if (segment ? segment.text === content : content === '') return
  const next = { id, text: content, done: segment?.done ?? true }
  patchTurn(model, turn, { segments: upsert(turn.segments, next, (candidate) => candidate.id), parts: withPart(turn.parts, 'text', id) })
}

function placeResult(model: Model, message: Message) {
  const id = text(message.toolCallId)
  const turn = model.turns.findLast(
    (candidate): candidate is AssistantTurn => candidate.kind === 'assistant' && candidate.toolCalls.some((call) => call.id === id),
  )
  const call = turn?.toolCalls.find((candidate) => candidate.id === id)
  if (!turn || !call || call.result !== undefined) return
  const status = name(message.error) === undefined ? 'ok' : 'error'
  patchTurn(model, turn, { toolCalls: upsert(turn.toolCalls, { ...call, status, result: contentOf(message) }, (candidate) => candidate.id) })
}
