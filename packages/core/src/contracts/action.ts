/** The request of a planner step: a tool name or one of the opcodes `plan`, `task` and `final_response`, with its arguments. */
export interface PlannerAction {
  next_node: string
  args: Record<string, unknown>
}

/** The opcodes. Any other `next_node` is a tool name. */
export type Opcode = 'plan' | 'task' | 'final_response'

/** One branch of a plan. */
export interface PlanStep {
  node: string
  args: Record<string, unknown>
}

/** The combination of the branches of a plan: a tool that receives the injected results, or no tool (all results are returned to the model). */
export interface PlanJoin {
  node?: string | null
  args?: Record<string, unknown>
  /** Maps the name of an argument to its source: `$all`, `$results`, `$branches`, `$failures`, `$success_count`, `$failure_count`, `$expect`, or a literal. */
  inject?: Record<string, unknown>
}

/** Arguments of `plan`. */
export interface PlanArgs {
  steps: PlanStep[]
  join?: PlanJoin
}

/** The use of a background result in the conversation. */
export type MergeStrategy = 'HUMAN_GATED' | 'APPEND' | 'REPLACE'

/** Arguments of `task`: one background task, on its own or in a group. */
export interface TaskArgs {
  name?: string
  mode?: 'subagent' | 'job'
  query?: string
  tool?: string
  tool_args?: Record<string, unknown>
  merge_strategy?: MergeStrategy
  group?: string
  group_id?: string
  group_sealed?: boolean
  group_report?: 'all' | 'any' | 'none'
  group_merge_strategy?: MergeStrategy
  retain_turn?: boolean
  /** The time at which the task starts, as an ISO 8601 date and time or duration from now, or a cron expression of five fields for a task that is started repeatedly. */
  schedule?: string
  /** IANA time zone of the schedule, such as `Europe/Berlin`. */
  time_zone?: string
}

/** Arguments of `final_response`. Only `answer` is required; an invalid optional field is dropped without affecting the others. */
export interface FinalResponseArgs {
  answer: string
  sources?: unknown[]
  suggested_actions?: unknown[]
  confidence?: number
  language?: string
  route?: string
  requires_followup?: boolean
  warnings?: string[]
  artifacts?: Record<string, unknown>
  extra?: Record<string, unknown>
}

/** The action forms that a planner accepts: all forms (default), only the two-field form, or only the five-field form. */
export type ActionFormat = 'auto' | 'unified' | 'legacy'

/** A deviation from the canonical form that was corrected. `at` is an offset in characters into the input. */
export interface Repair {
  kind: string
  at?: number
}

/**
 * A reason why an action may not be what the model decided on, or may lack arguments. `other_action`: there is text around the action, and a
 * different action follows. `in_text`: the text around the action shows that it is only mentioned. `several`: a different action follows
 * without text. `text_after`: text follows the action. `in_sentence`: the action is part of a sentence, or follows one about an example or a
 * possibility. `repeated_key`: an object of the action has a key twice, with different values. docs/reading-actions.md has the rules.
 */
export type ActionDoubt = 'other_action' | 'in_text' | 'several' | 'text_after' | 'in_sentence' | 'repeated_key'

/** Members beside the arguments of a call. In a plan, `step` is the index of its step, or the number of steps for the join. */
export interface BesideMembers {
  step?: number
  members: Record<string, unknown>
}

/** The result of normalizing model output. */
export interface NormalizedAction {
  action: PlannerAction
  /** Thought or reasoning text that accompanied the action and was removed from it. */
  reasoning?: string
  repairs: Repair[]
  /** Further complete actions in the same output, in order; only the first one runs. */
  alternates: PlannerAction[]
  /**
   * Members that the model wrote beside arguments that are complete without them. They may be arguments as well, which only the schema of
   * the tool can decide.
   */
  beside?: BesideMembers[]
  /**
   * Members that belong to the form of an action (`thought`, `reasoning`) or to the envelope of a provider (`id`, `type`), unless the tool
   * has a parameter of that name.
   */
  formal?: BesideMembers[]
  /** Other objects in the output that are not actions, at most 8. They may be arguments that the model wrote outside the action. */
  apart?: Record<string, unknown>[]
  /** Absent if there are none. Ask the model again before an action with doubts is executed. */
  doubts?: ActionDoubt[]
  ignored?: { prefix?: string; suffix?: string }
}
