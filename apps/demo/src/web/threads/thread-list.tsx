import type { ThreadRecord } from '@pf/core'
import { type ThreadListHandle, useThreads } from '@pf/react-renderers'
import { useEffect, useRef, useState } from 'react'
import { CloseIcon } from '../shell/icons.tsx'
import { listPanel, type Panel, useDrawerFocus } from '../shell/use-panel.ts'
import { DeleteDialog } from './delete-dialog.tsx'
import { threadClient } from './delete-thread.ts'
import { InboxList } from './inbox-list.tsx'
import { ThreadItem } from './thread-item.tsx'

export interface ThreadListProps {
  panel: Panel
  /** Id of the displayed conversation. */
  current: string
  /** Changes whenever the list may have changed: when a run begins or ends, and when the server is available again. */
  version: string
}

/** Delay in milliseconds between typing and the search. */
const searchDelayMs = 200

/** The user's conversations: search, rename, delete, and the current one marked. A column on wide screens, a drawer on narrow ones. */
export function ThreadList({ panel, current, version }: ThreadListProps) {
  const [search, setSearch] = useState('')
  const threads = useThreads(threadClient, { search: useDelayed(search, searchDelayMs) })
  const [deleting, setDeleting] = useState<ThreadRecord>()
  const nav = useRef<HTMLElement>(null)
  const { refresh } = threads
  useDrawerFocus(nav, listPanel, panel.open)
  useEffect(() => {
    if (version !== '') void refresh()
  }, [refresh, version])

  const closeDialog = (deleted: boolean) => {
    setDeleting(undefined)
    if (deleted && deleting?.thread_id === current) location.assign('/')
    // The buttons of a deleted conversation have been removed with it.
    if (deleted) nav.current?.querySelector('input')?.focus()
  }
  return (
    <nav
      id={listPanel.id}
      className="threads"
      aria-label="Conversations"
      hidden={!panel.open}
      ref={nav}
      tabIndex={-1}
      onKeyDown={(event) => event.key === 'Escape' && !event.defaultPrevented && panel.close()}
    >
      <div className="threads__head">
        <h2>Conversations</h2>
        <button type="button" className="icon-button threads__close" onClick={panel.close} aria-label="Close the conversations">
          <CloseIcon />
        </button>
      </div>
      <div className="threads__tools">
        <a className="button threads__new" href="/">
          New conversation
        </a>
        <input
          type="search"
          className="field"
          aria-label="Search conversations"
          placeholder="Search"
          maxLength={200}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || search === '') return
            event.preventDefault()
            setSearch('')
          }}
        />
      </div>
      {panel.open && <InboxList current={current} />}
      <p className="threads__state" role="status">
        {stateText(threads, search)}
      </p>
      {threads.status === 'error' && (
        <button type="button" className="button threads__retry" onClick={() => void refresh()}>
          Try again
        </button>
      )}
      <ul className="threads__list">
        {threads.threads.map((thread) => (
          <ThreadItem
            key={thread.thread_id}
            thread={thread}
            current={thread.thread_id === current}
            onRename={(title) => threads.rename(thread.thread_id, title)}
            onDelete={() => setDeleting(thread)}
          />
        ))}
      </ul>
      {threads.hasMore && (
        <button type="button" className="button threads__more" onClick={() => void threads.loadMore()}>
          Show more
        </button>
      )}
      {deleting && <DeleteDialog thread={deleting} onRemove={threads.remove} onClose={closeDialog} />}
    </nav>
  )
}

function stateText({ status, threads, error }: ThreadListHandle, search: string): string {
  if (status === 'error') return `The conversations could not be loaded. ${error?.message ?? ''}`
  if (threads.length > 0) return ''
  if (status === 'loading') return 'Loading…'
  return search.trim() === '' ? 'Conversations are kept here from their first question.' : `No conversation contains “${search.trim()}”.`
}

/** Returns the last value that did not change for some time. */
function useDelayed(value: string, ms: number): string {
  const [delayed, setDelayed] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDelayed(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return delayed
}
