import { isRecord } from '@pf/core/internal'

/** Old name → new name, on the state itself. */
const renamed = { known: 'known_message_ids', later: 'deferred_messages', fruitless: 'consecutive_failures', secrets: 'secret_refs', settled: 'resolution' }
const renamedInHandover = { known: 'known_message_ids', settled: 'resolution' }

/** Turns a state of version 2 into one of version 3: members have other names, and three that could be absent are always there. */
export function migrateVersion2(state: Record<string, unknown>): Record<string, unknown> {
  const { handover, ...rest } = rename(state, renamed)
  return {
    tokens: 0,
    chars_per_token: 4,
    prepared: false,
    ...rest,
    ...(isRecord(handover) ? { handover: rename(handover, renamedInHandover) } : {}),
  }
}

function rename(value: Record<string, unknown>, names: Readonly<Record<string, string>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [Object.hasOwn(names, key) ? String(names[key]) : key, member]))
}
