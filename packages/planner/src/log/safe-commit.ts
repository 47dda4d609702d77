import type { CommitInput, PlannerEvent, UncommittedEvent } from '@pf/core'
import { PfError } from '@pf/core'
import { cleanTexts } from '@pf/core/internal'
import { isInstanceOf, isPfError } from '../util/thrown-message.ts'
import { Fenced, type RunWriterOptions, type StepCommit } from './run-writer-options.ts'

type Position = { last_seq: number; state_version: number }
type Commit = (events: UncommittedEvent[], extra: StepCommit) => Promise<void>

/** Delays between the attempts of one commit, in milliseconds: less than 4 s in total, well below the duration of a lease. */
const pauses = [50, 200, 800, 2_500]

/**
 * Creates a commit function whose retries never write twice: after a failure it reads the end of the log, because the write may have succeeded
 * although its response was lost. Throws Fenced or PfError `store_failed`; commits that the store refuses are not retried. U+0000 and halves of
 * surrogate pairs in events and entries of the conversation become U+FFFD.
 */
export function createSafeCommit(options: RunWriterOptions & { onWritten: (event: PlannerEvent | UncommittedEvent) => void }): Commit {
  const position: Position = { ...(options.from ?? { last_seq: 0, state_version: 0 }) }
  const clean = createCleaning(options)
  return async (given, added) => {
    const [events, extra] = [given.map(clean), added.thread ? { ...added, thread: added.thread.map(clean) } : added]
    const first = position.last_seq
    for (let attempt = 0; ; attempt++) {
      try {
        await commitOnce(options, { events, extra, position })
        break
      } catch (error) {
        if (isInstanceOf(error, Fenced)) throw error
        const pause = pauses[attempt]
        if (pause === undefined || isRefusal(error)) throw failure(error)
        await new Promise((done) => setTimeout(done, pause))
        if (await wasWritten(options, position, first + events.length)) break
      }
    }
    for (const event of events) options.onWritten(event)
  }
}

/** Cleans texts, unless an id of the run would change with them: a client may give a thread any id. */
function createCleaning({ run }: RunWriterOptions): <T>(value: T) => T {
  return cleanTexts(run) === run ? cleanTexts : (value) => value
}

interface Batch {
  events: UncommittedEvent[]
  extra: StepCommit
  position: Position
}

async function commitOnce({ storage, scope, run, agent, lease }: RunWriterOptions, { events, extra, position }: Batch): Promise<void> {
  const { state, ...rest } = extra
  const input: CommitInput = { run: { run_id: run.run_id, thread_id: run.thread_id }, agent, lease: lease(), events, ...rest }
  if (state !== undefined) input.state = { expect_version: position.state_version, value: state }
  const result = await storage.commit(scope, input)
  // No other process writes state under a valid lease, so a conflict means that the lease is no longer valid.
  if (result.status !== 'committed') throw new Fenced()
  position.last_seq += events.length
  position.state_version = result.state_version
}

/** Whether the store refused the content of the commit, so that another attempt would be refused again. */
const isRefusal = (error: unknown) => isPfError(error) && error.code !== 'store_failed' && error.code !== 'network'

async function wasWritten({ storage, scope, run }: RunWriterOptions, position: Position, expected: number): Promise<boolean> {
  const record = await storage.load(scope, run.run_id).catch(() => undefined)
  if (!record) return false
  const written = record.last_seq >= expected && (record.last_seq > position.last_seq || record.state_version > position.state_version)
  if (written) Object.assign(position, { last_seq: record.last_seq, state_version: record.state_version })
  return written
}

const failure = (cause: unknown) => new PfError('store_failed', 'The run could not be written to its store.', { cause })
