import type { InlineBudget } from '@pf/artifacts'
import type { JsonObject } from '@pf/core'
import { createRunBudget, type Policy, type RunBudget } from '@pf/registry'

/** A component that was shown in this turn; props are validated and resolved. */
export interface ShownComponent {
  id: string
  component: string
  props: JsonObject
  version: number
  /** The props hold what the model may not see: nothing is told of them. */
  hidden?: true
}

/** The components that a run has shown, for updates and for detecting repetitions. */
export interface ShownComponents {
  readonly budget: RunBudget | undefined
  /** Bytes of referenced data that stand in props themselves. */
  readonly inline: InlineBudget
  get(id: string): ShownComponent | undefined
  /** Keeps a component; its version starts at 0 and counts up with every write under the id. */
  put(component: Omit<ShownComponent, 'version'>): ShownComponent
  /** The last thing rendered and the step it was rendered in, to notice a repeat in the next step. */
  last: { key: string; id: string; step: number } | undefined
}

/** Bytes that earlier segments of a run have used. */
export interface SpentBytes {
  spent: number
  inlined: number
}

/** Creates an empty collection. Without a policy (rich output is off) it has no budget. */
export function createShownComponents(policy: Policy | undefined, { spent, inlined }: SpentBytes = { spent: 0, inlined: 0 }): ShownComponents {
  const shown = new Map<string, ShownComponent>()
  return {
    budget: policy && createRunBudget(policy, { spent }),
    inline: { inlined },
    last: undefined,
    get: (id) => shown.get(id),
    put: (component) => {
      const kept = { ...component, version: (shown.get(component.id)?.version ?? -1) + 1 }
      shown.set(component.id, kept)
      return kept
    },
  }
}
