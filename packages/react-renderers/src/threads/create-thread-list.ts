import type { ThreadClient, ThreadRecord } from '@pf/core'
import { toRunError } from '../run/read-run.ts'
import { createListeners } from '../store/listeners.ts'

/** The state of a list of conversations. */
export interface ThreadListState {
  /** The loaded threads, most recently changed first. While another search is being loaded, these are the threads of the previous one. */
  threads: readonly ThreadRecord[]
  status: 'loading' | 'ready' | 'error'
  /** True when the server has more threads. */
  hasMore: boolean
  /** The error of the last attempt to load the list. Known threads are kept. */
  error?: { code: string; message: string }
}

/** The threads to list. */
export interface ThreadListQuery {
  search: string
  /** Number of threads per page, 1 to 100. */
  pageSize: number
}

/** The actions of a list. */
export interface ThreadListActions {
  /** Loads the same number of threads again, including new ones. */
  refresh(): Promise<void>
  /** Loads the next page. Does nothing while a page is being loaded. */
  loadMore(): Promise<void>
  /** Renames a thread. The list shows the new title immediately. If it fails, rejects with the PfError of the client and shows the previous title again. */
  rename(thread_id: string, title: string): Promise<void>
  /** Deletes a thread with all of its content. Rejects with PfError `busy` while one of its runs is active; `fields.run_id` is its id. */
  remove(thread_id: string): Promise<void>
}

/** Controls one list, without React. */
export interface ThreadList extends ThreadListActions {
  getSnapshot(): ThreadListState
  subscribe(listener: () => void): () => void
  /** Loads the first page of a query. Results of earlier loads are ignored. */
  load(query: ThreadListQuery): Promise<void>
  /** Aborts loading. */
  detach(): void
}

/** Maximum number of threads in one request. */
const maxPage = 100

const empty: ThreadListState = { threads: [], status: 'loading', hasMore: false }

/** Creates a list. It loads nothing before `load` is called. */
export function createThreadList(client: ThreadClient): ThreadList {
  const { subscribe, notifyListeners } = createListeners()
  let state = empty
  let query: ThreadListQuery = { search: '', pageSize: 30 }
  let next: string | undefined
  let loading: AbortController | undefined
  const set = (more: ThreadListState) => {
    state = more
    notifyListeners()
  }
  const settled = ({ threads, hasMore }: ThreadListState): Pick<ThreadListState, 'threads' | 'hasMore'> => ({ threads, hasMore })
  const read = async (limit: number, cursor?: string) => {
    loading?.abort()
    const own = new AbortController()
    loading = own
    try {
      const page = await client.list({ limit, search: query.search, ...(cursor === undefined ? {} : { cursor }) }, { signal: own.signal })
      if (own.signal.aborted) return
      next = page.next
      const known = new Set(page.threads.map(({ thread_id }) => thread_id))
      const before = cursor === undefined ? [] : state.threads.filter(({ thread_id }) => !known.has(thread_id))
      set({ threads: [...before, ...page.threads], status: 'ready', hasMore: next !== undefined })
    } catch (error) {
      if (!own.signal.aborted) set({ ...settled(state), status: 'error', error: toRunError(error) })
    } finally {
      if (loading === own) loading = undefined
    }
  }
  const replace = (record: ThreadRecord) => {
    set({ ...state, threads: state.threads.map((thread) => (thread.thread_id === record.thread_id ? record : thread)) })
  }
  return {
    getSnapshot: () => state,
    subscribe,
    async load(asked) {
      query = asked
      set({ ...settled(state), status: 'loading' })
      await read(asked.pageSize)
    },
    refresh: () => read(Math.min(maxPage, Math.max(query.pageSize, state.threads.length))),
    async loadMore() {
      if (!loading && next !== undefined) await read(query.pageSize, next)
    },
    async rename(thread_id, title) {
      const before = state.threads.find((thread) => thread.thread_id === thread_id)
      if (before) replace({ ...before, title })
      try {
        replace(await client.rename(thread_id, title))
      } catch (error) {
        if (before) replace(before)
        throw error
      }
    },
    async remove(thread_id) {
      await client.delete(thread_id)
      set({ ...state, threads: state.threads.filter((thread) => thread.thread_id !== thread_id) })
    },
    detach: () => loading?.abort(),
  }
}
