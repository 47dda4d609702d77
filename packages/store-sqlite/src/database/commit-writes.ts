import type { Spending } from '@pf/core'

/** The writes of a commit as texts. Ids are JSON strings, values are JSON. */
export interface CommitWrites {
  owner: string
  run_id: string
  thread_id: string
  now: number
  /** The time by the clock of tasks. */
  tasksNow: number
  /** The events without their `seq`, as JSON objects. */
  events: string[]
  expect_seq?: number
  /** State of the run after the last of these events; absent if they do not change it. */
  phase?: 'working' | 'paused' | 'finished'
  state?: { expect_version: number; value: string }
  /** Set for a commit that begins a run which a request asked for: the maximum number of runs of the owner. */
  maxOwnerRuns?: number
  successor?: string
  agent?: string
  interactions: { id: string; state: string; deadline: number | null; role: string | null; data: string }[]
  artifacts: { artifact_id: string; data: string }[]
  /** Changes of task groups as JSON. */
  tasks: { group_id: string; data: string }[]
  thread: ThreadWrites
  spending: { account: string; spending: Spending }[]
}

/** Entries of a conversation. `search` is the text that is searched; null for an entry that is not searched. */
export interface ThreadWrites {
  entries: { key: string; run_id: string; data: string; search: string | null }[]
  /** The title that the entries give to their thread, which adds the thread to the list, and the text of it that is searched. */
  title?: { text: string; search: string }
}
