import type { ThreadClient, ThreadRecord } from '@pf/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useMessages } from '../context/use-messages.ts'
import { threadMessages } from '../messages/threads.ts'
import { type ThreadListHandle, useThreads } from '../threads/use-threads.ts'
import { ThreadDeleteDialog } from './thread-delete-dialog.tsx'
import { ThreadItem } from './thread-item.tsx'

/** Props of PfThreadList. */
export interface PfThreadListProps {
  /** Reads, renames and deletes conversations, for example `createThreadClient()`. Keep it stable. */
  client: ThreadClient
  /** Id of the displayed conversation, which is marked. */
  current?: string
  /** Opens a conversation. With `linkOf`, only called for a plain click, which then follows no link. */
  onOpen?(thread_id: string): void
  /** Returns the address of a conversation, so that it can be opened in another tab. Without it, conversations are buttons. */
  linkOf?(thread_id: string): string
  /** Begins a conversation. Without it, the list has no button for that. */
  onNew?(): void
  /** Called after a conversation was deleted. */
  onDeleted?(thread_id: string): void
  /** Reloads the list when it changes, for example the id and the status of the active run. */
  version?: string
  /** Content above the conversations, for example what waits for the user. */
  children?: ReactNode
}

/** Delay in milliseconds between typing and the search. */
const searchDelayMs = 200

/**
 * The user's conversations, newest first, with search, renaming and deletion. Must be inside a PfProvider; its texts are `messages.threads`.
 * The active run of a conversation that is deleted is cancelled.
 */
export function PfThreadList({ client, current, onOpen, linkOf, onNew, onDeleted, version = '', children }: PfThreadListProps) {
  const messages = useMessages('threads', threadMessages)
  const [search, setSearch] = useState('')
  const threads = useThreads(client, { search: useDelayed(search, searchDelayMs) })
  const [deleting, setDeleting] = useState<ThreadRecord>()
  const field = useRef<HTMLInputElement>(null)
  const { refresh } = threads
  useEffect(() => {
    if (version !== '') void refresh()
  }, [refresh, version])

  const deleted = useRef<string>(undefined)
  const closeDialog = (isDeleted: boolean) => {
    deleted.current = isDeleted ? deleting?.thread_id : undefined
    setDeleting(undefined)
  }
  useEffect(() => {
    const thread_id = deleted.current
    if (deleting || thread_id === undefined) return
    deleted.current = undefined
    // The buttons of a deleted conversation have been removed with it. While the dialog is open, nothing outside of it takes the focus.
    field.current?.focus()
    onDeleted?.(thread_id)
  }, [deleting, onDeleted])
  return (
    <nav className="pf-threads" aria-label={messages.conversations}>
      <div className="pf-part pf-threads-tools">
        {onNew && (
          <button type="button" className="pf-button" onClick={onNew}>
            {messages.newConversation}
          </button>
        )}
        <input
          type="search"
          className="pf-input"
          aria-label={messages.search}
          placeholder={messages.searchPlaceholder}
          maxLength={200}
          ref={field}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || search === '') return
            event.preventDefault()
            setSearch('')
          }}
        />
      </div>
      {children}
      <p className="pf-part pf-threads-state" role="status">
        {stateText(threads, search.trim(), messages)}
      </p>
      {threads.status === 'error' && (
        <button type="button" className="pf-part pf-button" onClick={() => void refresh()}>
          {messages.tryAgain}
        </button>
      )}
      <ul className="pf-part pf-threads-list">
        {threads.threads.map((thread) => (
          <ThreadItem
            key={thread.thread_id}
            thread={thread}
            isCurrent={thread.thread_id === current}
            href={linkOf?.(thread.thread_id)}
            onOpen={onOpen && (() => onOpen(thread.thread_id))}
            onRename={(title) => threads.rename(thread.thread_id, title)}
            onDelete={() => setDeleting(thread)}
          />
        ))}
      </ul>
      {threads.hasMore && (
        <button type="button" className="pf-part pf-button" onClick={() => void threads.loadMore()}>
          {messages.more}
        </button>
      )}
      {deleting && <ThreadDeleteDialog thread={deleting} onRemove={threads.remove} onClose={closeDialog} />}
    </nav>
  )
}

function stateText({ status, threads, error }: ThreadListHandle, search: string, messages: typeof threadMessages): string {
  if (status === 'error') return error?.code === 'network' ? messages.offline : messages.notLoaded
  if (threads.length > 0) return ''
  if (status === 'loading') return messages.loading
  return search === '' ? messages.none : messages.notFound(search)
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
