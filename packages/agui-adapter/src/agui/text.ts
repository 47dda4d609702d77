import type { PlannerEvent } from '@pf/core'
import { holdPairs } from './hold-pairs.ts'
import { claimId, type Handler, type Mapping, type OpenMessage } from './mapping.ts'
import { appendReasoning, closeReasoning } from './reasoning.ts'

/** A delta of an answer or of thinking; `done` closes the stream. An empty delta opens nothing. */
export const onChunk: Handler<'llm_stream_chunk'> = (mapping, event) => {
  if (event.channel === 'thinking') onThinking(mapping, event)
  else onAnswer(mapping, event)
}

function onThinking(mapping: Mapping, { stream_id, text, done }: PlannerEvent<'llm_stream_chunk'>) {
  if (text !== '') appendReasoning(mapping, stream_id, text)
  if (done) closeReasoning(mapping, stream_id)
}

function onAnswer(mapping: Mapping, { stream_id, text, done }: PlannerEvent<'llm_stream_chunk'>) {
  if (text !== '') appendText(mapping, stream_id, text)
  if (done) closeText(mapping, stream_id)
}

/** Adds to a stream's message, opening one where none is open. */
export function appendText(mapping: Mapping, stream_id: string, text: string): void {
  const open = mapping.texts.get(stream_id) ?? openText(mapping, stream_id)
  const { ready, held } = holdPairs(open.held, text)
  open.held = held
  writeText(mapping, { stream_id, message: open, delta: ready })
}

/** Ends a stream's message; nothing happens where none is open. */
export function closeText(mapping: Mapping, stream_id: string): void {
  const open = mapping.texts.get(stream_id)
  if (!open) return
  writeText(mapping, { stream_id, message: open, delta: open.held.toWellFormed() })
  mapping.texts.delete(stream_id)
  mapping.emit({ type: 'TEXT_MESSAGE_END', messageId: open.id })
}

/** Withdraws a stream: CUSTOM for who reads it, a snapshot for who does not. */
export const onAnswerReset: Handler<'answer_reset'> = (mapping, { stream_id, attempt, reason }) => {
  closeText(mapping, stream_id)
  const withdrawn = mapping.answers.get(stream_id)
  mapping.answers.delete(stream_id)
  mapping.emit({ type: 'CUSTOM', name: 'answer_reset', value: { stream_id, attempt, reason } })
  if (!withdrawn || !mapping.transcript) return
  for (const id of [...mapping.texts.keys()]) closeText(mapping, id)
  mapping.transcript.withdraw(withdrawn.ids)
  mapping.snapshotDue = true
}

/** Id of the last text message of the turn that stands, else the turn's own. */
export function parentMessageId(mapping: Mapping): string {
  const last = [...mapping.answers.values()].findLast(({ ids }) => ids.length > 0)
  return last?.ids.at(-1) ?? mapping.turn
}

function openText(mapping: Mapping, stream_id: string): OpenMessage {
  const message = { id: claimId(mapping, stream_id), held: '' }
  mapping.texts.set(stream_id, message)
  const stream = mapping.answers.get(stream_id) ?? { ids: [], text: '' }
  mapping.answers.delete(stream_id)
  mapping.answers.set(stream_id, { ...stream, ids: [...stream.ids, message.id] })
  mapping.emit({ type: 'TEXT_MESSAGE_START', messageId: message.id, role: 'assistant' })
  return message
}

function writeText(mapping: Mapping, { stream_id, message, delta }: { stream_id: string; message: OpenMessage; delta: string }) {
  if (delta === '') return
  const stream = mapping.answers.get(stream_id)
  if (stream) stream.text += delta
  mapping.emit({ type: 'TEXT_MESSAGE_CONTENT', messageId: message.id, delta })
}
