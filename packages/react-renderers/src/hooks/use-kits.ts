import { useEffect, useSyncExternalStore } from 'react'
import { useRendering } from '../context/pf-context.ts'
import type { ComponentKitState } from '../kits/component-kit-store.ts'

/** Loads the rules of these components and returns the loading state. Pass a stable list; an empty list is ready. */
export function useKits(names: readonly string[]): ComponentKitState {
  const { kits } = useRendering()
  const read = () => kits.state(names)
  const state = useSyncExternalStore(kits.subscribe, read, read)
  useEffect(() => {
    if (state === 'loading') void kits.load(names)
  }, [kits, names, state])
  return state
}
