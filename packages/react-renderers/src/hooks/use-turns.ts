import { useSyncExternalStore } from 'react'
import { usePf } from '../context/pf-context.ts'
import type { ComponentState, Turn } from '../store/model/types.ts'

/** Returns all turns, oldest first. The value changes at most once per animation frame. */
export function useTurns(): readonly Turn[] {
  const { store } = usePf()
  const read = () => store.getSnapshot().turns
  return useSyncExternalStore(store.subscribe, read, read)
}

const NONE: readonly ComponentState[] = []

/** Returns the components of the assistant turn with this message id. */
export function useComponents(messageId: string): readonly ComponentState[] {
  const { store } = usePf()
  const read = () => {
    const turn = store.getSnapshot().turns.findLast((candidate) => candidate.id === messageId)
    return turn?.kind === 'assistant' ? turn.components : NONE
  }
  return useSyncExternalStore(store.subscribe, read, read)
}
