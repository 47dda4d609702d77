import type { JsonObject } from '@pf/core'
import { useSyncExternalStore } from 'react'
import type { ComponentStore, StoreState } from '../store/model/types.ts'

const never = () => () => {}

/** Returns the most recent component of a conversation. */
export function useLastArtifact(store: ComponentStore | undefined): JsonObject | undefined {
  const read = () => store?.getSnapshot()
  const state = useSyncExternalStore(store?.subscribe ?? never, read, read)
  return state && lastArtifact(state)
}

/** Returns the most recent component of a conversation that is complete and accepted; undefined if there is none. */
export function lastArtifact({ turns }: Pick<StoreState, 'turns'>): JsonObject | undefined {
  for (const turn of turns.toReversed()) {
    const found = turn.kind === 'assistant' ? turn.components.findLast(({ status }) => status === 'ready') : undefined
    if (found) return { component: found.component, ...(found.title === undefined ? {} : { title: found.title }), props: found.props }
  }
  return undefined
}
