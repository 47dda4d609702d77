import type { PlannerEvent } from '@pf/core'
import { SurrogatePairBuffer } from '@pf/core/internal'
import { claimId, type Handler, type Mapping, type OpenMessage } from './mapping.ts'

/** Maps a delta of an answer or of reasoning. `done` closes the stream. An empty delta does not open one. */
export const onChunk: Handler<'llm_stream_chunk'> = (mapping, event) => {
  if (event.channel === 'thinking') onReasoning(mapping, event)
  else onAnswer(mapping, event)
}

function onReasoning(mapping: Mapping, { stream_id, text, done }: PlannerEvent<'llm_stream_chunk'>) {
  if (text !== '') appendReasoning(mapping, stream_id, text)
  if (done) closeReasoning(mapping, stream_id)
}

function onAnswer(mapping: Mapping, { stream_id, text, done }: PlannerEvent<'llm_stream_chunk'>) {
  if (text !== '') appendText(mapping, stream_id, text)
  if (done) closeText(mapping, stream_id)
}

/** Appends to the text message of a stream and opens one if none is open. */
export function appendText(mapping: Mapping, stream_id: string, text: string): void {
  const open = mapping.texts.get(stream_id) ?? openText(mapping, stream_id)
  writeText(mapping, { stream_id, message: open, delta: open.pairs.take(text).toWellFormed() })
}

/** Ends the text message of a stream, if one is open. */
export function closeText(mapping: Mapping, stream_id: string): void {
  const open = mapping.texts.get(stream_id)
  if (!open) return
  writeText(mapping, { stream_id, message: open, delta: open.pairs.pending.toWellFormed() })
  mapping.texts.delete(stream_id)
  mapping.emit({ type: 'TEXT_MESSAGE_END', messageId: open.id })
}

/** Withdraws an answer stream: a CUSTOM event, and for clients that do not read it a MESSAGES_SNAPSHOT without the withdrawn text. */
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

/** Returns the id of the last text message of the turn that was not withdrawn, otherwise the turn message id. */
export function parentMessageId(mapping: Mapping): string {
  const last = [...mapping.answers.values()].findLast(({ ids }) => ids.length > 0)
  return last?.ids.at(-1) ?? mapping.turnMessageId
}

function openText(mapping: Mapping, stream_id: string): OpenMessage {
  const message = { id: claimId(mapping, stream_id), pairs: new SurrogatePairBuffer() }
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

/** Appends to a reasoning stream. Span and message have the same id, which all client versions accept. */
function appendReasoning(mapping: Mapping, stream_id: string, text: string): void {
  const open = mapping.reasoning.get(stream_id) ?? openReasoning(mapping, stream_id)
  writeReasoning(mapping, open, open.pairs.take(text).toWellFormed())
}

/** Ends a reasoning stream, if one is open. */
export function closeReasoning(mapping: Mapping, stream_id: string): void {
  const open = mapping.reasoning.get(stream_id)
  if (!open) return
  writeReasoning(mapping, open, open.pairs.pending.toWellFormed())
  mapping.reasoning.delete(stream_id)
  mapping.emit({ type: 'REASONING_MESSAGE_END', messageId: open.id })
  mapping.emit({ type: 'REASONING_END', messageId: open.id })
}

function openReasoning(mapping: Mapping, stream_id: string): OpenMessage {
  const message = { id: claimId(mapping, stream_id), pairs: new SurrogatePairBuffer() }
  mapping.reasoning.set(stream_id, message)
  mapping.emit({ type: 'REASONING_START', messageId: message.id })
  mapping.emit({ type: 'REASONING_MESSAGE_START', messageId: message.id, role: 'reasoning' })
  return message
}

function writeReasoning(mapping: Mapping, message: OpenMessage, delta: string) {
  if (delta !== '') mapping.emit({ type: 'REASONING_MESSAGE_CONTENT', messageId: message.id, delta })
}

/** Sends the conversation without withdrawn text once no message is open. A client that receives a snapshot earlier would lose the text of an open message. */
export function emitDueSnapshot(mapping: Mapping): void {
  const { snapshotDue, transcript, texts, reasoning, calls } = mapping
  const isOpen = texts.size > 0 || reasoning.size > 0 || [...calls.values()].some(({ open }) => open)
  if (!snapshotDue || !transcript || isOpen) return
  mapping.snapshotDue = false
  mapping.emit({ type: 'MESSAGES_SNAPSHOT', messages: transcript.messages() })
}
