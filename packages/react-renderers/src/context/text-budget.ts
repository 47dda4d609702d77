import { createContext, useContext, useEffect, useId, useState } from 'react'

/** Estimated total time in milliseconds for the texts of a component and of the components nested in it. */
export const TEXT_BUDGET_MS = 500

/** Maximum number of coloured elements for all source code of a component. */
const MAX_TOKENS = 10_000

/** The time shared by the texts of one component. Later texts get the remaining time. */
export interface TextBudget {
  /** Reserves time for a text and returns how much was available. A second call for the same text replaces the first. */
  reserve(id: string, ms: number): number
  release(id: string): void
  /** Milliseconds spent on drawing formulas. */
  formulas: { spentMs: number }
  /** Number of further parts of source code that may have a colour. */
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

/** Returns the budget of the enclosing component, or a new one. */
export function useTextBudget(): TextBudget {
  const around = useContext(TextBudgetContext)
  const [own] = useState(createTextBudget)
  return around ?? own
}

/** Reserves time for one text while it is mounted. Returns the milliseconds that it may take. */
export function useReservedMs(budget: TextBudget, ms: number): number {
  const id = useId()
  useEffect(() => {
    budget.reserve(id, ms)
    return () => budget.release(id)
  }, [budget, id, ms])
  return budget.reserve(id, ms)
}
