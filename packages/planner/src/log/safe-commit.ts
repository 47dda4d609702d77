import type { CommitInput, PlannerEvent, UncommittedEvent } from '@pf/core'
import { PfError } from '@pf/core'
import { cleanTexts } from '@pf/core/internal'
import { isInstanceOf, isPfError } from '../util/thrown-message.ts'
import { Fenced, type RunWriterOptions, type StepCommit } from './run-writer-options.ts'

type Position = { last_seq: number; state_version: number }
type Commit = (events: UncommittedEvent[], extra: StepCommit) => Promise<void>

/** Delays between the attempts of one commit, in milliseconds. They total less than 4 s, well below the duration of a lease. */
const pauses = [50, 200, 800, 2_500]

/**
 * Creates a commit function whose retries never write twice: after a failure it reads the end of the log, because the write may have succeeded
 * although its response was lost, and each commit names the position that it expects, because the write may still be on its way. Throws Fenced, or PfError `storage_full` or `store_failed`; commits that the store refuses are not retried. U+0000 and halves of
 * surrogate pairs in events and entries of the conversation become U+FFFD.
 */
export function createSafeCommit(options: RunWriterOptions & { onWritten: (event: PlannerEvent | UncommittedEvent) => void }): Commit {
  const position: Position = { ...(options.from ?? { last_seq: 0, state_version: 0 }) }
  const clean = createCleaning(options)
  let inDoubt = false
  return async (given, added) => {
    const [events, extra] = [given.map(clean), added.thread ? { ...added, thread: added.thread.map(clean) } : added]
    for (let attempt = 0; ; attempt++) {
      try {
        if (inDoubt && attempt === 0) await readPosition(options, position)
        if (await commitOnce(options, { events, extra, position })) break
        // The lease holds, so what the log has more than expected was written by an earlier attempt, of this batch or of one that was given up.
        if (attempt > 0 && (await wasWritten(options, position, events.length))) break
        if (!inDoubt) throw new Fenced()
        await readPosition(options, position)
      } catch (error) {
        if (isInstanceOf(error, Fenced)) throw error
        const pause = pauses[attempt]
        if (pause === undefined || isRefusal(error)) {
          inDoubt ||= !isRefusal(error)
          throw isPfError(error) && error.code === 'storage_full' ? error : failure(error)
        }
        await new Promise((done) => setTimeout(done, pause))
        if (await wasWritten(options, position, events.length).catch(() => false)) break
      }
    }
    inDoubt = false
    for (const event of events) options.onWritten(event)
  }
}

/** Cleans texts, unless this would change an id of the run. A client may choose any id for a thread. */
function createCleaning({ run }: RunWriterOptions): <T>(value: T) => T {
  return cleanTexts(run) === run ? cleanTexts : (value) => value
}

interface Batch {
  events: UncommittedEvent[]
  extra: StepCommit
  position: Position
}

/** False when the log or the state is at another position than expected. Throws Fenced when the lease is lost. */
async function commitOnce({ storage, scope, run, agent, lease }: RunWriterOptions, { events, extra, position }: Batch): Promise<boolean> {
  const { state, ...rest } = extra
  const { last_seq: expect_seq, state_version: expect_version } = position
  const input: CommitInput = { run: { run_id: run.run_id, thread_id: run.thread_id }, agent, lease: lease(), events, expect_seq, ...rest }
  if (state !== undefined) input.state = { expect_version, value: state }
  const result = await storage.commit(scope, input)
  if (result.status === 'fenced') throw new Fenced()
  if (result.status === 'conflict') return false
  position.last_seq += events.length
  position.state_version = result.state_version
  return true
}

/** True if the store refused the content of the commit, so that another attempt would be refused as well. */
const isRefusal = (error: unknown) => isPfError(error) && error.code !== 'store_failed' && error.code !== 'network'

async function readPosition({ storage, scope, run }: RunWriterOptions, position: Position): Promise<void> {
  const record = await storage.load(scope, run.run_id)
  if (record) Object.assign(position, { last_seq: record.last_seq, state_version: record.state_version })
}

/** Whether a batch of `events` events was written behind the position, which is then moved behind it. */
async function wasWritten(options: RunWriterOptions, position: Position, events: number): Promise<boolean> {
  const found = { ...position }
  await readPosition(options, found)
  const written = found.last_seq >= position.last_seq + events && (found.last_seq > position.last_seq || found.state_version > position.state_version)
  if (written) Object.assign(position, found)
  return written
}

const failure = (cause: unknown) => new PfError('store_failed', 'The run could not be written to its store.', { cause })
