import type { JsonValue } from '@pf/core'
import { useCallback, useSyncExternalStore } from 'react'
import { usePf } from '../context/pf-context.ts'
import { setSharedState } from '../run/update-store.ts'

/** A new value, or a function of the current one. */
export type SharedStateUpdate<T> = T | ((current: T | undefined) => T)

/**
 * Returns the shared state of AG-UI (`STATE_SNAPSHOT`, `STATE_DELTA`) and a function that changes it in the page. A change is sent with the
 * next message. What the agent sends before that applies to the changed state (a delta) or replaces it (a snapshot), so change the state
 * between runs. The state is undefined until one side has set it. `T` is not checked: the agent determines what it sends.
 */
export function useSharedState<T extends JsonValue = JsonValue>(): [T | undefined, (update: SharedStateUpdate<T>) => void] {
  const { store } = usePf()
  const read = () => store.getSnapshot().shared as T | undefined
  const state = useSyncExternalStore(store.subscribe, read, read)
  const setState = useCallback(
    (update: SharedStateUpdate<T>) => setSharedState(store, typeof update === 'function' ? update(store.getSnapshot().shared as T | undefined) : update),
    [store],
  )
  return [state, setState]
}
