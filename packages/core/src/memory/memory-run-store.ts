import type { PlannerEvent, UncommittedEvent } from '../contracts/events.ts'
import type { JsonValue } from '../contracts/json.ts'
import type { CommitInput, CommitResult, RunRecord, RunStore } from '../contracts/ports.ts'
import { PfError } from '../errors/pf-error.ts'
import { freezeJson } from '../json/freeze-json.ts'
import type { MemoryEnvironment } from './memory-environment.ts'
import { closeLease, createMemoryLeases, holdsLease } from './memory-leases.ts'
import { type MemoryRun, type OwnerSpace, type OwnerSpaces, wakeReaders, writeArtifacts, writeInteractions, writeThread } from './owner-spaces.ts'

/** True for the event after which a log never goes on. */
const isLast = (event: Pick<UncommittedEvent, 'type'>) => event.type === 'finish' && (event as UncommittedEvent<'finish'>).reason !== 'paused'

/** Refuses what would make a log wrong: events of another run, anything behind the last finish, tasks without a queue. Throws PfError `invalid_input`. */
function checkCommit({ run, events, tasks }: CommitInput, thread_id: string): void {
  if (run.thread_id !== thread_id) throw refused('The run belongs to another thread. Commit with the thread it was leased with.')
  if (events.some((event) => event.run_id !== run.run_id || event.thread_id !== thread_id))
    throw refused('An event names another run or thread. Commit the events of one run only.')
  if (events.slice(0, -1).some(isLast)) throw refused('Events follow a finish that ends the run. Let finish be the last one.')
  if (tasks && tasks.length > 0) throw refused('The memory store keeps no background tasks. Use a store with a task queue.')
}

const refused = (message: string) => new PfError('invalid_input', message)

/** Runs in memory. Everything of a commit is copied and checked before the first write, so it is written whole or not at all. */
export function createMemoryRunStore(spaces: OwnerSpaces, environment: MemoryEnvironment): RunStore {
  return {
    async commit(scope, input) {
      const space = spaces.peek(scope)
      const run = space?.runs.get(input.run.run_id)
      if (!space || !run || !holdsAll(space, input)) return { status: 'fenced' }
      return commit(space, run, input)
    },
    async load(scope, run_id) {
      const run = spaces.peek(scope)?.runs.get(run_id)
      return run && toRecord(run)
    },
    ...createMemoryLeases(spaces, environment),
  }
}

/** The run's own lease, and every other one that the commit names. */
function holdsAll(space: OwnerSpace, { run, lease, fences = [] }: CommitInput): boolean {
  const { resource } = lease
  return resource.kind === 'run' && resource.run_id === run.run_id && [lease, ...fences].every((held) => holdsLease(space, held))
}

function commit(space: OwnerSpace, run: MemoryRun, input: CommitInput): CommitResult {
  checkCommit(input, run.thread_id)
  if (input.state && input.state.expect_version !== run.state_version) return { status: 'conflict', version: run.state_version }
  const state = input.state && freezeJson(input.state.value)
  const records = freezeJson({ pending: input.pending ?? [], artifacts: input.artifacts ?? [], thread: input.thread ?? [] })
  const events = input.events.map((event, index) => number(event, run.events.length + index + 1))
  if (state !== undefined) writeState(run, state)
  writeInteractions(space, records.pending)
  writeArtifacts(space, records.artifacts)
  writeThread(space, run.thread_id, records.thread)
  writeEvents(space, run, events)
  return { status: 'committed', events, state_version: run.state_version }
}

const number = (event: UncommittedEvent, seq: number): PlannerEvent => freezeJson({ ...event, seq })

function writeState(run: MemoryRun, value: JsonValue) {
  run.state = value
  run.state_version += 1
}

function writeEvents(space: OwnerSpace, run: MemoryRun, events: PlannerEvent[]) {
  for (const event of events) run.events.push(event)
  if (events.some(isLast)) {
    run.finished = true
    closeLease(space, { kind: 'run', run_id: run.run_id, thread_id: run.thread_id })
  }
  if (events.length > 0) wakeReaders(run)
}

function toRecord(run: MemoryRun): RunRecord {
  const { run_id, thread_id, state, state_version, finished, created } = run
  return { run_id, thread_id, state, state_version, last_seq: run.events.length, finished, created }
}
