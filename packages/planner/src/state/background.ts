import type { JsonObject } from '@pf/core'

/**
 * The origin of a run that was not requested by a user: the work on a background task, or the report of its result to a conversation.
 * `depth` is the nesting depth of tasks, starting at 1.
 */
export type Background =
  | { kind: 'subagent'; task_id: string; depth: number }
  | { kind: 'job'; task_id: string; depth: number; tool: string; tool_args: JsonObject }
  | ReportOrigin

/**
 * A report: its text, and the mode. In one mode the agent answers it, in the other the text is the answer. `depth` is that of the reported
 * tasks, so that answers to reports cannot start tasks without end.
 */
export interface ReportOrigin {
  kind: 'report'
  text: string
  mode: 'notify' | 'answer'
  depth: number
}

/** A group that was created in the turn and that tasks can still join. */
export interface OpenTaskGroup {
  group_id: string
  name: string
}
