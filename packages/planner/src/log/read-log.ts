import type { EventLog, PlannerEvent, Scope } from '@pf/core'

/** Returns the events of a run that are currently stored, up to `until`. Does not wait for further events of an active run. */
export async function readLog(events: EventLog, scope: Scope, run_id: string, until?: number): Promise<PlannerEvent[]> {
  const last = until ?? (await events.last(scope, run_id))
  const log: PlannerEvent[] = []
  if (last === 0) return log
  const reading = new AbortController()
  for await (const event of events.read(scope, run_id, 0, reading.signal)) {
    log.push(event)
    if (event.seq >= last) break
  }
  reading.abort()
  return log
}
