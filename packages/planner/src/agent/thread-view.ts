import type { Scope, StorePorts, ThreadView } from '@pf/core'
import { foldThread } from '@pf/core'
import { readLog } from './read-log.ts'

const maxEntries = 1_000

/** A thread as a reload or a second tab needs it; undefined for an unknown or foreign one. */
export async function threadView(ports: StorePorts, scope: Scope, thread_id: string): Promise<ThreadView | undefined> {
  const [entries, pending] = await Promise.all([ports.threads.read(scope, thread_id, maxEntries), ports.pending.list(scope, thread_id)])
  if (entries.length === 0 && pending.length === 0) return undefined
  const runs = [...new Set(entries.map(({ run_id }) => run_id))]
  const logs = await Promise.all(runs.map((run_id) => readLog(ports.events, scope, run_id)))
  return withoutRepeats(foldThread({ entries, logs, pending }))
}

/** Every run has a line of the user; one that answered the same question again, or had none, would show it twice. */
function withoutRepeats(view: ThreadView): ThreadView {
  const seen = new Set<string>()
  const messages = view.messages.filter(({ id, role, content }) => {
    if (role !== 'user') return true
    const repeated = seen.has(id) || content === ''
    seen.add(id)
    return !repeated
  })
  return { ...view, messages }
}
