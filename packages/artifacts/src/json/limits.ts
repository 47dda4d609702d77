/** Most values that one look at a tool's result visits; what lies beyond becomes one short text. */
export const maxNodes = 10_000_000

/** Stands for what has more values than may be looked at. */
export const tooLarge = '[too large]'

/** What a walk may still look at, and write in characters; shared by walks that serve one result. `cut` once something was left out. */
export interface Budget {
  nodes: number
  chars: number
  cut: boolean
}

/** A budget that nothing was taken from. */
export const fullBudget = (chars: number = Number.POSITIVE_INFINITY): Budget => ({ nodes: maxNodes, chars, cut: false })

/** Whether there is something left. */
export const hasBudgetLeft = ({ nodes, chars }: Budget): boolean => nodes >= 0 && chars >= 0
