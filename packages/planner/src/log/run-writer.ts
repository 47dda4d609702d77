import type { UncommittedEvent } from '@pf/core'
import { PfError } from '@pf/core'
import { mergeDeltas } from '@pf/core/internal'
import { isInstanceOf, isPfError } from '../util/thrown-message.ts'
import { createOpenItems, type EventDraft, type OpenItems } from './open-items.ts'
import { Fenced, type RunWriterOptions, type StepCommit } from './run-writer-options.ts'
import { createSafeCommit } from './safe-commit.ts'

/** Writes all events and state of a run in order. */
export interface RunWriter {
  /** Queues an event for the next flush, which starts immediately if none is in progress. Ignored after a finish. */
  emit(event: EventDraft): void
  /** Writes the queue and `extra` in one commit. Rejects with Fenced or PfError `store_failed`. */
  commit(extra?: StepCommit): Promise<void>
  /** The items that are open in the written log. */
  readonly open: OpenItems
  readonly now: () => number
}

interface Job {
  extra: StepCommit
  resolve: () => void
  reject: (error: unknown) => void
}

/** If more than `events` events have been queued within `forMs`, a flush waits `waitMs` so that more deltas can be merged. */
const loaded = { events: 1_000, forMs: 1_000, waitMs: 40 }

/** Creates the writer of one run. */
export function createRunWriter(options: RunWriterOptions): RunWriter {
  const { now, run } = options
  const envelope = { run_id: run.run_id, thread_id: run.thread_id, ...(run.parent_run_id === undefined ? {} : { parent_run_id: run.parent_run_id }) }
  const open = createOpenItems()
  const write = createSafeCommit({ ...options, onWritten: (event) => open.observe(event) })
  let queue: UncommittedEvent[] = []
  let jobs: Job[] = []
  let draining = false
  let fenced = false
  let ended = false
  let loadedSince: number | undefined

  const drain = async () => {
    draining = true
    while (queue.length > 0 || jobs.length > 0) {
      await pace()
      const events = mergeDeltas(queue)
      const taken = jobs
      queue = []
      jobs = []
      await writeBatch(events, taken)
    }
    draining = false
  }
  const pace = async () => {
    if (queue.length <= loaded.events) loadedSince = undefined
    else loadedSince ??= now()
    if (loadedSince !== undefined && jobs.length === 0 && now() - loadedSince >= loaded.forMs) await new Promise((done) => setTimeout(done, loaded.waitMs))
  }
  const writeBatch = async (events: UncommittedEvent[], taken: Job[]) => {
    try {
      const extra = mergeExtras(taken.map((job) => job.extra))
      if (events.length > 0 || Object.keys(extra).length > 0) await write(events, extra)
      for (const job of taken) job.resolve()
    } catch (error) {
      fenced ||= isInstanceOf(error, Fenced)
      if (events.some(({ type }) => type === 'finish')) ended = false
      const fault = isInstanceOf(error, Fenced) || isPfError(error) ? error : new PfError('internal', 'The run could not be written.', { cause: error })
      for (const job of taken) job.reject(fault)
      options.onFailure(fault)
    }
  }
  const kick = () => {
    if (!draining) void drain()
  }
  return {
    open,
    now,
    emit: (event) => {
      // Events after the finish are ignored, such as a chunk whose bytes were still being stored.
      if (fenced || ended) return
      ended = event.type === 'finish'
      queue.push({ ...event, ...envelope, ts: now() } as UncommittedEvent)
      kick()
    },
    commit: (extra = {}) =>
      new Promise<void>((resolve, reject) => {
        if (fenced) return reject(new Fenced())
        jobs.push({ extra, resolve, reject })
        kick()
      }),
  }
}

function mergeExtras(extras: StepCommit[]): StepCommit {
  const state = extras.findLast((extra) => extra.state !== undefined)?.state
  const pending = extras.flatMap((extra) => extra.pending ?? [])
  const thread = extras.flatMap((extra) => extra.thread ?? [])
  const artifacts = extras.flatMap((extra) => extra.artifacts ?? [])
  const spending = extras.flatMap((extra) => extra.spending ?? [])
  const tasks = extras.flatMap((extra) => extra.tasks ?? [])
  const fences = extras.flatMap((extra) => extra.fences ?? [])
  return {
    ...(state === undefined ? {} : { state }),
    ...(pending.length > 0 ? { pending } : {}),
    ...(thread.length > 0 ? { thread } : {}),
    ...(artifacts.length > 0 ? { artifacts } : {}),
    ...(spending.length > 0 ? { spending } : {}),
    ...(tasks.length > 0 ? { tasks } : {}),
    ...(fences.length > 0 ? { fences } : {}),
  }
}
