import type { Mapping } from './mapping.ts'

/** Sends the conversation without what was withdrawn, as soon as no message is open; an open one would lose its text. */
export function sendSnapshot(mapping: Mapping): void {
  if (!mapping.snapshotDue || !mapping.transcript || isOpen(mapping)) return
  mapping.snapshotDue = false
  mapping.emit({ type: 'MESSAGES_SNAPSHOT', messages: mapping.transcript.messages() })
}

function isOpen({ texts, reasoning, calls }: Mapping): boolean {
  return texts.size > 0 || reasoning.size > 0 || [...calls.values()].some(({ open }) => open)
}
