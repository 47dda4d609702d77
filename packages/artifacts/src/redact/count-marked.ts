import { maxDepth } from '../json/convert.ts'
import { plainView } from '../json/plain-view.ts'
import { type MarkPlan, type MarkState, markOf } from '../marking/mark-plan.ts'
import { describeValue } from './kind-of.ts'

const mostNodes = 10_000_000

/** How many placeholders a list gets. Looks at marked places only, and not inside them. */
export function countMarked(items: readonly unknown[], state: MarkState, plan: MarkPlan): number {
  const waiting: { value: unknown; state: MarkState | undefined; depth: number }[] = [{ value: items, state, depth: 0 }]
  let count = 0
  let nodes = 0
  for (let next = waiting.pop(); next !== undefined && nodes < mostNodes; next = waiting.pop()) {
    nodes++
    const { value, state, depth } = next
    if (!state || depth > maxDepth) continue
    if (depth > 0 && markOf(state, value)) count += describeSafely(value) ? 1 : 0
    else for (const child of childrenOf(value, state, plan)) waiting.push({ ...child, depth: depth + 1 })
  }
  return count
}

function describeSafely(value: unknown): boolean {
  try {
    return describeValue(value) !== undefined
  } catch {
    return false
  }
}

function childrenOf(value: unknown, state: MarkState, plan: MarkPlan): { value: unknown; state: MarkState | undefined }[] {
  try {
    const view = plainView(value)
    if (typeof view !== 'object' || view === null) return []
    if (Array.isArray(view)) return view.map((item, index) => ({ value: item, state: plan.item(state, index) }))
    return Object.entries(view).map(([key, child]) => ({ value: child, state: plan.key(state, key) }))
  } catch {
    return []
  }
}
