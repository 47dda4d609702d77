import type { Engine } from '../threads/engine.ts'
import { thrownMessage } from '../util/thrown-message.ts'
import { claimMs, doTask, type TaskWork } from './do-task.ts'
import { makeReport } from './make-report.ts'
import { startScheduled } from './start-scheduled.ts'

/** Works in this process on the background tasks of an agent, of all owners. */
export interface Worker {
  /** Stops claiming tasks, releases the claims, and resolves once no task is followed any more. The runs themselves are not stopped. */
  stop(): Promise<void>
}

/** Duration for which a report is reserved for one process, in milliseconds. */
const reportMs = 5_000

/** Maximum number of reports in one pass. */
const maxReports = 10

/** Starts the worker. It searches for tasks and reports immediately, after every change by this process, and at intervals. */
export function startWorker(engine: Engine): Worker {
  const { agent } = engine
  const { ports, tasks: settings } = agent
  const { tasks } = ports
  const stop = new AbortController()
  const working = new Set<TaskWork>()
  if (!tasks || !settings || settings.maxConcurrent === 0) return { stop: async () => undefined }

  const isBusy = ({ isPaused, run_id }: TaskWork) => !isPaused() && !settings.retaining.has(run_id)
  const claim = async () => {
    const limit = settings.maxConcurrent - [...working].filter(isBusy).length
    if (limit <= 0) return
    for (const claimed of await tasks.claim({ agent: agent.name, limit, ttlMs: claimMs })) {
      if (claimed.task.mode === 'schedule') {
        // The claim expires, and a process takes it again.
        await startScheduled(engine, claimed).catch((error: unknown) => {
          const message = `A scheduled task could not be started: ${thrownMessage(error)}`
          agent.hooks.onLog({ level: 'error', message, tool: '', owner: claimed.owner, runId: claimed.task.run_id, threadId: claimed.task.thread_id })
        })
        continue
      }
      const task = doTask(engine, claimed, stop.signal)
      working.add(task)
      void task.done.then(() => {
        working.delete(task)
        settings.changed.notify()
      })
    }
  }
  const report = async () => {
    for (const due of await tasks.claimReports({ agent: agent.name, limit: maxReports, deferMs: reportMs })) {
      if (stop.signal.aborted) return
      await makeReport(engine, due).catch((error: unknown) => {
        // Another process may have made the report. Otherwise it becomes due again.
        agent.hooks.onLog({
          level: 'warn',
          message: `A report could not be created: ${thrownMessage(error)}`,
          tool: '',
          owner: due.owner,
          runId: due.group.run_id,
          threadId: due.group.thread_id,
        })
      })
    }
  }
  const loop = async () => {
    while (!stop.signal.aborted) {
      const changed = settings.changed.wait(settings.pollMs, stop.signal)
      // If the store cannot be read now, the next pass reads it.
      await claim().catch(() => undefined)
      await report().catch(() => undefined)
      await changed
    }
  }
  const looping = loop()
  return {
    stop: async () => {
      stop.abort()
      await looping
      await Promise.all([...working].map(({ done }) => done))
    },
  }
}
