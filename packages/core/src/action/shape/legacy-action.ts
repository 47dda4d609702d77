import type { PlannerAction } from '../../contracts/action.ts'
import { getOwn } from '../../json/records.ts'

/** The five-field form of an action. */
export interface LegacyAction {
  thought: string
  next_node: string | null
  args: Record<string, unknown> | null
  plan: unknown[] | null
  join: unknown
}

/**
 * Converts an action to the five-field form, for logs and for models that know only that form. Optional fields of an answer stay in `args`.
 * The form has no tasks: a task keeps its `next_node`, which is useful for logs only, because the format `legacy` does not accept it.
 */
export function toLegacyAction(action: PlannerAction, thought = ''): LegacyAction {
  const { next_node, args } = action
  if (next_node === 'plan') return { thought, next_node: null, args: null, plan: listOf(args.steps), join: getOwn(args, 'join') ?? null }
  if (next_node === 'final_response') {
    const { answer, ...rest } = args
    return { thought, next_node: null, args: { raw_answer: answer ?? '', ...rest }, plan: null, join: null }
  }
  return { thought, next_node, args, plan: null, join: null }
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}
