import { PfError } from '@pf/core'
import type { Policy } from './policy.ts'

/** The budget of bytes that a model may write into components during one run. */
export interface RunBudget {
  readonly limit: number
  /** Number of bytes charged so far. Store it with the state of the run and pass it on when the run resumes. */
  readonly spent: number
  readonly left: number
  /** Charges `bytes` if enough are left. Returns true if they were charged. */
  charge(bytes: number): boolean
}

/** Creates the budget of a run. `spent` is the number of bytes charged in earlier segments of the run. */
export function createRunBudget(policy: Pick<Policy, 'limits'>, options: { spent?: number } = {}): RunBudget {
  const limit = policy.limits.runBytes
  let spent = wholeBytes(options.spent ?? 0)
  return {
    limit,
    get spent() {
      return spent
    },
    get left() {
      return Math.max(0, limit - spent)
    },
    charge(bytes) {
      if (wholeBytes(bytes) > limit - spent) return false
      spent += bytes
      return true
    },
  }
}

function wholeBytes(bytes: number): number {
  if (!Number.isSafeInteger(bytes) || bytes < 0) throw new PfError('invalid_input', 'A byte count must be an integer of at least 0.')
  return bytes
}
