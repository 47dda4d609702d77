import type { PlannerEvent, UncommittedEvent } from '../contracts/events.ts'
import type { JsonValue } from '../contracts/json.ts'
import type { LeaseResource } from '../contracts/leases.ts'
import type { CommitInput, CommitResult, RunAddress, RunRecord, RunStore } from '../contracts/ports.ts'
import { freezeJson } from '../json/freeze-json.ts'
import { addRunMessage } from '../stores/add-run-message.ts'
import { checkCommit, isLastEvent } from '../stores/check-commit.ts'
import { checkLeaseTimes, holdsCommit, type LeaseTable } from '../stores/lease-table.ts'
import { createListeners } from '../stores/listeners.ts'
import type { Reservations } from '../stores/reservations.ts'
import type { StoreEnvironment } from '../stores/store-environment.ts'
import { applyTaskWrites } from '../stores/task-writes.ts'
import {
  createMemoryRun,
  type MemoryRun,
  type OwnerSpace,
  type OwnerSpaces,
  saveTaskGroup,
  wakeReaders,
  writeArtifacts,
  writeInteractions,
  writeSpending,
  writeThread,
} from './owner-spaces.ts'

/** Creates a run store in memory. All values of a commit are copied and checked before the first write, so a commit is written completely or not at all. */
export function createMemoryRunStore(spaces: OwnerSpaces, { now, leases, reservations }: MemoryRunStoreOptions): RunStore {
  const listeners = createListeners<RunAddress>()
  return {
    async commit(scope, input) {
      const space = spaces.peek(scope)
      const run = space?.runs.get(input.run.run_id)
      if (!space || !run || !holdsCommit(leases, scope, input)) return { status: 'fenced' }
      const result = commit({ space, run, now: now() }, input)
      if (result.status === 'committed') reservations.settle(scope, input)
      if (run.finished) leases.close(scope, { kind: 'run', run_id: run.run_id, thread_id: run.thread_id })
      return result
    },
    async load(scope, run_id) {
      const run = spaces.peek(scope)?.runs.get(run_id)
      return run && toRecord(run)
    },
    async lease(scope, resource, options) {
      checkLeaseTimes(options)
      if (resource.kind === 'run' && !openRun(spaces.open(scope), resource, now())) return { status: 'refused' }
      return leases.request(scope, resource, options)
    },
    async renew(scope, lease, ttlMs) {
      return leases.renew(scope, lease, ttlMs)
    },
    async release(scope, lease) {
      leases.release(scope, lease)
    },
    async requestCancel(scope, run_id) {
      const run = spaces.peek(scope)?.runs.get(run_id)
      if (run?.finished) return 'finished'
      const exists = run && (run.events.length > 0 || leases.isHeld(scope, { kind: 'run', run_id, thread_id: run.thread_id }))
      if (!exists) return 'unknown'
      run.cancel_requested ??= now()
      listeners.tell({ owner: { ...scope.owner }, run_id })
      return 'requested'
    },
    onCancelRequest: listeners.add,
    async addMessage(scope, run_id, message) {
      const run = spaces.peek(scope)?.runs.get(run_id)
      if (!run || run.events.length === 0) return 'unknown'
      if (run.finished) return 'finished'
      if (run.successor !== undefined && run.successor !== run_id) return 'unknown'
      const messages = addRunMessage(run.messages, message, now())
      if (!messages) return 'full'
      run.messages = freezeJson(messages)
      return 'accepted'
    },
    async messages(scope, run_id, after) {
      return (spaces.peek(scope)?.runs.get(run_id)?.messages ?? []).slice(after)
    },
  }
}

/** The leases, the reservations of spending and the clock of a store. */
export interface MemoryRunStoreOptions extends Pick<StoreEnvironment, 'now'> {
  leases: LeaseTable
  reservations: Reservations
}

/** Creates the run when it is new. Returns false for a run that can never be leased: it has finished or belongs to another thread. */
function openRun({ runs }: OwnerSpace, resource: Extract<LeaseResource, { kind: 'run' }>, created: number): boolean {
  const run = runs.get(resource.run_id) ?? createMemoryRun(resource, created)
  runs.set(resource.run_id, run)
  return !run.finished && run.thread_id === resource.thread_id
}

function commit({ space, run, now }: { space: OwnerSpace; run: MemoryRun; now: number }, input: CommitInput): CommitResult {
  checkCommit(input, run.thread_id)
  const isElsewhere = input.expect_seq !== undefined && input.expect_seq !== run.events.length
  if (isElsewhere || (input.state && input.state.expect_version !== run.state_version)) return { status: 'conflict', version: run.state_version }
  const state = input.state && freezeJson(input.state.value)
  const records = freezeJson({ pending: input.pending ?? [], artifacts: input.artifacts ?? [], thread: input.thread ?? [] })
  const events = input.events.map((event, index) => number(event, run.events.length + index + 1))
  const groups = applyTaskWrites(space.taskGroups, input.tasks ?? [], now)
  if (!groups) return { status: 'fenced' }
  if (state !== undefined) writeState(run, state)
  if (input.agent !== undefined) run.agent ??= input.agent
  if (input.successor !== undefined) run.successor = input.successor
  writeInteractions(space, records.pending)
  writeArtifacts(space, records.artifacts)
  writeThread(space, run.thread_id, { entries: records.thread, now })
  writeSpending(space, input.spending ?? [])
  for (const { group } of groups) saveTaskGroup(space, group)
  writeEvents(run, events)
  return { status: 'committed', events, state_version: run.state_version }
}

const number = (event: UncommittedEvent, seq: number): PlannerEvent => freezeJson({ ...event, seq })

function writeState(run: MemoryRun, value: JsonValue) {
  run.state = value
  run.state_version += 1
}

function writeEvents(run: MemoryRun, events: PlannerEvent[]) {
  for (const event of events) run.events.push(event)
  if (events.some(isLastEvent)) run.finished = true
  if (events.length > 0) wakeReaders(run)
}

function toRecord(run: MemoryRun): RunRecord {
  const { run_id, thread_id, state, state_version, finished, created, agent, cancel_requested } = run
  const more = { ...(agent === undefined ? {} : { agent }), ...(cancel_requested === undefined ? {} : { cancel_requested }) }
  return { run_id, thread_id, state, state_version, last_seq: run.events.length, finished, created, ...more }
}
