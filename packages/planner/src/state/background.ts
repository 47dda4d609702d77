import type { JsonObject } from '@pf/core'

/**
 * The origin of a run that no user asked for: the work on a background task, or the report of its result to a conversation. `depth` counts how
 * many tasks stand above one another, from 1.
 */
export type Background =
  | { kind: 'subagent'; task_id: string; depth: number }
  | { kind: 'job'; task_id: string; depth: number; tool: string; tool_args: JsonObject }
  | ReportOrigin

/** A report: its text, and whether the agent answers it or the text is the answer. */
export interface ReportOrigin {
  kind: 'report'
  text: string
  mode: 'notify' | 'answer'
}

/** A group that the turn has made and that tasks can still join. */
export interface OpenTaskGroup {
  group_id: string
  name: string
}
