import { isRecord } from '@pf/core/internal'
import type { SnapshotMessage } from '../agui/agui-event.ts'
import { cleanJson } from './clean-json.ts'

const restated = new Set(['developer', 'system', 'assistant', 'user', 'tool'])
const local = new Set(['activity', 'reasoning'])

/**
 * The input's messages as they may be sent back in a MESSAGES_SNAPSHOT: without nulls, which clients refuse. Activity and reasoning stay
 * with the client as long as no snapshot holds any. Undefined where a message could not be restated, as leaving one out would delete it.
 */
export function echoMessages(messages: unknown): SnapshotMessage[] | undefined {
  if (!Array.isArray(messages)) return undefined
  const echoed = messages.filter((message) => !(isRecord(message) && local.has(String(message.role)))).map(echo)
  return echoed.every((message) => message !== undefined) ? echoed : undefined
}

function echo(message: unknown): SnapshotMessage | undefined {
  const cleaned = cleanJson(message)
  if (!isRecord(cleaned) || typeof cleaned.id !== 'string' || !restated.has(String(cleaned.role))) return undefined
  const fields = Object.entries(cleaned).filter(([, value]) => value !== null)
  return { id: cleaned.id, role: String(cleaned.role), ...Object.fromEntries(fields) }
}
