import type { AbandonedRun, Scope } from '@pf/core'
import { PfError } from '@pf/core'
import { unref } from '../util/race-abort.ts'
import { thrownMessage } from '../util/thrown-message.ts'
import type { Engine } from './engine.ts'
import { recover } from './recover-thread.ts'
import { runKey } from './run-slot.ts'
import { loadRunStatus } from './thread-status.ts'

/** Continues the runs that processes have left, of all owners, without any request to their threads. */
export interface Recovery {
  stop(): void
}

/** Maximum number of runs that one pass continues. The others follow in the next passes, which spreads the load after a restart. */
const maxRuns = 50

/** Milliseconds after which a run that could not be continued is tried again. */
const retryMs = 30_000

/**
 * Searches for abandoned runs immediately, every `everyMs` milliseconds, and when the store reports one. Does nothing for a store whose
 * runs end with the process. A run that cannot be continued, such as one of a newer release, is logged and tried again later. The timer
 * does not keep the process alive.
 */
export function startRecovery(engine: Engine, everyMs: number): Recovery {
  const { agent } = engine
  const { storage } = agent.ports
  const failed = new Map<string, number>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let stopped = false
  if (!storage.abandoned) return { stop: () => undefined }

  const continueRun = async ({ owner, run_id }: AbandonedRun) => {
    const scope: Scope = { owner }
    const key = runKey(scope, run_id)
    try {
      await recover(engine, scope, await loadRunStatus(agent, scope, run_id))
      failed.delete(key)
    } catch (error) {
      failed.set(key, performance.now() + retryMs)
      const code = PfError.isInstance(error) ? error.code : 'internal'
      agent.hooks.onLog({ level: 'error', message: `A run could not be continued (${code}): ${thrownMessage(error)}`, tool: '', owner, run_id })
    }
  }
  const pass = async () => {
    for (const [key, until] of failed) if (performance.now() >= until) failed.delete(key)
    const found = (await storage.abandoned?.(maxRuns + failed.size, agent.name)) ?? []
    const due = found.filter(({ owner, run_id }) => !failed.has(runKey({ owner }, run_id))).slice(0, maxRuns)
    for (const run of due) {
      if (stopped) return
      await continueRun(run)
    }
  }
  let passing = false
  let again = false
  const tick = () => {
    passing = true
    again = false
    pass()
      // A store that cannot be read now is read in the next pass.
      .catch(() => undefined)
      .then(() => {
        passing = false
        plan(again ? 0 : everyMs)
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
