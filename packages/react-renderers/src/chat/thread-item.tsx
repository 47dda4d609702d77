import type { ThreadRecord } from '@pf/core'
import { type KeyboardEvent, type MouseEvent, useContext, useEffect, useRef, useState } from 'react'
import { PfContext } from '../context/pf-context.ts'
import { useMessages } from '../context/use-messages.ts'
import { threadMessages } from '../messages/threads.ts'
import { safeLocale } from '../renderers/shared/safe-locale.ts'
import { threadTime } from './thread-time.ts'

/** Props of ThreadItem. */
export interface ThreadItemProps {
  thread: ThreadRecord
  isCurrent: boolean
  href: string | undefined
  onOpen: (() => void) | undefined
  /** Rejects if the server refuses the title. */
  onRename(title: string): Promise<void>
  onDelete(): void
}

/** Maximum number of characters of a title; the server has the same limit. */
const maxTitleLength = 200

/** One conversation of the list: a link or a button with its title and time, and buttons to rename and delete it. */
export function ThreadItem({ thread, isCurrent, href, onOpen, onRename, onDelete }: ThreadItemProps) {
  const messages = useMessages('threads', threadMessages)
  const [editing, setEditing] = useState(false)
  const [failed, setFailed] = useState(false)
  const renameButton = useRef<HTMLButtonElement>(null)
  const wasEditing = useRef(false)
  const title = thread.title || messages.untitled
  // The field had the focus and was removed.
  useEffect(() => {
    if (wasEditing.current && !editing) renameButton.current?.focus()
    wasEditing.current = editing
  }, [editing])
  const save = (text: string) => {
    setEditing(false)
    setFailed(false)
    if (text.trim() !== '' && text.trim() !== thread.title) void onRename(text).catch(() => setFailed(true))
  }
  if (editing)
    return (
      <li className="pf-thread" data-editing>
        <TitleField title={thread.title} label={messages.title} onSave={save} onCancel={() => setEditing(false)} />
      </li>
    )
  return (
    <li className="pf-thread" data-current={isCurrent || undefined}>
      <OpenControl thread={thread} title={title} isCurrent={isCurrent} href={href} onOpen={onOpen} />
      <span className="pf-thread-tools">
        <button type="button" className="pf-tool" ref={renameButton} aria-label={messages.rename(title)} onClick={() => setEditing(true)}>
          <Icon path="M10.5 3l2.5 2.5L5.5 13H3v-2.5zM9 4.5L11.5 7" />
        </button>
        <button type="button" className="pf-tool" aria-label={messages.remove(title)} onClick={onDelete}>
          <Icon path="M3 4.5h10M6.5 4.5V3h3v1.5M4.5 4.5l.5 8.5h6l.5-8.5" />
        </button>
      </span>
      {failed && (
        <p className="pf-thread-fault" role="alert">
          {messages.notRenamed}
        </p>
      )}
    </li>
  )
}

type OpenControlProps = Pick<ThreadItemProps, 'thread' | 'isCurrent' | 'href' | 'onOpen'> & { title: string }

function OpenControl({ thread, title, isCurrent, href, onOpen }: OpenControlProps) {
  const locale = safeLocale(useContext(PfContext)?.locale)
  const content = (
    <>
      <span className="pf-thread-title" dir="auto">
        {title}
      </span>
      <time className="pf-thread-time" dateTime={new Date(thread.updated).toISOString()}>
        {threadTime(thread.updated, Date.now(), locale)}
      </time>
    </>
  )
  const current = isCurrent ? 'page' : undefined
  if (href === undefined)
    return (
      <button type="button" className="pf-thread-open" aria-current={current} onClick={onOpen}>
        {content}
      </button>
    )
  const follow = (event: MouseEvent) => {
    if (!onOpen || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    onOpen()
  }
  return (
    <a className="pf-thread-open" href={href} aria-current={current} onClick={follow}>
      {content}
    </a>
  )
}

/** Enter and leaving the field save the title, Escape does not. */
function TitleField({ title, label, onSave, onCancel }: { title: string; label: string; onSave(text: string): void; onCancel(): void }) {
  const [text, setText] = useState(title)
  const field = useRef<HTMLInputElement>(null)
  const ended = useRef(false)
  useEffect(() => field.current?.select(), [])
  const end = (action: () => void) => {
    if (!ended.current) action()
    ended.current = true
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return
    event.preventDefault()
    end(event.key === 'Enter' ? () => onSave(text) : onCancel)
  }
  return (
    <input
      className="pf-input"
      aria-label={label}
      dir="auto"
      maxLength={maxTitleLength}
      ref={field}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={onKey}
      onBlur={() => end(() => onSave(text))}
    />
  )
}

function Icon({ path }: { path: string }) {
  return (
    <svg width="16" height="16" viewBox="0 0 16 16" fill="none" stroke="currentColor" strokeWidth="1.25" aria-hidden="true">
      <path d={path} />
    </svg>
  )
}
