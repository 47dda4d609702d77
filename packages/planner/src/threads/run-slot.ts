import type { RunStore, Scope, StartResult } from '@pf/core'
import { createRunSignal, type RunSignal } from '../run/build-run.ts'
import { statusOf } from '../state/read-run-state.ts'
import { type ComponentFailures, createComponentFailures } from '../tools/component-failures.ts'
import type { ActiveRun } from './active-runs.ts'
import type { Engine } from './engine.ts'

/** A key that identifies a run among the runs of all owners. */
export const runKey = ({ owner }: Scope, run_id: string) => JSON.stringify([owner.tenant ?? null, owner.id, run_id])

/** The right of a run to be active in this process, where each thread has one active run at a time. */
export interface RunSlot {
  readonly signal: RunSignal
  readonly failures: ComponentFailures
  /** Called once the first commit is written: requests for the same run continue, and the slot stays taken until `leave`. */
  markStarted(): void
  /** Frees the slot. */
  leave(): void
}

/** The run that a slot is for. */
export interface RunSlotRequest {
  scope: Scope
  run_id: string
  thread_id: string
}

/** The reason why a slot is not free: the run itself already exists, or another run is active on its thread. */
export type RunSlotTaken = Extract<StartResult, { status: 'exists' | 'busy' }>

type Slots = Pick<Engine, 'agent' | 'runs'>

/**
 * Runs `work` in the slot of a run, or returns what occupies the slot. The slot is released when the work ends or throws, unless a run has
 * begun in it; that run keeps the slot while it is active.
 */
export async function withRunSlot<T>(engine: Slots, request: RunSlotRequest, work: (slot: RunSlot) => Promise<T>): Promise<T | RunSlotTaken> {
  const claim = await claimSlot(engine, request)
  if ('status' in claim) return claim
  const { slot, hasStarted } = claim
  try {
    return await work(slot)
  } finally {
    if (!hasStarted()) slot.leave()
  }
}

/**
 * Takes the slot, or returns what occupies it. There is no await between the check and the claim, so that of two concurrent requests only
 * one finds the thread free. Only a run that has begun occupies the slot: a run that is about to begin may still fail and is awaited. A run
 * whose finish or pause is already in the log is awaited too, because clients that saw it may start the next run.
 */
async function claimSlot({ agent, runs }: Slots, request: RunSlotRequest): Promise<ClaimedSlot | RunSlotTaken> {
  const { scope, run_id, thread_id } = request
  while (true) {
    const same = runs.get(scope, run_id)
    const other = same ?? runs.onThread(scope, thread_id)
    if (!other) return takeSlot({ agent, runs }, request)
    await other.started
    if (runs.get(scope, other.run_id) !== other) continue
    if (!(await isOver(agent.ports.storage, scope, other))) return same ? { status: 'exists', run_id } : { status: 'busy', run_id: other.run_id }
    await other.done
  }
}

/** True if the last commit of the run is written, and only its lease has not been released yet. */
async function isOver(storage: RunStore, scope: Scope, { run_id }: ActiveRun): Promise<boolean> {
  const record = await storage.load(scope, run_id)
  return record !== undefined && (record.finished || statusOf(record.state) === 'paused')
}

interface ClaimedSlot {
  slot: RunSlot
  hasStarted: () => boolean
}

function takeSlot({ agent, runs }: Slots, { scope, run_id, thread_id }: RunSlotRequest): ClaimedSlot {
  const signal = createRunSignal(agent.limits.deadlineMs)
  const started = Promise.withResolvers<void>()
  const done = Promise.withResolvers<void>()
  const failures = createComponentFailures()
  const active: ActiveRun = { run_id, thread_id, started: started.promise, done: done.promise, abort: signal.abort, failures }
  let isStarted = false
  runs.add(scope, active)
  const slot: RunSlot = {
    signal,
    failures,
    markStarted: () => {
      isStarted = true
      started.resolve()
    },
    leave: () => {
      signal.stop()
      runs.remove(scope, active)
      started.resolve()
      done.resolve()
    },
  }
  return { slot, hasStarted: () => isStarted }
}
