/** What a planner step asks for: a tool name or one of the opcodes `plan`, `task`, `final_response`, and its arguments. */
export interface PlannerAction {
  next_node: string
  args: Record<string, unknown>
}

/** The opcodes; every other `next_node` is a tool name. */
export type Opcode = 'plan' | 'task' | 'final_response'

/** One branch of a plan. */
export interface PlanStep {
  node: string
  args: Record<string, unknown>
}

/** How the branches of a plan come together: a tool that gets injected results, or nothing (all results go back to the model). */
export interface PlanJoin {
  node?: string | null
  args?: Record<string, unknown>
  /** Argument name to source: `$all`, `$results`, `$branches`, `$failures`, `$success_count`, `$failure_count`, `$expect`, or a literal. */
  inject?: Record<string, unknown>
}

/** Arguments of `plan`. */
export interface PlanArgs {
  steps: PlanStep[]
  join?: PlanJoin
}

/** What becomes of a background result. */
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
}

/** Arguments of `final_response`. Only `answer` is required; a bad optional field loses only itself. */
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

/** Which shapes a planner accepts: everything (default), only the two-field form, only the five-field form. */
export type ActionFormat = 'auto' | 'unified' | 'legacy'

/** A deviation from the canonical form that was put right. `at` is an offset in characters into the input. */
export interface Repair {
  kind: string
  at?: number
}

/** The result of normalizing model output. */
export interface NormalizedAction {
  action: PlannerAction
  /** Thought or reasoning text that came with the action and was taken out of it. */
  reasoning?: string
  repairs: Repair[]
  /** Further complete actions in the same output, in order; only the first one runs. */
  alternates: PlannerAction[]
  /**
   * Members that the model wrote beside arguments which are complete without them. They may be arguments too, which only the schema of the
   * tool tells. `step`: the index of the step of a plan.
   */
  beside?: { step?: number; members: Record<string, unknown> }[]
  ignored?: { prefix?: string; suffix?: string }
}
