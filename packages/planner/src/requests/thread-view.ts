import type { Scope, StorePorts, ThreadView } from '@pf/core'
import { foldThread } from '@pf/core'
import { readLog } from '../log/read-log.ts'

const maxEntries = 1_000

type Message = ThreadView['messages'][number]

/** Returns the view of a thread for a reload or a second tab; undefined for an unknown thread and for one of another owner. */
export async function threadView(ports: StorePorts, scope: Scope, thread_id: string): Promise<ThreadView | undefined> {
  const [entries, pending] = await Promise.all([ports.threads.read(scope, thread_id, maxEntries), ports.pending.list(scope, thread_id)])
  if (entries.length === 0 && pending.length === 0) return undefined
  const runs = [...new Set(entries.map(({ run_id }) => run_id))]
  const logs = await Promise.all(runs.map((run_id) => readLog(ports.events, scope, run_id)))
  const view = foldThread({ entries, logs, pending })
  return { ...view, messages: withOwnIds(withoutRepeats(view.messages)) }
}

/**
 * Removes repeated messages. Every run has one user entry in the thread, which is empty if the user asked nothing. Ids of client messages
 * are unique only within a run.
 */
function withoutRepeats(messages: readonly Message[]): Message[] {
  const seen = new Set<string>()
  return messages.filter(({ id, role, content, run_id, files }) => {
    if (role !== 'user') return true
    const key = JSON.stringify([run_id, id])
    const repeated = seen.has(key) || (content === '' && !files)
    seen.add(key)
    return !repeated
  })
}

/** Prefixes the id of a client message with its run if the id is already in use. Turns keep their ids, because components refer to them. */
function withOwnIds(messages: readonly Message[]): Message[] {
  const taken = new Set(messages.filter(({ role }) => role !== 'user').map(({ id }) => id))
  return messages.map((message) => {
    if (message.role !== 'user') return message
    let { id } = message
    while (taken.has(id)) id = `u:${encodeURIComponent(message.run_id.toWellFormed())}:${id}`
    taken.add(id)
    return { ...message, id }
  })
}
