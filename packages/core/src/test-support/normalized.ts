import { normalizeAction } from '../action/normalize/normalize-action.ts'
import type { ActionOptions } from '../action/shape/action-options.ts'
import { ActionError } from '../action/shape/shape-result.ts'

/** Returns the code of the error that `normalizeAction` throws, or 'accepted'. For tests only. */
export function codeOf(input: unknown, options?: ActionOptions): string {
  try {
    normalizeAction(input, options)
  } catch (error) {
    if (error instanceof ActionError) return error.code
    throw error
  }
  return 'accepted'
}

/** Returns the error that `normalizeAction` throws. */
export function faultOf(input: unknown, options?: ActionOptions): ActionError {
  try {
    normalizeAction(input, options)
  } catch (error) {
    if (error instanceof ActionError) return error
  }
  throw new Error('expected an ActionError')
}

/** Returns the action of `normalizeAction`. */
export const actionOf = (input: unknown, options?: ActionOptions) => normalizeAction(input, options).action

/** Returns a final_response that contains the given source text of an answer unchanged. */
export const rawAnswer = (text: string) => `{"next_node":"final_response","args":{"answer":"${text}"}}`
