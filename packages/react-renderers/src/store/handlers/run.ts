import { resolvePreviews } from '../model/component-previews.ts'
import type { Incoming } from '../model/incoming.ts'
import { addTurn, emptyTurn, type Handler, type Model, patchTurn, putTurn, resumeTurn, turnById, turnOfRun } from '../model/model.ts'
import { addQuestion, closeQuestions, isOpen } from '../model/questions.ts'
import { name, object, omitUndefined, text } from '../model/read.ts'
import { readPayload } from '../model/read-payload.ts'
import type { AssistantTurn, TurnStatus } from '../model/types.ts'
import { readInterrupts } from './pause.ts'

export const runStarted: Handler = (model, event) => {
  const run_id = name(event.fields.runId) ?? model.source
  model.source = run_id
  model.run = omitUndefined({ status: 'running', run_id, thread_id: name(event.fields.threadId) })
  const turn = turnFor(model, run_id, event)
  // If events have no ids, a second start of a run that is not waiting is a replay, whose content replaces the known content.
  const replay = event.cursor === undefined && turn.status !== 'waiting' && turn.parts.length > 0 && turn.runs.length === 1
  if (replay) for (const call of turn.toolCalls) model.previews.delete(call.id)
  const base = replay ? emptyTurn(run_id, turn.id) : turn
  putTurn(model, { ...resumeTurn(base, run_id), started: base.started ?? event.ts })
}

/** Returns the turn of a run: its own, the one that the server names, the one that waited for it, or a new one. */
function turnFor(model: Model, run_id: string, { fields }: Incoming): AssistantTurn {
  const own = turnOfRun(model, run_id)
  if (own) return own
  // A turn named by the server takes precedence: a run may follow a question without answering it.
  const named = name(object(object(fields.metadata).pf).message_id)
  const parent = named === undefined ? turnOfRun(model, text(fields.parentRunId)) : undefined
  if (parent?.status === 'waiting') return parent
  return turnById(model, named) ?? addTurn(model, emptyTurn(run_id, named))
}

export const runFinished: Handler = (model, event) => {
  const { type, interrupts } = object(event.fields.outcome)
  const { result } = event.fields
  const payload = readPayload(result)
  // Other outcomes complete the turn.
  const status: TurnStatus = type === 'interrupt' ? 'waiting' : type === 'cancelled' ? 'cancelled' : 'done'
  const turn = turnOfRun(model, model.source)
  if (!turn) return
  if (status === 'waiting') for (const question of readInterrupts(interrupts, turn)) addQuestion(model, turnById(model, turn.id) ?? turn, question, event.ts)
  const closedTurn = closeQuestions(turnById(model, turn.id) ?? turn, status)
  closeTurn(model, { ...withAnswer(closedTurn, payload?.raw_answer), ...omitUndefined({ payload, provenance: object(result).provenance }) }, status, event.ts)
}

/** Shows an answer that the server sent only in the result. */
function withAnswer(turn: AssistantTurn, answer: string | undefined): AssistantTurn {
  if (!answer || turn.segments.some((segment) => !segment.withdrawn && segment.text !== '')) return turn
  const id = `${turn.id}:answer`
  return { ...turn, segments: [...turn.segments, { id, text: answer, done: true }], parts: [...turn.parts, { kind: 'text', id }] }
}

export const runFailed: Handler = (model, event) => {
  const turn = turnOfRun(model, model.source)
  const code = text(event.fields.code)
  const status: TurnStatus = code === 'cancelled' || code === 'abort' ? 'cancelled' : 'error'
  const trace_id = name(object(object(event.fields.metadata).pf).trace_id)
  const error = omitUndefined({ code: code || 'internal', message: text(event.fields.message), trace_id })
  if (turn) closeTurn(model, { ...closeQuestions(turn, status), ...(status === 'error' && { error }) }, status, event.ts)
  else model.run = { ...model.run, status }
}

const markDone = <T extends { done: boolean }>(item: T): T => (item.done ? item : { ...item, done: true })

/** Ends a turn: closes everything that is open and keeps the text written so far. */
export function closeTurn(model: Model, turn: AssistantTurn, status: TurnStatus, ts: number): void {
  const open = (call: AssistantTurn['toolCalls'][number]) => call.status === 'streaming' || call.status === 'running'
  const waitsFor = new Set(turn.questions.filter(isOpen).map((question) => question.tool_call_id))
  putTurn(model, turn)
  resolvePreviews(model, turn.id, status)
  const resolved = turnOfRun(model, turn.run_id) ?? turn
  patchTurn(model, resolved, {
    status,
    ended: ts,
    reasoning: markDone(resolved.reasoning),
    segments: endSegments(resolved.segments, status),
    // A call without a result in a successful run was handled by the server.
    toolCalls: resolved.toolCalls.map((call) =>
      open(call) && status !== 'waiting' && !waitsFor.has(call.id) ? { ...call, status: status === 'done' ? 'ok' : 'cancelled' } : call,
    ),
    artifacts: resolved.artifacts.map(markDone),
  })
  if ((model.run.run_id ?? turn.run_id) === turn.run_id) model.run = { ...model.run, status, run_id: turn.run_id }
}

/** Closes all text. A server ends the text of a stopped run like any other text, so only the end of the run shows that the text was cut off. */
function endSegments(segments: AssistantTurn['segments'], status: TurnStatus): AssistantTurn['segments'] {
  const last = status === 'cancelled' || status === 'error' ? segments.findLastIndex((segment) => !segment.withdrawn && segment.text !== '') : -1
  return segments.map((segment, index) => (index === last ? { ...segment, done: true, cut: true } : markDone(segment)))
}
