import type { UncommittedEvent } from '../contracts/events.ts'
import type { CommitInput } from '../contracts/ports.ts'
import { PfError } from '../errors/pf-error.ts'
import { checkTaskChange } from './change-task-group.ts'

/** True for an event that ends a log. */
export const isLastEvent = (event: Pick<UncommittedEvent, 'type'>): boolean =>
  event.type === 'finish' && (event as UncommittedEvent<'finish'>).reason !== 'paused'

/**
 * Refuses a commit that would damage a log: events of another run or thread, and events after the finish that ends a run. `thread_id` is
 * the thread of the stored run. Throws PfError `invalid_input`.
 */
export function checkCommit({ run, events, tasks = [] }: CommitInput, thread_id: string): void {
  if (run.thread_id !== thread_id) throw refused('The run belongs to another thread. Commit with the thread it was leased with.')
  if (events.some((event) => event.run_id !== run.run_id || event.thread_id !== thread_id))
    throw refused('An event names another run or thread. Commit the events of one run only.')
  for (const { change } of tasks) checkTaskChange(change)
  if (events.slice(0, -1).some(isLastEvent)) throw refused('Events follow a finish that ends the run. Let finish be the last one.')
}

const refused = (message: string) => new PfError('invalid_input', message)
