import type { ThreadRecord } from '@pf/core'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { DeleteIcon, RenameIcon } from '../shell/icons.tsx'
import { timeText } from './time-text.ts'

export interface ThreadItemProps {
  thread: ThreadRecord
  current: boolean
  /** Rejects if the server refuses the title. */
  onRename(title: string): Promise<void>
  onDelete(): void
}

/** Maximum number of characters of a title; the server has the same limit. */
const maxTitleLength = 200

/** One conversation of the list: a link with its title and time, and buttons to rename and delete it. */
export function ThreadItem({ thread, current, onRename, onDelete }: ThreadItemProps) {
  const [editing, setEditing] = useState(false)
  const [failed, setFailed] = useState(false)
  const renameButton = useRef<HTMLButtonElement>(null)
  const wasEditing = useRef(false)
  const title = thread.title || 'Untitled conversation'
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
      <li className="thread thread--editing">
        <TitleField title={thread.title} onSave={save} onCancel={() => setEditing(false)} />
      </li>
    )
  return (
    <li className={current ? 'thread thread--current' : 'thread'}>
      <a className="thread__link" href={`/?thread=${encodeURIComponent(thread.thread_id)}`} aria-current={current ? 'page' : undefined}>
        <span className="thread__title" dir="auto">
          {title}
        </span>
        <time className="thread__time" dateTime={new Date(thread.updated).toISOString()}>
          {timeText(thread.updated, Date.now())}
        </time>
      </a>
      <span className="thread__tools">
        <button type="button" className="icon-button" ref={renameButton} aria-label={`Rename “${title}”`} title="Rename" onClick={() => setEditing(true)}>
          <RenameIcon />
        </button>
        <button type="button" className="icon-button" aria-label={`Delete “${title}”`} title="Delete" onClick={onDelete}>
          <DeleteIcon />
        </button>
      </span>
      {failed && (
        <p className="thread__fault" role="alert">
          The title could not be saved. Try again.
        </p>
      )}
    </li>
  )
}

/** Enter and leaving the field save the title, Escape does not. */
function TitleField({ title, onSave, onCancel }: { title: string; onSave(text: string): void; onCancel(): void }) {
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
      className="field"
      aria-label="Title of the conversation"
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
