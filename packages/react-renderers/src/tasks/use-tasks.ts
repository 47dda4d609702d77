import type { TaskClient } from '@pf/core'
import { useContext, useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import { PfContext } from '../context/pf-context.ts'
import { createTaskList, type TaskList, type TaskListActions, type TaskListState } from './create-task-list.ts'

/** The background work of a conversation with its actions. The functions keep their identity between renders. */
export type TaskListHandle = TaskListState & TaskListActions

/** Options of `useTasks`. */
export interface TaskListOptions {
  /**
   * Called after a result was added to the conversation. The page loads the conversation again to show it, for example with `restore` of
   * `useRun`. Not called for results that were already there at the first read.
   */
  onReported?(): void
}

/**
 * Returns the background work of a conversation, and follows changes while the page is visible: every two seconds while work is open or, inside
 * a PfProvider, while a run of its store is at work, which may start tasks; otherwise every 15 seconds.
 */
export function useTasks(client: TaskClient, thread_id: string, { onReported }: TaskListOptions = {}): TaskListHandle {
  const list = useMemo(() => createTaskList(client, thread_id), [client, thread_id])
  const store = useContext(PfContext)?.store
  const isRunning = () => store?.getSnapshot().run.status === 'running'
  const active = useSyncExternalStore(store?.subscribe ?? noStore, isRunning, isRunning)
  // Starts again with the end of a run, whose last step may have started a task.
  useEffect(() => list.follow(active), [list, active])
  const state = useSyncExternalStore(list.subscribe, list.getSnapshot, list.getSnapshot)
  useReports(list, state, onReported)
  return useMemo(() => {
    const { refresh, decide, decideGroup, sendMessage } = list
    return { ...state, refresh, decide, decideGroup, sendMessage }
  }, [list, state])
}

const noStore = () => () => {}

/** Calls `onReported` when the number of reported results grows after the first read. */
function useReports(list: TaskList, { groups, status }: TaskListState, onReported: (() => void) | undefined): void {
  const listener = useRef(onReported)
  listener.current = onReported
  const known = useRef<{ list: TaskList; reports: number }>(undefined)
  const reports = groups.flatMap((group) => [group, ...group.tasks]).filter(({ reported }) => reported).length
  useEffect(() => {
    if (status !== 'ready') return
    if (known.current?.list === list && reports > known.current.reports) listener.current?.()
    known.current = { list, reports }
  }, [list, status, reports])
}
