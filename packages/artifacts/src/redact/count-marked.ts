import { maxDepth } from '../json/convert.ts'
import { createHoleCounter, isPresent } from '../json/holes.ts'
import type { Budget } from '../json/limits.ts'
import { plainView } from '../json/plain-view.ts'
import { type MarkPlan, type MarkState, markOf } from '../marking/mark-plan.ts'

/** The marks, and the remaining budget of counting, which all lists of a result share. */
export interface Counting {
  plan: MarkPlan
  budget: Budget
}

/** Counts the placeholders of a list. Reads marked locations only, and not their children. */
export function countMarked(items: readonly unknown[], state: MarkState, counting: Counting): number {
  return countInside(items, { state, open: [items] }, counting)
}

interface WalkPosition {
  state: MarkState | undefined
  /** Enclosing values. As in a copy, a cycle ends where it closes. */
  open: readonly unknown[]
}

function count(value: unknown, position: WalkPosition, counting: Counting): number {
  const { state, open } = position
  if (--counting.budget.nodes < 0 || !state || open.length > maxDepth || open.includes(value)) return 0
  try {
    if (markOf(state, value)) return isPresent(value) ? 1 : 0
    const view = plainView(value, counting.budget.nodes)
    return typeof view === 'object' && view !== null ? countInside(view, { state, open: [...open, value] }, counting) : 0
  } catch {
    return 0
  }
}

function countInside(view: object, { state, open }: WalkPosition, counting: Counting): number {
  const { plan, budget } = counting
  let sum = 0
  if (Array.isArray(view)) {
    const { length } = view
    if (length > budget.nodes) return 0
    const hasManyHoles = createHoleCounter(view)
    for (let index = 0; index < length && budget.nodes >= 0; index++) {
      const item = view[index]
      if (hasManyHoles(index, item)) return 0
      sum += count(item, { state: plan.item(state, index), open }, counting)
    }
    return sum
  }
  for (const key of Object.keys(view)) {
    if (budget.nodes < 0) break
    sum += count((view as Record<string, unknown>)[key], { state: plan.key(state, key), open }, counting)
  }
  return sum
}
