import type { JsonObject } from '@pf/core'
import { useSyncExternalStore } from 'react'
import type { ComponentStore, StoreState } from '../store/model/types.ts'

const never = () => () => {}

/** The component that a conversation showed last. */
export function useLastArtifact(store: ComponentStore | undefined): JsonObject | undefined {
  const read = () => store?.getSnapshot()
  const state = useSyncExternalStore(store?.subscribe ?? never, read, read)
  return state && lastArtifact(state)
}

/** The component that a conversation showed last, complete and accepted; undefined where there is none. */
export function lastArtifact({ turns }: Pick<StoreState, 'turns'>): JsonObject | undefined {
  for (const turn of turns.toReversed()) {
    const found = turn.kind === 'assistant' ? turn.components.findLast(({ status }) => status === 'ready') : undefined
    if (found) return { component: found.component, ...(found.title === undefined ? {} : { title: found.title }), props: found.props }
  }
  return undefined
}
