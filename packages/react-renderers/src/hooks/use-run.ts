import type { ConnectionStatus } from '@pf/core'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { usePf } from '../context/pf-context.ts'
import { controllerOf, holdController } from '../run/controllers.ts'
import type { RunController } from '../run/create-run-controller.ts'
import type { RunState } from '../store/model/types.ts'

/** One thread as an app drives it; functions keep their identity. */
export interface RunHandle {
  /** Asks; false while a run is active or for blank text. */
  send(text: string): boolean
  /** Cancels the active run; what was written stays. */
  stop(): Promise<void>
  /** Asks the last question again. */
  retry(): boolean
  /** Loads the thread and follows a run that still goes on; resolves when the history is there. */
  restore(): Promise<void>
  status: RunState['status']
  connection: ConnectionStatus
}

/** Runs of one thread; leaving the page stops reading, not the run. */
export function useRun(threadId: string): RunHandle {
  const { client, store } = usePf()
  const controller = useMemo(() => controllerOf(client, store, threadId), [client, store, threadId])
  useEffect(() => holdController(controller), [controller])
  const status = useSyncExternalStore(
    store.subscribe,
    () => store.getSnapshot().run.status,
    () => store.getSnapshot().run.status,
  )
  const connection = useSyncExternalStore(controller.subscribe, controller.connection, controller.connection)
  return useMemo(() => ({ ...pick(controller), status, connection }), [controller, status, connection])
}

const pick = ({ send, stop, retry, restore }: RunHandle | RunController) => ({ send, stop, retry, restore })
