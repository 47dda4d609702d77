import { unlessStopped } from '../hooks/unless-stopped.ts'
import type { Run } from '../run/run.ts'
import { chooseModel } from './choose-model.ts'
import { recall } from './recall.ts'

/** Prepares a run before its first step: chooses model and effort, and recalls earlier turns. A failure leaves the default. Rejects only with RunStopped. */
export async function prepareRun(run: Run): Promise<void> {
  if (run.state.prepared) return
  const results = await Promise.allSettled([runSafely(run, 'router_failed', chooseModel), runSafely(run, 'memory_failed', recall)])
  for (const result of results) if (result.status === 'rejected') throw result.reason
  run.state.prepared = true
}

async function runSafely(run: Run, code: string, work: (run: Run) => Promise<void>): Promise<void> {
  try {
    await work(run)
  } catch (error) {
    unlessStopped(error)
    if (!run.segment.signal.aborted) run.emit({ type: 'warning', code, text: texts[code] ?? '' })
  }
}

const texts: Readonly<Record<string, string>> = {
  router_failed: 'The router gave no answer; the default model and effort are used.',
  memory_failed: 'Earlier turns could not be read; the run goes on without them.',
}
