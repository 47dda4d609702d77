import type { CommitInput, PlannerEvent, UncommittedEvent } from '@pf/core'
import { PfError } from '@pf/core'
import { isInstanceOf } from '../util/is-instance-of.ts'
import { isPfError } from '../util/is-pf-error.ts'
import { Fenced } from './fenced.ts'
import type { RunWriterOptions } from './run-writer-options.ts'
import type { StepCommit } from './step-commit.ts'

type Position = { last_seq: number; state_version: number }
type Commit = (events: UncommittedEvent[], extra: StepCommit) => Promise<void>

/** Waits between the tries of one commit, in milliseconds: under 4 s in all, well inside a lease. */
const pauses = [50, 200, 800, 2_500]

/**
 * Commits with retries that never write twice: after a failure it reads where the log stands, since the answer may have been lost and not
 * the write. Throws Fenced, or PfError `store_failed`; refusals of the store are not tried again.
 */
export function createSafeCommit(options: RunWriterOptions & { onWritten: (event: PlannerEvent | UncommittedEvent) => void }): Commit {
  const position: Position = { ...(options.from ?? { last_seq: 0, state_version: 0 }) }
  return async (events, extra) => {
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

interface Batch {
  events: UncommittedEvent[]
  extra: StepCommit
  position: Position
}

async function commitOnce({ storage, scope, run, lease }: RunWriterOptions, { events, extra, position }: Batch): Promise<void> {
  const { state, ...rest } = extra
  const input: CommitInput = { run: { run_id: run.run_id, thread_id: run.thread_id }, lease: lease(), events, ...rest }
  if (state !== undefined) input.state = { expect_version: position.state_version, value: state }
  const result = await storage.commit(scope, input)
  // Under a lease that holds nobody else writes state, so a conflict means that it does not hold.
  if (result.status !== 'committed') throw new Fenced()
  position.last_seq += events.length
  position.state_version = result.state_version
}

/** Refused for what it holds, not for where it goes: the same again would be refused again. */
const isRefusal = (error: unknown) => isPfError(error) && error.code !== 'store_failed' && error.code !== 'network'

async function wasWritten({ storage, scope, run }: RunWriterOptions, position: Position, expected: number): Promise<boolean> {
  const record = await storage.load(scope, run.run_id).catch(() => undefined)
  if (!record) return false
  const written = record.last_seq >= expected && (record.last_seq > position.last_seq || record.state_version > position.state_version)
  if (written) Object.assign(position, { last_seq: record.last_seq, state_version: record.state_version })
  return written
}

const failure = (cause: unknown) => new PfError('store_failed', 'The run could not be written to its store.', { cause })
