import type { InlineBudget } from '@pf/artifacts'
import type { JsonObject } from '@pf/core'
import { createRunBudget, type Policy, type RunBudget } from '@pf/registry'

/** A component that was shown in this turn. Its props are validated and resolved. */
export interface ShownComponent {
  id: string
  component: string
  props: JsonObject
  version: number
  /** True if the props contain values that the model may not see, so that they are not described to it. */
  hidden?: true
  /** The props as the model wrote them, with data references and without hidden values, if they are kept for tracing figures. */
  written?: JsonObject
}

/** The components that a run has shown, for updates and for detecting repetitions. */
export interface ShownComponents {
  readonly budget: RunBudget | undefined
  /** The budget for bytes of referenced data that are part of props. */
  readonly inline: InlineBudget
  get(id: string): ShownComponent | undefined
  list(): ShownComponent[]
  /** Stores a component. Its version starts at 0 and is incremented by every write with the same id. */
  put(component: Omit<ShownComponent, 'version'>): ShownComponent
  /** The last rendered component and its step, to detect a repetition in the next step. */
  last: { key: string; id: string; step: number } | undefined
}

/** Numbers of bytes that earlier segments of a run have used. */
export interface SpentBytes {
  spent: number
  inlined: number
}

/** Creates an empty collection. Without a policy (rich output is disabled) it has no budget. */
export function createShownComponents(policy: Policy | undefined, { spent, inlined }: SpentBytes = { spent: 0, inlined: 0 }): ShownComponents {
  const shown = new Map<string, ShownComponent>()
  return {
    budget: policy && createRunBudget(policy, { spent }),
    inline: { inlined },
    last: undefined,
    get: (id) => shown.get(id),
    list: () => [...shown.values()],
    put: (component) => {
      const kept = { ...component, version: (shown.get(component.id)?.version ?? -1) + 1 }
      shown.set(component.id, kept)
      return kept
    },
  }
}
