import type { DraftClient } from '@pf/core'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { createDraftController, type DraftController } from './create-draft-controller.ts'
import type { DraftState } from './draft-state.ts'

/** A draft with its actions. The functions keep their identity between renders. */
export type DraftHandle = DraftState & Pick<DraftController, 'start' | 'change' | 'confirm' | 'stop' | 'open'>

/** The state and the actions of one draft. Unmounting stops reading, but not the generation. */
export function useDraft(client: DraftClient): DraftHandle {
  const controller = useMemo(() => createDraftController(client), [client])
  useEffect(() => controller.detach, [controller])
  const state = useSyncExternalStore(controller.subscribe, controller.getSnapshot, controller.getSnapshot)
  return useMemo(() => {
    const { start, change, confirm, stop, open } = controller
    return { ...state, start, change, confirm, stop, open }
  }, [controller, state])
}
