import type { ConnectionStatus, MessageFile } from '@pf/core'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { usePf } from '../context/pf-context.ts'
import { controllerOf, holdController } from '../run/controllers.ts'
import type { RunController } from '../run/create-run-controller.ts'
import type { CurrentRun } from '../store/model/types.ts'

/** A thread with its actions. The functions keep their identity between renders. */
export interface RunHandle {
  /** Sends a message, with files from `useMessageFiles`. Returns false while a run is active, or for blank text without files. */
  send(text: string, files?: readonly MessageFile[]): boolean
  /** Sends a message to the active run, which reads it before its next step; see `AssistantTurn.messages`. Resolves to false if it was not stored. */
  steer(text: string, kind?: 'inject' | 'redirect'): Promise<boolean>
  /** Pauses the active run before its next step, or lets a paused one continue. Resolves to false if the request was not stored. */
  pause(paused: boolean): Promise<boolean>
  /** Cancels the active run. The text written so far is kept. */
  stop(): Promise<void>
  /** Sends the last message again. */
  retry(): boolean
  /**
   * Loads the thread and follows an active run. Resolves to true when the history is loaded, and to false if the server does not have the
   * thread or has deleted it.
   */
  restore(): Promise<boolean>
  status: CurrentRun['status']
  connection: ConnectionStatus
}

/** The runs of one thread. Unmounting stops reading, but does not cancel the run. */
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

const pick = ({ send, steer, pause, stop, retry, restore }: RunHandle | RunController) => ({ send, steer, pause, stop, retry, restore })
