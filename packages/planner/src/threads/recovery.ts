import type { AbandonedRun, Scope } from '@pf/core'
import { PfError } from '@pf/core'
import { unref } from '../util/race-abort.ts'
import { thrownMessage } from '../util/thrown-message.ts'
import type { Engine } from './engine.ts'
import { type Recovered, recover } from './recover-thread.ts'
import { runKey } from './run-slot.ts'
import { loadRunStatus } from './thread-status.ts'

/** Continues the runs that processes have left, of all owners, without any request to their threads. */
export interface Recovery {
  stop(): void
}

/** Maximum number of runs that one pass reads. A pass that found so many is followed by the next one at once. */
const pageRuns = 200

/** Maximum number of runs that are taken over at the same time. A run counts until its first commit is written, not for as long as it works. */
const maxParallel = 16

/** Milliseconds after which a run that could not be continued is tried again. */
const retryMs = 30_000

/** A run that could not be continued, and when it is tried again by `performance.now()`. */
interface Postponed {
  failures: number
  until: number
}

/**
 * Searches for abandoned runs immediately, every `everyMs` milliseconds, and when the store reports one. Does nothing for a store whose runs
 * end with the process. A run that cannot be continued is tried again later, so that it keeps no other run from being continued; one that fails,
 * such as a run of a newer release, is logged. The timer does not keep the process alive.
 */
export function startRecovery(engine: Engine, everyMs: number): Recovery {
  const { agent } = engine
  const { storage } = agent.ports
  const postponed = new Map<string, Postponed>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let stopped = false
  if (!storage.abandoned) return { stop: () => undefined }

  const postpone = (key: string, ms: number) => {
    const failures = (postponed.get(key)?.failures ?? 0) + 1
    postponed.set(key, { failures, until: performance.now() + Math.min(retryMs, ms * 2 ** (failures - 1)) })
  }
  /** Resolves to whether the next list of abandoned runs will be another one. */
  const continueRun = async ({ owner, run_id }: AbandonedRun): Promise<boolean> => {
    const scope: Scope = { owner }
    const key = runKey(scope, run_id)
    try {
      const result: Recovered = await recover(engine, scope, await loadRunStatus(agent, scope, run_id))
      if (result === 'continued' || result === 'held') postponed.delete(key)
      else postpone(key, retryMs)
      return result !== 'held'
    } catch (error) {
      const code = PfError.isInstance(error) ? error.code : 'internal'
      // A store that fails for a moment must not hold up every run that it failed for.
      postpone(key, code === 'store_failed' ? everyMs : retryMs)
      agent.hooks.onLog({ level: 'error', message: `A run could not be continued (${code}): ${thrownMessage(error)}`, tool: '', owner, runId: run_id })
      return code !== 'store_failed'
    }
  }
  /** Resolves to whether there may be more to continue now. */
  const pass = async (): Promise<boolean> => {
    const limit = pageRuns + postponed.size
    const found = (await storage.abandoned?.(limit, agent.name)) ?? []
    if (found.length < limit) forgetOthers(postponed, found)
    const due = found.filter(({ owner, run_id }) => (postponed.get(runKey({ owner }, run_id))?.until ?? 0) <= performance.now())
    const changes = await mapParallel(fromRandomPlace(due), async (run) => !stopped && continueRun(run))
    return found.length >= limit && changes.includes(true)
  }
  let passing = false
  let again = false
  const tick = () => {
    passing = true
    again = false
    pass()
      // A store that cannot be read now is read in the next pass.
      .catch(() => false)
      .then((more) => {
        passing = false
        plan(again || more ? 0 : everyMs)
      })
  }
  const plan = (ms: number) => {
    clearTimeout(timer)
    if (stopped) return
    timer = setTimeout(tick, ms)
    unref(timer)
  }
  const unsubscribe = storage.onAbandoned?.(() => {
    again = true
    if (!passing) plan(0)
  })
  plan(0)
  return {
    stop: () => {
      stopped = true
      unsubscribe?.()
      clearTimeout(timer)
    },
  }
}

/** Drops what is known of runs that are not among all abandoned ones. */
function forgetOthers(postponed: Map<string, Postponed>, found: readonly AbandonedRun[]): void {
  const keys = new Set(found.map(({ owner, run_id }) => runKey({ owner }, run_id)))
  for (const key of postponed.keys()) if (!keys.has(key)) postponed.delete(key)
}

/** The same runs, begun at any of them: processes that find the same list at the same time take different runs. */
function fromRandomPlace<T>(items: readonly T[]): T[] {
  const start = Math.floor(Math.random() * items.length)
  return [...items.slice(start), ...items.slice(0, start)]
}

async function mapParallel<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  const waiting = items.values()
  const worker = async () => {
    for (const item of waiting) results.push(await work(item))
  }
  await Promise.all(Array.from({ length: maxParallel }, worker))
  return results
}
