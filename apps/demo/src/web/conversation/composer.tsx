import type { MessageFilesHandle } from '@pf/react-renderers'
import { type ClipboardEvent, type DragEvent, type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { AttachIcon } from '../shell/icons.tsx'
import type { ServerStatus } from '../shell/use-server.ts'
import { ChosenFiles, maxFiles } from './chosen-files.tsx'

/** Maximum number of characters of a question; the server has the same limit. */
const maxQuestionLength = 100_000

export interface ComposerProps {
  busy: boolean
  /** True while the assistant waits for an answer of the user. */
  waiting: boolean
  server: ServerStatus
  /** The files for the next question. */
  files: MessageFilesHandle
  /** Sends a question with the stored files. */
  onSend(text: string): void
  /** Sends a text to the run that is at work, as its new request; absent if that run does not read messages. */
  onRedirect: ((text: string) => void) | undefined
  onStop(): void
  /** Content below the text field. */
  children?: ReactNode
}

/**
 * The input for questions: Enter sends, Shift+Enter inserts a line break, Escape stops the run. While a run is at work, a text changes its
 * request. Files are chosen, dropped or pasted, and uploaded at once.
 */
export function Composer({ busy, waiting, server, files, onSend, onRedirect, onStop, children }: ComposerProps) {
  const [text, setText] = useState('')
  const field = useRef<HTMLTextAreaElement>(null)
  const [refused, setRefused] = useState(0)
  const [over, setOver] = useState(false)
  const picker = useRef<HTMLInputElement>(null)
  const question = text.trim()
  const ready = files.files.some(({ status }) => status === 'ready')
  const tooLong = question.length > maxQuestionLength

  // The Stop button loses the focus when it is removed at the end of a run.
  useEffect(() => {
    if (!busy && (document.activeElement === document.body || document.activeElement === null)) field.current?.focus()
  }, [busy])

  const send = (event?: FormEvent) => {
    event?.preventDefault()
    const submit = busy ? onRedirect : onSend
    if (!submit || tooLong || (question === '' && (busy || !ready)) || (!busy && files.uploading)) return
    submit(question)
    setRefused(0)
    setText('')
    // The button that changes the request is removed with the text.
    if (busy) field.current?.focus()
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && busy) onStop()
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }

  const add = (list: FileList | null) => {
    if (list && list.length > 0) setRefused(files.add([...list]))
  }
  const onPaste = (event: ClipboardEvent) => {
    // A copied table has a picture as well as a text; the text is what the user expects in a text field.
    if (event.clipboardData.files.length === 0 || event.clipboardData.types.includes('text/plain')) return
    event.preventDefault()
    add(event.clipboardData.files)
  }
  const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files')
  const onDrag = (event: DragEvent) => {
    if (!hasFiles(event)) return
    event.preventDefault()
    setOver(event.type !== 'dragleave' || event.currentTarget.contains(event.relatedTarget as Node | null))
  }
  const onDrop = (event: DragEvent) => {
    if (!hasFiles(event)) return
    event.preventDefault()
    setOver(false)
    add(event.dataTransfer.files)
  }

  return (
    <form className="composer" onSubmit={send} onDragEnter={onDrag} onDragOver={onDrag} onDragLeave={onDrag} onDrop={onDrop}>
      <p className={tooLong ? 'composer__status composer__status--fault' : 'composer__status'} role="status">
        {tooLong ? tooLongText(question.length) : statusText(server, files, refused)}
      </p>
      {waiting && (
        <p className="composer__waiting">
          <span>Waiting for you. Answer above, or ask something else to leave the question.</span>
          <button type="button" className="composer__go" onClick={goToQuestion}>
            Go to the question
          </button>
        </p>
      )}
      <ChosenFiles files={files} onRemoved={() => field.current?.focus()} />
      <div className={['composer__box', tooLong && 'composer__box--fault', over && 'composer__box--over'].filter(Boolean).join(' ')}>
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
          className="composer__attach"
          aria-label="Add files"
          title="Add files: pictures, CSV, text or PDF, up to 5 MB each. They can also be dropped or pasted here."
          disabled={files.files.length >= maxFiles}
          onClick={() => picker.current?.click()}
        >
          <AttachIcon />
        </button>
        <label className="visually-hidden" htmlFor="question">
          Your question
        </label>
        <textarea
          id="question"
          ref={field}
          rows={1}
          value={text}
          placeholder={busy && onRedirect ? 'Change the request' : 'Ask about the data'}
          aria-invalid={tooLong}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKey}
          onPaste={onPaste}
        />
        {busy ? (
          <>
            {onRedirect && question !== '' && (
              <button key="redirect" type="submit" className="button" disabled={tooLong}>
                Change
              </button>
            )}
            <button key="stop" type="button" className="button" onClick={onStop}>
              Stop
            </button>
          </>
        ) : (
          <button key="ask" type="submit" className="button button--primary" disabled={(question === '' && !ready) || tooLong || files.uploading}>
            Ask
          </button>
        )}
      </div>
      {children}
    </form>
  )
}

/** Moves the focus to the first control of the open question. */
function goToQuestion() {
  const boxes = document.querySelectorAll('.pf-question:is([data-state="open"], [data-state="failed"])')
  const box = boxes[boxes.length - 1]
  const target = box?.querySelector<HTMLElement>('[data-pf-focus]') ?? box?.querySelector<HTMLElement>('input, select, textarea, button')
  target?.focus()
  box?.scrollIntoView({ block: 'nearest' })
}

const tooLongText = (length: number) =>
  `The question has ${length.toLocaleString('en')} characters; at most ${maxQuestionLength.toLocaleString('en')} can be sent.`

function statusText(server: ServerStatus, { files, uploading }: MessageFilesHandle, refused: number): string {
  if (server !== 'ok') return serverTexts[server]
  if (refused > 0) return `A question can have ${maxFiles} files; ${refused === 1 ? 'one file was' : `${refused} files were`} not added.`
  if (uploading) return 'Uploading files…'
  const failed = files.filter(({ status }) => status === 'failed').length
  return failed === 0 ? '' : `${failed === 1 ? 'One file was' : `${failed} files were`} not uploaded.`
}

const serverTexts = {
  ok: '',
  away: 'The connection to the server was lost. Reconnecting…',
  back: 'Connected again.',
} satisfies Record<ServerStatus, string>
