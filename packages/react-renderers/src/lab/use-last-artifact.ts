import type { JsonObject } from '@pf/core'
import { useSyncExternalStore } from 'react'
import type { ComponentStore } from '../store/model/types.ts'
import { lastArtifact } from './last-artifact.ts'

const never = () => () => {}

/** The component that a conversation showed last. */
export function useLastArtifact(store: ComponentStore | undefined): JsonObject | undefined {
  const read = () => store?.getSnapshot()
  const state = useSyncExternalStore(store?.subscribe ?? never, read, read)
  return state && lastArtifact(state)
}
