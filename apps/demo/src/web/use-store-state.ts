import type { ComponentStore, StoreState } from '@pf/react-renderers/store'
import { useSyncExternalStore } from 'react'

/** The whole snapshot; unchanged parts keep their identity, so memo works below. */
export function useStoreState(store: ComponentStore): StoreState {
  return useSyncExternalStore(store.subscribe, store.getSnapshot, store.getSnapshot)
}
