import { createContext, useContext, useEffect, useId, useState } from 'react'

/** Estimated time in milliseconds that all texts of a component may take together, with those of the components nested in it. */
export const TEXT_BUDGET_MS = 500

/** Elements that all source code of a component may be coloured with. */
const MAX_TOKENS = 10_000

/** The time that the texts of one component share. Texts that come later get what is left. */
export interface TextBudget {
  /** Reserves time for a text and returns how much of it was left. A second call for the same text replaces the first. */
  reserve(id: string, ms: number): number
  release(id: string): void
  /** Milliseconds that were spent on drawing formulas. */
  formulas: { spentMs: number }
  /** How many further parts of source code may have a colour of their own. */
  tokens: { left: number }
}

function createTextBudget(): TextBudget {
  const reserved = new Map<string, number>()
  return {
    reserve(id, ms) {
      reserved.delete(id)
      const others = [...reserved.values()].reduce((sum, each) => sum + each, 0)
      const granted = Math.min(ms, Math.max(0, TEXT_BUDGET_MS - others))
      reserved.set(id, granted)
      return granted
    },
    release: (id) => void reserved.delete(id),
    formulas: { spentMs: 0 },
    tokens: { left: MAX_TOKENS },
  }
}

export const TextBudgetContext = /* @__PURE__ */ createContext<TextBudget | undefined>(undefined)

/** The budget of the component around, or a new one. */
export function useTextBudget(): TextBudget {
  const around = useContext(TextBudgetContext)
  const [own] = useState(createTextBudget)
  return around ?? own
}

/** Reserves time for one text, for as long as it is shown. Returns the milliseconds that it may take. */
export function useReservedMs(budget: TextBudget, ms: number): number {
  const id = useId()
  useEffect(() => {
    budget.reserve(id, ms)
    return () => budget.release(id)
  }, [budget, id, ms])
  return budget.reserve(id, ms)
}
