/** Maximum number of values that one walk over a tool's result visits. The rest becomes one short text. */
export const maxNodes = 10_000_000

/** Replacement of data with more values than the limit. */
export const tooLarge = '[too large]'

/** The remaining numbers of values to read and of characters to write, shared by walks that process one result. `cut` is true once something was omitted. */
export interface Budget {
  nodes: number
  chars: number
  cut: boolean
}

/** Creates a full budget. */
export const fullBudget = (chars: number = Number.POSITIVE_INFINITY): Budget => ({ nodes: maxNodes, chars, cut: false })

/** True if the budget is not used up. */
export const hasBudgetLeft = ({ nodes, chars }: Budget): boolean => nodes >= 0 && chars >= 0
