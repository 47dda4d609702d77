import { holdPairs } from './hold-pairs.ts'
import { claimId, type Mapping, type OpenMessage } from './mapping.ts'

/** Adds to a thinking stream; span and message share one id, which both client generations accept. */
export function appendReasoning(mapping: Mapping, stream_id: string, text: string): void {
  const open = mapping.reasoning.get(stream_id) ?? openReasoning(mapping, stream_id)
  const { ready, held } = holdPairs(open.held, text)
  open.held = held
  writeReasoning(mapping, open, ready)
}

/** Ends a thinking stream; nothing happens where none is open. */
export function closeReasoning(mapping: Mapping, stream_id: string): void {
  const open = mapping.reasoning.get(stream_id)
  if (!open) return
  writeReasoning(mapping, open, open.held.toWellFormed())
  mapping.reasoning.delete(stream_id)
  mapping.emit({ type: 'REASONING_MESSAGE_END', messageId: open.id })
  mapping.emit({ type: 'REASONING_END', messageId: open.id })
}

function openReasoning(mapping: Mapping, stream_id: string): OpenMessage {
  const message = { id: claimId(mapping, stream_id), held: '' }
  mapping.reasoning.set(stream_id, message)
  mapping.emit({ type: 'REASONING_START', messageId: message.id })
  mapping.emit({ type: 'REASONING_MESSAGE_START', messageId: message.id, role: 'reasoning' })
  return message
}

function writeReasoning(mapping: Mapping, message: OpenMessage, delta: string) {
  if (delta !== '') mapping.emit({ type: 'REASONING_MESSAGE_CONTENT', messageId: message.id, delta })
}
