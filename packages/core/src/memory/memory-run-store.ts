import type { PlannerEvent, UncommittedEvent } from '../contracts/events.ts'
import type { JsonValue } from '../contracts/json.ts'
import type { CommitInput, CommitResult, Lease, RunRecord, RunStore } from '../contracts/ports.ts'
import { PfError } from '../errors/pf-error.ts'
import { freezeJson } from '../json/freeze-json.ts'
import { checkCommit, isLast } from './check-commit.ts'
import type { MemoryEnvironment } from './memory-environment.ts'
import { createMemoryRun, type MemoryRun, wakeReaders } from './memory-run.ts'
import type { OwnerSpace, OwnerSpaces } from './owner-spaces.ts'
import { writeArtifacts, writeInteractions, writeThread } from './write-records.ts'

/** Runs in memory. Everything of a commit is copied and checked before the first write, so it is written whole or not at all. */
export function createMemoryRunStore(spaces: OwnerSpaces, environment: MemoryEnvironment): RunStore {
  return {
    async commit(scope, input) {
      const space = spaces.peek(scope)
      const run = space?.runs.get(input.run.run_id)
      if (!space || !run || !holds(run, input.lease)) return { status: 'fenced' }
      return commit(space, run, input)
    },
    async load(scope, run_id) {
      const run = spaces.peek(scope)?.runs.get(run_id)
      return run && toRecord(run)
    },
    async lease(scope, run, ttl_ms, token) {
      if (!(ttl_ms >= 0)) throw new PfError('invalid_input', 'The time of a lease is at least 0 ms.')
      const { runs } = spaces.open(scope)
      const known = runs.get(run.run_id) ?? createMemoryRun(run, environment.now())
      runs.set(run.run_id, known)
      return take(known, { thread_id: run.thread_id, ttl_ms, token }, environment)
    },
    async release(scope, lease) {
      const run = spaces.peek(scope)?.runs.get(lease.run_id)
      if (run && holds(run, lease)) delete run.lease
    },
  }
}

const holds = (run: MemoryRun, lease: Lease) => run.lease !== undefined && lease.run_id === run.run_id && lease.token === run.lease.token

interface LeaseRequest {
  thread_id: string
  ttl_ms: number
  token: string | undefined
}

function take(run: MemoryRun, request: LeaseRequest, { now, newId }: MemoryEnvironment): Lease | undefined {
  const mine = run.lease !== undefined && run.lease.token === request.token
  const held = run.lease !== undefined && now() < run.lease.expires
  if (run.finished || run.thread_id !== request.thread_id || (held && !mine)) return undefined
  run.lease = { run_id: run.run_id, token: mine && request.token !== undefined ? request.token : newId(), expires: now() + request.ttl_ms }
  return { ...run.lease }
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
  if (events.some(isLast)) {
    run.finished = true
    delete run.lease
  }
  if (events.length > 0) wakeReaders(run)
}

function toRecord(run: MemoryRun): RunRecord {
  const { run_id, thread_id, state, state_version, finished, created } = run
  return { run_id, thread_id, state, state_version, last_seq: run.events.length, finished, created }
}
