import type { UncommittedEvent } from '../contracts/events.ts'
import type { CommitInput } from '../contracts/ports.ts'
import { PfError } from '../errors/pf-error.ts'

/** True for the event after which a log never goes on. */
export const isLast = (event: Pick<UncommittedEvent, 'type'>) => event.type === 'finish' && (event as UncommittedEvent<'finish'>).reason !== 'paused'

/** Refuses what would make a log wrong: events of another run, anything behind the last finish, tasks without a queue. Throws PfError `invalid_input`. */
export function checkCommit({ run, events, tasks }: CommitInput, thread_id: string): void {
  if (run.thread_id !== thread_id) throw refused('The run belongs to another thread. Commit with the thread it was leased with.')
  if (events.some((event) => event.run_id !== run.run_id || event.thread_id !== thread_id))
    throw refused('An event names another run or thread. Commit the events of one run only.')
  if (events.slice(0, -1).some(isLast)) throw refused('Events follow a finish that ends the run. Let finish be the last one.')
  if (tasks && tasks.length > 0) throw refused('The memory store keeps no background tasks. Use a store with a task queue.')
}

const refused = (message: string) => new PfError('invalid_input', message)
