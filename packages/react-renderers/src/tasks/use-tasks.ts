import type { TaskClient } from '@pf/core'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { createTaskList, type TaskListActions, type TaskListState } from './create-task-list.ts'

/** The background work of a conversation with its actions. The functions keep their identity between renders. */
export type TaskListHandle = TaskListState & TaskListActions

/** Returns the background work of a conversation, and follows changes while the page is visible. */
export function useTasks(client: TaskClient, thread_id: string): TaskListHandle {
  const list = useMemo(() => createTaskList(client, thread_id), [client, thread_id])
  useEffect(() => list.follow(), [list])
  const state = useSyncExternalStore(list.subscribe, list.getSnapshot, list.getSnapshot)
  return useMemo(() => {
    const { refresh, decide, decideGroup, sendMessage } = list
    return { ...state, refresh, decide, decideGroup, sendMessage }
  }, [list, state])
}
