import { arrayOrEmpty, isRecord } from '@pf/core/internal'
import { currentTurn, emptyTurn, findTurn, type Handler, type Model, patchTurn, putCall, putSegment, turnById } from '../model/model.ts'
import { contentText, name, text } from '../model/read.ts'
import type { AssistantTurn, SegmentState, Turn } from '../model/types.ts'
import { isComponentActivity, putActivity } from './activity.ts'

type Message = Record<string, unknown>

/**
 * MESSAGES_SNAPSHOT: the server's version of the conversation. Known text is corrected, unknown messages are added, and text of the current
 * turn that is missing in the snapshot is withdrawn. Other turns are kept, because a snapshot may be partial.
 */
export const messagesSnapshot: Handler = (model, { fields, ts }) => {
  const messages = arrayOrEmpty(fields.messages).filter(isRecord)
  const restored: Restored = { at: undefined, turn: undefined }
  const lastUser = messages.findLastIndex(({ role }) => role === 'user')
  for (const [index, message] of messages.entries()) applyMessage(model, { message, ts, restored, isOfRun: index > lastUser && model.run.status === 'running' })
  const ids = new Set(messages.map((message) => message.id))
  const turn = currentTurn(model)
  const isMissing = (segment: SegmentState) => !ids.has(segment.id) && !segment.withdrawn && segment.text !== ''
  if (!turn.segments.some(isMissing)) return
  patchTurn(model, turn, { segments: turn.segments.map((segment) => (isMissing(segment) ? { ...segment, done: true, withdrawn: true } : segment)) })
}

/** The progress of restoring a snapshot: the position of the next unknown turn, and the id of the turn to which messages belong until the next user message. */
interface Restored {
  at: number | undefined
  turn: string | undefined
}

interface OneMessage {
  message: Message
  ts: number
  restored: Restored
  /** True if the message follows the last user message while a run is active, so it belongs to that run. */
  isOfRun: boolean
}

function applyMessage(model: Model, one: OneMessage) {
  const { message, restored } = one
  const id = name(message.id)
  if (id === undefined) return
  if (message.role === 'user') {
    restored.turn = undefined
    putUserTurn(model, { id, text: contentText(message.content) }, restored)
  }
  if (message.role === 'assistant') applyAssistantMessage(model, id, one)
  if (message.role === 'tool') applyToolResult(model, message)
  if (message.role === 'activity') restoreActivity(model, id, one)
}

/** Adds a user message at the current position of the snapshot or, without a snapshot, before the turn of the run that reports it. */
export function putUserTurn(model: Model, { id, text: said }: { id: string; text: string }, restored: Restored = { at: undefined, turn: undefined }) {
  const known = model.turns.findIndex((turn) => turn.kind === 'user' && turn.id === id)
  if (known >= 0) restored.at = known + 1
  else insertTurn(model, { kind: 'user', id, text: said }, restored)
}

function insertTurn(model: Model, turn: Turn, restored: Restored) {
  const ofRun = model.turns.findIndex((candidate) => candidate.kind === 'assistant' && candidate.runs.includes(model.source))
  const at = restored.at ?? (ofRun < 0 ? model.turns.length : ofRun)
  model.turns = model.turns.toSpliced(at, 0, turn)
  restored.at = at + 1
}

/** Returns the turn of a message: the one that contains a part of it, the previous one in the snapshot, that of the run, or a new one. */
function turnFor(model: Model, id: string, { restored, isOfRun }: OneMessage, known: AssistantTurn | undefined): AssistantTurn {
  const turn = known ?? turnById(model, restored.turn) ?? (isOfRun ? currentTurn(model) : undefined) ?? { ...emptyTurn(id, id), status: 'done' as const }
  const index = model.turns.findIndex((candidate) => candidate.kind === 'assistant' && candidate.id === turn.id)
  if (index < 0) insertTurn(model, turn, restored)
  else restored.at = index + 1
  restored.turn = turn.id
  return turn
}

function restoreActivity(model: Model, id: string, one: OneMessage) {
  const { message, ts } = one
  const known = findTurn(model, ({ components }) => components.some(({ meta }) => meta?.activity_id === id))
  if (isComponentActivity(message)) putActivity(model, turnFor(model, id, one, known), { fields: { ...message, messageId: id }, ts })
}

const findOwner = (model: Model, id: string) =>
  findTurn(model, (turn) => turn.segments.some((segment) => segment.id === id) || turn.toolCalls.some((call) => call.parent_id === id))

function applyAssistantMessage(model: Model, id: string, one: OneMessage) {
  const content = contentText(one.message.content)
  const calls = arrayOrEmpty(one.message.toolCalls).filter(isRecord)
  const known = findOwner(model, id)
  if (!known && content === '' && calls.length === 0) return
  const turn = turnFor(model, id, one, known)
  for (const call of calls) restoreCall(model, turn.id, call, id)
  correctText(model, turnById(model, turn.id) ?? turn, id, content)
}

/** Restores a tool call. A call without a result counts as running only if the run of its turn is active. */
function restoreCall(model: Model, turn_id: string, call: Message, parent_id: string) {
  const turn = turnById(model, turn_id)
  const id = name(call.id)
  if (!turn || id === undefined || turn.toolCalls.some((candidate) => candidate.id === id)) return
  const called = isRecord(call.function) ? call.function : {}
  putCall(model, turn, { id, name: text(called.name), args: text(called.arguments), status: turn.status === 'running' ? 'running' : 'ok', parent_id })
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
