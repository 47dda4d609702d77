import type { ConnectionStatus, FileClient, MessageFile } from '@pf/core'
import { type ClipboardEvent, type DragEvent, type FormEvent, type KeyboardEvent, type ReactNode, useContext, useEffect, useId, useRef, useState } from 'react'
import { activeElement } from '../context/active-element.ts'
import { PfContext } from '../context/pf-context.ts'
import { useMessages } from '../context/use-messages.ts'
import type { FileLimits } from '../files/create-file-list.ts'
import { useMessageFiles } from '../files/use-message-files.ts'
import { formatBytes } from '../format/bytes.ts'
import { chatMessages } from '../messages/chat.ts'
import { safeLocale } from '../renderers/shared/safe-locale.ts'
import { ChatFiles } from './chat-files.tsx'

/** Maximum number of characters of a question. The server accepts messages of 200,000 bytes. */
const maxQuestionLength = 100_000
const defaultLimits: FileLimits = { maxFiles: 10, maxBytes: 5 * 1024 * 1024 }
/** Stands in for the client of a chat without files. It is never called. */
const noFiles: FileClient = { uploadFile: () => Promise.reject(new Error('This chat takes no files.')) }

/** Props of ChatInput. */
export interface ChatInputProps {
  threadId: string
  files: FileClient | undefined
  fileLimits: Partial<FileLimits> | undefined
  busy: boolean
  /** True while the assistant waits for an answer of the user. */
  waiting: boolean
  connection: ConnectionStatus
  /** A notice of the page. */
  notice: string | undefined
  /** Sends a question with its stored files. Returns false if it was not sent. */
  onSend(text: string, files: readonly MessageFile[]): boolean
  /** Sends a text to the active run, as its new request. */
  onRedirect: ((text: string) => void) | undefined
  onStop(): void
  /** Content below the text field. */
  children: ReactNode
}

/**
 * The input for questions: Enter sends, Shift+Enter inserts a line break, Escape stops the run. Files are chosen, dropped or pasted, and
 * uploaded at once.
 */
export function ChatInput({ threadId, files: client, fileLimits, busy, waiting, connection, notice, onSend, onRedirect, onStop, children }: ChatInputProps) {
  const messages = useMessages('chat', chatMessages)
  const locale = safeLocale(useContext(PfContext)?.locale)
  const { maxFiles, maxBytes } = { ...defaultLimits, ...fileLimits }
  const files = useMessageFiles({ client: client ?? noFiles, threadId, maxFiles, maxBytes })
  const [text, setText] = useState('')
  const [refused, setRefused] = useState(0)
  const [over, setOver] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const picker = useRef<HTMLInputElement>(null)
  const id = useId()
  const question = text.trim()
  const tooLong = question.length > maxQuestionLength
  const ready = files.files.some(({ status }) => status === 'ready')
  const number = (value: number) => new Intl.NumberFormat(locale).format(value)

  // The Stop button loses the focus when it is removed at the end of a run.
  const wasBusy = useRef(busy)
  useEffect(() => {
    const focused = activeElement()
    if (wasBusy.current && !busy && (focused === document.body || focused === null)) field.current?.focus()
    wasBusy.current = busy
  }, [busy])

  const canSend = busy ? onRedirect !== undefined && question !== '' : (question !== '' || ready) && !files.uploading
  const send = (event?: FormEvent) => {
    event?.preventDefault()
    if (!canSend || tooLong) return
    if (busy) {
      onRedirect?.(question)
      // The button that changes the request is removed with the text.
      field.current?.focus()
    } else {
      const stored = files.files.flatMap(({ file }) => (file ? [file] : []))
      if (!onSend(question, stored)) return
      files.take()
    }
    setText('')
    setRefused(0)
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && busy) onStop()
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }
  const add = (list: globalThis.FileList | null) => {
    if (client && list && list.length > 0) setRefused(files.add([...list]))
  }
  const onPaste = (event: ClipboardEvent) => {
    // A copied table has a picture as well as a text; the text is what the user expects in a text field.
    if (!client || event.clipboardData.files.length === 0 || event.clipboardData.types.includes('text/plain')) return
    event.preventDefault()
    add(event.clipboardData.files)
  }
  const onDrag = (event: DragEvent) => {
    if (!client || !event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setOver(event.type !== 'dragleave' || event.currentTarget.contains(event.relatedTarget as Node | null))
  }
  const onDrop = (event: DragEvent) => {
    if (!client || !event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setOver(false)
    add(event.dataTransfer.files)
  }
  const failed = files.files.filter(({ status }) => status === 'failed').length
  const notices = [
    tooLong && messages.tooLong(number(question.length), number(maxQuestionLength)),
    refused > 0 && messages.tooManyFiles(number(maxFiles), refused),
    files.uploading && messages.uploadingFiles,
    failed > 0 && messages.notUploaded(failed),
    notice,
    connection === 'reconnecting' && messages.reconnecting,
    connection === 'rate_limited' && messages.rateLimited,
  ]

  return (
    <form className="pf-chat-form" onSubmit={send} onDragEnter={onDrag} onDragOver={onDrag} onDragLeave={onDrag} onDrop={onDrop}>
      <p className="pf-part pf-chat-status" data-bad={tooLong || undefined} role="status">
        {notices.find((each) => each) || ''}
      </p>
      {waiting && (
        <p className="pf-part pf-chat-waiting">
          <span>{messages.waitingForYou}</span>
          <button type="button" className="pf-tool" onClick={goToQuestion}>
            {messages.toQuestion}
          </button>
        </p>
      )}
      {client && <ChatFiles files={files} maxBytes={maxBytes} onRemoved={() => field.current?.focus()} />}
      <div className="pf-part pf-chat-box" data-bad={tooLong || undefined} data-over={over || undefined}>
        {client && (
          <>
            <input
              ref={picker}
              type="file"
              multiple
              hidden
              onChange={(event) => {
                add(event.target.files)
                event.target.value = ''
                field.current?.focus()
              }}
            />
            <button
              type="button"
              className="pf-tool pf-chat-attach"
              aria-label={messages.addFiles}
              title={messages.addFilesHint(number(maxFiles), formatBytes(maxBytes, locale))}
              disabled={files.files.length >= maxFiles}
              onClick={() => picker.current?.click()}
            >
              <svg width="16" height="16" viewBox="0 0 16 16" fill="none" stroke="currentColor" strokeWidth="1.5" aria-hidden="true">
                <path d="M13 7.3l-5.6 5.6a3.2 3.2 0 0 1-4.5-4.5l6-6a2.1 2.1 0 0 1 3 3l-5.9 5.9a1 1 0 0 1-1.5-1.5l5.3-5.2" />
              </svg>
            </button>
          </>
        )}
        <label className="pf-sr" htmlFor={id}>
          {messages.input}
        </label>
        <textarea
          id={id}
          ref={field}
          rows={1}
          value={text}
          placeholder={busy && onRedirect ? messages.changePlaceholder : messages.placeholder}
          aria-invalid={tooLong}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKey}
          onPaste={onPaste}
        />
        {busy ? (
          <>
            {onRedirect && question !== '' && (
              <button key="change" type="submit" className="pf-button" disabled={tooLong}>
                {messages.change}
              </button>
            )}
            <button key="stop" type="button" className="pf-button" onClick={onStop}>
              {messages.stop}
            </button>
          </>
        ) : (
          <button key="send" type="submit" className="pf-button pf-chat-send" disabled={!canSend || tooLong}>
            {messages.send}
          </button>
        )}
      </div>
      {children}
    </form>
  )

  /** Moves the focus to the first control of the open question. */
  function goToQuestion() {
    const boxes = field.current?.closest('.pf-chat')?.querySelectorAll('.pf-question:is([data-state="open"], [data-state="failed"])') ?? []
    const box = boxes[boxes.length - 1]
    const target = box?.querySelector<HTMLElement>('[data-pf-focus]') ?? box?.querySelector<HTMLElement>('input, select, textarea, button')
    target?.focus()
    box?.scrollIntoView({ block: 'nearest' })
  }
}
