import type { FinalResponseArgs, PlanArgs, PlanJoin, PlannerAction, PlanStep, TaskArgs } from '../../contracts/action.ts'
import { isOpcode } from './opcodes.ts'

/** An action with a known name and its arguments. */
export type ActionOf<Node extends string, Args> = PlannerAction & { next_node: Node; args: Args }

/** True when the action calls a tool. */
export function isToolCall(action: PlannerAction): boolean {
  return !isOpcode(action.next_node)
}

/** True when the action is a plan of parallel calls. */
export function isPlan(action: PlannerAction): action is ActionOf<'plan', PlanArgs & Record<string, unknown>> {
  return action.next_node === 'plan'
}

/** True when the action starts a background task. */
export function isTask(action: PlannerAction): action is ActionOf<'task', TaskArgs & Record<string, unknown>> {
  return action.next_node === 'task'
}

/** True when the action is the answer to the user. */
export function isFinalResponse(action: PlannerAction): action is ActionOf<'final_response', FinalResponseArgs & Record<string, unknown>> {
  return action.next_node === 'final_response'
}

/** Returns the answer of a final_response, and undefined for any other action. */
export function getAnswer(action: PlannerAction): string | undefined {
  return isFinalResponse(action) ? action.args.answer : undefined
}

/** Returns the steps of a plan, and undefined for any other action. */
export function getPlanSteps(action: PlannerAction): PlanStep[] | undefined {
  return isPlan(action) ? action.args.steps : undefined
}

/** Returns the join of a plan; undefined if there is none. */
export function getPlanJoin(action: PlannerAction): PlanJoin | undefined {
  return isPlan(action) ? action.args.join : undefined
}
