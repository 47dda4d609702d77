import type { ThreadClient } from '@pf/core'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { createThreadList, type ThreadListActions, type ThreadListQuery, type ThreadListState } from './create-thread-list.ts'

/** A list of conversations with its actions. The functions keep their identity between renders. */
export type ThreadListHandle = ThreadListState & ThreadListActions

/**
 * Returns the conversations of the user, filtered by `search`. Call `refresh` when a run has started or ended. Pass a text that is being
 * typed through `useDeferredValue` or a delay, because each new text causes a request and aborts the previous one.
 */
export function useThreads(client: ThreadClient, { search = '', pageSize = 30 }: Partial<ThreadListQuery> = {}): ThreadListHandle {
  const list = useMemo(() => createThreadList(client), [client])
  useEffect(() => {
    void list.load({ search, pageSize })
    return list.detach
  }, [list, search, pageSize])
  const state = useSyncExternalStore(list.subscribe, list.getSnapshot, list.getSnapshot)
  return useMemo(() => {
    const { refresh, loadMore, rename, remove } = list
    return { ...state, refresh, loadMore, rename, remove }
  }, [list, state])
}
