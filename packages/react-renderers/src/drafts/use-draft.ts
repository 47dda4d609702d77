import type { DraftClient } from '@pf/core'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { createDraftController, type DraftController } from './create-draft-controller.ts'
import type { DraftState } from './draft-state.ts'

/** A draft as an app drives it; functions keep their identity. */
export type DraftHandle = DraftState & Pick<DraftController, 'start' | 'change' | 'confirm' | 'stop' | 'open'>

/** One draft: what its panels show, and what can be done with it. Leaving the page stops reading, not writing. */
export function useDraft(client: DraftClient): DraftHandle {
  const controller = useMemo(() => createDraftController(client), [client])
  useEffect(() => controller.detach, [controller])
  const state = useSyncExternalStore(controller.subscribe, controller.getSnapshot, controller.getSnapshot)
  return useMemo(() => {
    const { start, change, confirm, stop, open } = controller
    return { ...state, start, change, confirm, stop, open }
  }, [controller, state])
}
