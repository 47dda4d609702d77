import { PfError } from '@pf/core'
import type { Policy } from './policy.ts'

/** Bytes that a model may still write into components during one run. */
export interface RunBudget {
  readonly limit: number
  /** Bytes charged so far; keep it with the run's state and pass it on when the run resumes. */
  readonly spent: number
  readonly left: number
  /** Takes `bytes` if that many are left; says whether it did. */
  charge(bytes: number): boolean
}

/** One budget a run; `spent` carries over what earlier segments of the run used. */
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
  if (!Number.isSafeInteger(bytes) || bytes < 0) throw new PfError('invalid_input', 'A byte count must be a whole number from 0.')
  return bytes
}
