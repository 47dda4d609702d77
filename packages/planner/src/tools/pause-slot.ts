import type { Claim, RemainingPlan } from '../state/waiting.ts'

/** The one pause that a step can have: of several calls side by side the first that asks gets it. */
export interface PauseSlot {
  readonly claim: Claim | undefined
  /** False when another call has it. */
  take(claim: Claim): boolean
  /** The plan around the call that waits. */
  plan: RemainingPlan | undefined
}

/** Creates a free slot. */
export function createPauseSlot(): PauseSlot {
  let taken: Claim | undefined
  return {
    plan: undefined,
    get claim() {
      return taken
    },
    take: (claim) => {
      if (taken) return false
      taken = claim
      return true
    },
  }
}
