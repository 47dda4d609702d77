import type { Scope } from '@pf/core'
import { leaseRun } from '../log/lease-run.ts'
import { resolutionOf } from '../questions/resolution.ts'
import { handoverAlone } from '../segments/make-handover.ts'
import type { RunState } from '../state/run-state.ts'
import type { Engine } from './engine.ts'
import { beginMoved, goOn } from './go-on.ts'
import { withRunSlot } from './run-slot.ts'
import { takeOver } from './take-over.ts'
import { type HandedRun, type PausedRun, type ThreadNow, threadNow } from './thread-now.ts'

/**
 * Lets everything of a thread go on that can: an answer whose run nobody went on with, a question that has expired, a run whose process
 * died. Returns the run that still waits for an answer, if one does.
 */
export async function touchThread(engine: Engine, scope: Scope, thread_id: string): Promise<string | undefined> {
  return touch(engine, scope, await threadNow(engine.agent, scope, thread_id))
}

/** As touchThread, for what was just looked at. */
export async function touch(engine: Engine, scope: Scope, now: ThreadNow): Promise<string | undefined> {
  if (now.kind === 'free') return undefined
  if (now.kind === 'working') await takeOver(engine, scope, now.record)
  if (now.kind === 'handed') await beginHanded(engine, scope, now)
  return now.kind === 'paused' ? goOnAlone(engine, scope, now) : undefined
}

async function goOnAlone(engine: Engine, scope: Scope, { record, saved }: PausedRun): Promise<string | undefined> {
  const { waiting } = saved
  if (!waiting?.asked) return record.run_id
  const { pending } = engine.agent.ports
  const asked = waiting.asked.id
  if (!resolutionOf(await pending.get(scope, asked))) return record.run_id
  const to = nextRunId(engine, record.run_id, saved)
  const decide = async (newest: RunState) =>
    handoverAlone(newest, { to, resolution: newest.waiting?.asked && resolutionOf(await pending.get(scope, newest.waiting.asked.id)) })
  await withRunSlot(engine, { scope, run_id: to, thread_id: record.thread_id }, (slot) => goOn(engine, { scope, paused: record, to, slot, decide }))
  return undefined
}

/** A client that keeps its stream sees the same run go on; any other one a run with an id of its own. */
export const nextRunId = ({ agent }: Engine, run_id: string, { client }: RunState) => (client.pf?.toolResults === true ? run_id : agent.newId())

/** Begins the run that another process wanted to begin; nothing when it is only slow. */
export async function beginHanded(engine: Engine, scope: Scope, { record, saved }: HandedRun): Promise<void> {
  const { handover } = saved
  if (!handover) return
  const { storage } = engine.agent.ports
  const successor = { run_id: handover.to, thread_id: record.thread_id }
  await withRunSlot(engine, { scope, ...successor }, async (slot) => {
    const lease = await leaseRun(storage, scope, successor)
    if (!lease) return
    const begun = await storage.load(scope, successor.run_id)
    if (!begun || begun.last_seq > 0) return storage.release(scope, lease)
    await beginMoved(engine, { scope, record, saved, handover, lease, slot })
  })
}
